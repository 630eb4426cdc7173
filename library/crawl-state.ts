import { UsageError } from '../cli/command.ts';
import { type CrawlLocation, NoCrawlError, withCrawl } from '../cli/open-crawl.ts';
import { loadStoredSettings } from '../cli/run/crawl-settings.ts';
import { readLocalStatus } from '../cli/run/local-status.ts';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { CrawlState } from '../shared/ports/control.ts';
import { checkOptions, PLACE_TYPES } from './check-options.ts';
import { inLibraryTerms } from './library-error.ts';

const STATES: readonly CrawlState[] = ['open', 'paused', 'stopped'];

/**
 * Returns the status of a crawl, as `thresher status --json` prints it, also while it runs.
 *
 * @throws UsageError if the folder has no such crawl, or several and no name is given
 */
export async function status(place: CrawlLocation = {}): Promise<CrawlStatus> {
  checkOptions('options', place, PLACE_TYPES);
  return inLibraryTerms(() =>
    withCrawl(place, 'read', async ({ crawl }, stores, dir) => {
      const { settings } = await loadStoredSettings(crawl, stores);
      const found = await readLocalStatus(crawl, stores, dir, settings);
      if (!found) throw new NoCrawlError(`crawl ${crawl} was deleted while its status was read`);
      return found;
    }),
  );
}

/**
 * Pauses (`paused`), closes (`stopped`) or reopens (`open`) a crawl, as `thresher pause`, `stop` and `resume` do. A running crawl ends within 15 s,
 * in whatever process it runs; one with `watch` waits.
 *
 * @throws UsageError as `status`, or for another state
 */
export async function setState(state: CrawlState, place: CrawlLocation = {}): Promise<void> {
  checkOptions('options', place, PLACE_TYPES);
  if (!STATES.includes(state)) throw new UsageError(`state: ${state}: must be one of ${STATES.join(', ')}`);
  return inLibraryTerms(() => withCrawl(place, 'write', ({ crawl }, { control }) => control.setState(crawl, state)));
}
