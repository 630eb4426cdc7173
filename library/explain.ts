import { UsageError } from '../cli/command.ts';
import { explainStoredUrl } from '../cli/explain-stored-url.ts';
import { type CrawlLocation, withCrawl } from '../cli/open-crawl.ts';
import type { ExplainedUrl } from '../shared/classify/review/topic-explanation.ts';
import { checkOptions, PLACE_TYPES } from './check-options.ts';
import { inLibraryTerms } from './library-error.ts';

export type { ExplainedUrl };

/**
 * Explains what happened to a URL in a crawl, as `thresher explain --json` does: one step per decision, with its reason. Also works for URLs that the
 * crawl has never seen or would refuse, and while it runs.
 *
 * @throws UsageError as `status`
 */
export async function explain(url: string | URL, place: CrawlLocation = {}): Promise<ExplainedUrl> {
  checkOptions('options', place, PLACE_TYPES);
  if (typeof url !== 'string' && !(url instanceof URL)) throw new UsageError('url: must be a string or a URL');
  return inLibraryTerms(() =>
    withCrawl(place, 'read', ({ crawl }, stores) => explainStoredUrl(stores)(crawl, `${url}`)),
  );
}
