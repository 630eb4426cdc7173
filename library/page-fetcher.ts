import { questionOfResponse } from '../cli/commands/stages/clean.ts';
import { fetchFollowingRedirects } from '../cli/commands/stages/fetch.ts';
import { openPoliteClient, webOptionsOf } from '../cli/seeds/polite-client.ts';
import type { Settings } from '../shared/settings/settings.ts';
import type { Reason } from '../shared/url/reason.ts';
import { FetchError } from './fetch-error.ts';

export type PageFetcher = {
  /**
   * Fetches a page as a crawl does: guard, robots.txt, pauses and redirects. One call waits for the other.
   *
   * @returns the response as `answerClean` reads it, with its URL after redirects
   * @throws FetchError
   */
  fetch(url: string): Promise<{ status: number; question: object }>;
  /** Ends pauses. */
  close(): Promise<void>;
};

/** @param settings whose `userAgent`, pause and network apply. Absent: those of `thresher fetch` */
export function openPageFetcher(settings: Settings | undefined): PageFetcher {
  const ending = new AbortController();
  const options = settings ? webOptionsOf(settings) : {};
  const web = openPoliteClient(options, ending.signal);
  let last: Promise<unknown> = Promise.resolve();

  async function fetchPage(address: string): Promise<{ status: number; question: object }> {
    forgetOld();
    let url = address;
    let reason: Reason | null = null;
    let why = 'the cleaner was closed';
    const answer = await fetchFollowingRedirects(address, web, options, (step, _, detail, given) => {
      if (step === 'url' && !given) url = detail;
      if (given) [reason, why] = [given, detail];
    });
    if (answer) return { status: answer.status, question: questionOfResponse(web.requests.at(-1)!.url, answer) };
    // The steps name the option of the command.
    if (reason === 'private-address') why = 'the setting network.allowPrivate allows such an address';
    throw new FetchError([url, reason, why].filter((part) => part !== null && part !== '').join(': '), url, reason);
  }

  /** A program may keep its cleaner open for days. */
  function forgetOld(): void {
    web.requests.length = 0;
    for (const [origin, { expiresAt }] of web.robots) if (expiresAt <= web.clock.now()) web.robots.delete(origin);
  }

  return {
    fetch(url) {
      const fetched = last.then(() => fetchPage(url));
      last = fetched.catch(() => undefined);
      return fetched;
    },
    async close() {
      ending.abort();
      await last;
      await web.close();
    },
  };
}
