import { type CrawlLocation, withCrawl } from '../cli/open-crawl.ts';
import { refuseStoppedCrawl } from '../cli/run/folder/closed-crawl.ts';
import { recrawlPages } from '../cli/run/recrawl-pages.ts';
import { checkOptions, PLACE_TYPES } from './check-options.ts';
import { inLibraryTerms } from './library-error.ts';

/** Which pages become due. */
export type RecrawlOptions = CrawlLocation & {
  /** Only pages whose URL starts with this, which must name one host. Absent: all. */
  prefix?: string | undefined;
  /** Only pages that seem to be gone and whose records the mass-removal guard keeps. Default: false. */
  gone?: boolean | undefined;
};

/**
 * Marks known pages as due now, as `thresher recrawl` does. A running crawl fetches them, in whatever process it runs; otherwise the next one does.
 *
 * @returns the crawl, and the number of its hosts with pages that are due now
 * @throws SettingsError if `prefix` is not valid; UsageError if the crawl is stopped, or as `status`
 */
export async function recrawl(options: RecrawlOptions = {}): Promise<{ crawl: string; hosts: number }> {
  const { prefix, gone, ...place } = checkOptions('options', options, {
    ...PLACE_TYPES,
    prefix: 'string',
    gone: 'boolean',
  });
  return inLibraryTerms(() =>
    withCrawl(place, 'write', async ({ crawl, state }, stores, dir) => {
      refuseStoppedCrawl({ crawl, state }, dir);
      return { crawl, hosts: await recrawlPages(crawl, { prefix, gone }, stores) };
    }),
  );
}
