import { fetchFollowingRedirects } from '../cli/fetch/follow-redirects.ts';
import { pageNetworkOf } from '../cli/fetch/page-network.ts';
import { openPoliteClient, politeClientUntil, webOptionsOf } from '../cli/fetch/polite-client.ts';
import { questionOfResponse } from '../cli/fetch/question-of-response.ts';
import { checkSecrets } from '../cli/run/secrets.ts';
import { isBotCheck } from '../shared/http/bot-check.ts';
import type { HttpFetcherOptions } from '../shared/net/fetcher-options.ts';
import type { Settings } from '../shared/settings/settings.ts';
import type { Reason } from '../shared/url/reason.ts';
import { closedError, FetchError } from './fetch-error.ts';
import { untilAborted } from './until-aborted.ts';

/** Fetches single pages, one at a time. */
export type PageFetcher = {
  /**
   * Fetches a page as a crawl does: guard, robots.txt, pauses, rests of hosts, and redirects. One call waits for the other.
   *
   * @returns the response as `answerClean` reads it, with its URL after redirects
   * @param signal ends the call at once, also while it waits for another one
   * @throws FetchError; the reason of `signal`
   */
  fetch(url: string, signal?: AbortSignal): Promise<{ status: number; question: object }>;
  /** Ends pauses. */
  close(): Promise<void>;
};

/**
 * @param settings whose `userAgent`, pause, network, proxy, credentials and connection settings apply. Absent: those of `thresher fetch`
 * @throws UsageError if a secret is not set
 */
export function openPageFetcher(settings: Settings | undefined): PageFetcher {
  const ending = new AbortController();
  const options = settings ? webOptionsOf(settings) : {};
  const web = openPoliteClient(options, ending.signal, settings && networkOf(settings));
  let last: Promise<unknown> = Promise.resolve();

  async function fetchPage(address: string, signal?: AbortSignal): Promise<{ status: number; question: object }> {
    signal?.throwIfAborted();
    // A program may keep its cleaner open for days.
    web.forgetOld();
    const client = signal ? politeClientUntil(signal, web) : web;
    let url = address;
    let reason: Reason | null = null;
    let why = '';
    const answer = await fetchFollowingRedirects(address, client, options, (step, decision, detail, given) => {
      if (step === 'url' && !given) url = detail;
      // Other steps have reasons too, such as that of a Crawl-delay that is capped.
      if (given && (decision === 'refused' || decision === 'failed')) [reason, why] = [given, detail];
    });
    if (answer && !isWithoutPage(answer.status) && !isBotCheck(answer.headers))
      return { status: answer.status, question: questionOfResponse(web.requests.at(-1)!.url, answer) };
    if (!answer) signal?.throwIfAborted();
    if (!answer && ending.signal.aborted) throw closedError(url);
    if (answer) why = `the server answered ${answer.status}`;
    // The steps name the option of the command.
    if (reason === 'private-address') why = 'the setting network.allowPrivate allows such an address';
    throw new FetchError([url, reason, why].filter((part) => part !== null && part !== '').join(': '), url, reason);
  }

  return {
    fetch(url, signal) {
      const fetched = last.then(() => fetchPage(url, signal));
      last = fetched.catch(() => undefined);
      return untilAborted(fetched, signal);
    },
    async close() {
      ending.abort();
      await last;
      await web.close();
    },
  };
}

function networkOf(settings: Settings): HttpFetcherOptions {
  checkSecrets(settings.fetch, [], process.env);
  return pageNetworkOf(settings);
}

/** Whether the last response is a redirect that leads nowhere, or 304, although the request had no condition. Its text is not a page. */
const isWithoutPage = (status: number): boolean => status >= 300 && status < 400;
