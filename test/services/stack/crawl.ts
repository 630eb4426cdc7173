import { runCrawl } from '../../../cli/run/runner.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import { recordsOf, withStores } from '../../flow/remains.ts';
import { type SmallWeb, startSmallWeb } from '../../flow/small-web.ts';
import { type Stack, sleep } from './stack.ts';

/**
 * Waits until the crawl is done or incomplete: no host is due, and no message is waiting or in flight. Visit messages are only hints and
 * may remain. A host with a suspected URL rests for hours, which leaves the crawl incomplete.
 *
 * @throws Error if that takes longer than `limitS` seconds.
 */
export async function waitUntilDone(stack: Stack, crawl: string, limitS: number): Promise<CrawlStatus> {
  const until = performance.now() + limitS * 1_000;
  for (let quiet = 0; ; ) {
    const [status, depths] = [await stack.status(crawl), await stack.depths()];
    quiet = status.state !== 'running' && depths.notices === 0 ? quiet + 1 : 0;
    // Queue depths are approximate, so three consecutive checks must agree.
    if (quiet === 3) return status;
    if (performance.now() > until) throw new Error(`not done in time: ${JSON.stringify({ status, depths })}`);
    await sleep(500);
  }
}

/**
 * Returns the parts of the records that do not depend on how they were crawled: all except times and capture locations. A
 * record of several URLs shows the one that was fetched first, which is random, so its URL, host and stem are excluded too. So are anchor
 * texts, which are those of the links that were found before its visit.
 */
export function comparableRecords(records: readonly SearchRecord[]) {
  return records
    .map(
      ({ fetchedAt: _at, capture: _place, url: _first, host: _its, stem: _as, anchors: _found, urls, ...record }) => ({
        ...record,
        urls: Object.keys(urls).sort(),
      }),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Crawls the small web locally, with the runner of the command line. */
export async function crawlLocally(): Promise<{ records: SearchRecord[]; status: CrawlStatus }> {
  const web: SmallWeb = await startSmallWeb();
  try {
    const { dir, settings, seeds } = web;
    const { status } = await runCrawl({ dir, settings, seeds });
    return { records: await withStores(dir, (stores) => recordsOf(settings.crawl, stores)), status };
  } finally {
    await web.close();
  }
}
