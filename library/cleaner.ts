import { loadCrawlFileWithoutSeeds, loadInlineSettings, PLACEHOLDER_SEED } from '../cli/load-crawl.ts';
import { ALL_FORMATS, loadCleanOptions } from '../cli/run/clean-options.ts';
import { openConverter } from '../cli/run/converter.ts';
import { answerClean, type CleanAnswer } from '../shared/clean/answer-clean.ts';
import type { GivenSettings } from '../shared/settings/schema/given-settings.ts';

/** A page as a string, or the body of a response, of any format. Without `contentType`, bytes and URL tell the format. */
export type GivenPage = {
  url: string;
  /** Headers of the response. `X-Robots-Tag` and `Content-Language` count. */
  headers?: Record<string, string | string[]>;
} & ({ html: string } | { body: Uint8Array; contentType?: string });

/** A page without what only a crawl knows. */
export type CleanedPage = Omit<CleanAnswer, 'id'>;

export type Cleaner = {
  /**
   * Extracts main text, Markdown, metadata and links of a page. `reason` of the result says why a document has no text.
   *
   * @throws TypeError naming the faulty field of the page
   */
  clean(page: GivenPage): Promise<CleanedPage>;
  /** Ends the thread that reads documents such as PDF, which the first of them starts. */
  close(): Promise<void>;
};

/**
 * Opens what `thresher clean` does. Fetches and stores nothing.
 *
 * @param given settings as in a crawl.yaml, or the name of one, whose rules, formats, fields and plug-ins apply; `seeds` are not read.
 * Absent: all formats
 * @throws SettingsError or UsageError for invalid settings
 */
export async function openCleaner(given?: Partial<GivenSettings> | string): Promise<Cleaner> {
  const options = given === undefined ? ALL_FORMATS : await loadCleanOptions(await loadSettings(given));
  const converter = openConverter();
  return {
    async clean(page) {
      const { html, body, ...rest } = { html: undefined, body: undefined, ...page };
      if (typeof html !== 'string' && !(body instanceof Uint8Array))
        throw new TypeError('html or body: expected a string or bytes');
      const bodyBase64 = body && Buffer.from(body).toString('base64');
      const { id: _, ...cleaned } = await answerClean({ ...rest, html, bodyBase64 }, options, converter);
      return cleaned;
    },
    close: () => converter.close(),
  };
}

const loadSettings = (given: Partial<GivenSettings> | string) =>
  typeof given === 'string'
    ? loadCrawlFileWithoutSeeds(given)
    : loadInlineSettings({ ...given, seeds: [PLACEHOLDER_SEED] });
