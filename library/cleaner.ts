import { UsageError } from '../cli/command.ts';
import { loadCrawlFileWithoutSeeds, loadInlineSettings, PLACEHOLDER_SEED } from '../cli/load-crawl.ts';
import { ALL_FORMATS, loadCleanOptions } from '../cli/run/clean-options.ts';
import { openConverter } from '../cli/run/converter.ts';
import { answerClean, type CleanAnswer } from '../shared/clean/answer-clean.ts';
import type { GivenSettings } from '../shared/settings/schema/given-settings.ts';
import { checkOptions } from './check-options.ts';
import { closedError } from './fetch-error.ts';
import { inLibraryTerms } from './library-error.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { untilAborted } from './until-aborted.ts';

/** A page as a string, or the body of a response, of any format. Without `contentType`, bytes and URL tell the format. */
export type GivenPage = {
  url: string;
  /** Headers of the response. `X-Robots-Tag` and `Content-Language` count, and those of a check for browsers, which has no text. */
  headers?: Record<string, string | string[]>;
} & ({ html: string } | { body: Uint8Array; contentType?: string });

/** A page without what only a crawl knows. */
export type CleanedPage = Omit<CleanAnswer, 'id'>;

/** Options of one call. */
export type FetchOptions = {
  /**
   * Ends the call: it throws the reason of the signal. Ends a pause, a rest or a request at once, and the wait for a document that is converted, such
   * as a PDF, whose conversion continues. HTML is cleaned in one step, during which no signal can abort.
   */
  signal?: AbortSignal | undefined;
};

/** `status`: of the response. A page of an error, such as 404, is cleaned as any other. */
export type FetchedPage = CleanedPage & { status: number };

/** Cleans and fetches pages by the settings that it was opened with. */
export type Cleaner = {
  /**
   * Extracts main text, Markdown, metadata and links of a page. `reason` of the result says why a document has no text.
   *
   * @throws TypeError naming the faulty field of the page
   */
  clean(page: GivenPage): Promise<CleanedPage>;
  /**
   * Fetches a page and cleans it: one request at a time, by robots.txt and by the `userAgent`, the pause and the network of the settings, with
   * their proxy, credentials, `acceptLanguage` and timeouts of connections (`fetch`).
   * Stores nothing. `url` of the result is that after redirects. A host that fails or asks for fewer requests (429, 503, `Retry-After`)
   * rests as in a crawl: the next fetch from it waits for up to five minutes. It is refused if the rest takes longer.
   *
   * @throws FetchError if the URL is refused (robots.txt, a private address …), if there is no response, if redirects lead nowhere, or
   * if the cleaner is closed; the reason of `signal`
   * @throws UsageError for an unknown option, or if the environment variable of a credential is not set
   * @throws Error for an address in `network.resolve` that is not valid
   */
  fetch(url: string | URL, options?: FetchOptions): Promise<FetchedPage>;
  /** Ends pauses of `fetch`, and the thread that reads documents such as PDF, which the first of them starts. A later `fetch` is refused. */
  close(): Promise<void>;
};

/**
 * Opens what `thresher clean` does. Stores nothing.
 *
 * @param given settings as in a crawl.yaml, or the name of one, whose rules, formats, fields and plug-ins apply, to `fetch` also `userAgent`, pause, network, proxy and credentials; `seeds` are not read.
 * Absent: all formats
 * @throws SettingsError or UsageError for invalid settings
 */
export async function openCleaner(given?: Partial<GivenSettings> | string): Promise<Cleaner> {
  if (given !== undefined && typeof given !== 'string' && (typeof given !== 'object' || given === null))
    throw new UsageError('settings: must be an object, or the name of a crawl.yaml');
  const settings = given === undefined ? undefined : await inLibraryTerms(() => loadSettings(given));
  const options = settings ? await loadCleanOptions(settings) : ALL_FORMATS;
  const converter = openConverter();
  let fetcher: Promise<PageFetcher> | undefined;
  let closed = false;
  const answer = async (question: object) => {
    const { id: _, ...cleaned } = await answerClean(question, options, converter);
    return cleaned;
  };
  return {
    async clean(page) {
      const { html, body, ...rest } = { html: undefined, body: undefined, ...page };
      if (typeof html !== 'string' && !(body instanceof Uint8Array))
        throw new TypeError('html or body: expected a string or bytes');
      return answer({ ...rest, html, bodyBase64: body && Buffer.from(body).toString('base64') });
    },
    async fetch(given, fetchOptions = {}) {
      const { signal } = checkOptions('options', fetchOptions, { signal: 'signal' });
      signal?.throwIfAborted();
      const url = `${given}`;
      if (closed) throw closedError(url);
      // Loads the HTTP client, which other programs do not need.
      fetcher ??= import('./page-fetcher.ts').then(({ openPageFetcher }) => openPageFetcher(settings));
      const { status, question } = await (await fetcher).fetch(url, signal);
      signal?.throwIfAborted();
      return { ...(await untilAborted(answer(question), signal)), status };
    },
    async close() {
      closed = true;
      try {
        // `fetch` has thrown the error of one that cannot be opened.
        const opened = await fetcher?.catch(() => undefined);
        await opened?.close();
      } finally {
        await converter.close();
      }
    },
  };
}

const loadSettings = (given: Partial<GivenSettings> | string) =>
  typeof given === 'string'
    ? loadCrawlFileWithoutSeeds(given)
    : loadInlineSettings({ ...given, seeds: [PLACEHOLDER_SEED] });
