import { runCrawl } from '../../../cli/run/runner.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import { recordsOf, withStores } from '../../flow/remains.ts';
import { type SmallWeb, startSmallWeb } from '../../flow/small-web.ts';
import { type Stack, sleep } from './stack.ts';

/**
 * Waits until nothing is left to do: no host is due, and no message waits or is being worked on. Messages of visits are
 * hints, and may be left over.
 *
 * @param look called each time nothing has ended yet. @throws when it takes longer.
 */
export async function untilDone(stack: Stack, crawl: string, limitS: number): Promise<CrawlStatus> {
  const until = performance.now() + limitS * 1_000;
  for (let quiet = 0; ; ) {
    const [status, depths] = [await stack.status(crawl), await stack.depths()];
    quiet = status.state === 'done' && depths.notices === 0 ? quiet + 1 : 0;
    // Counts of queues are approximate: three looks in a row.
    if (quiet === 3) return status;
    if (performance.now() > until) throw new Error(`not done in time: ${JSON.stringify({ status, depths })}`);
    await sleep(500);
  }
}

/**
 * What must be the same however a page was crawled: all but times and places. Of two addresses of one text a record shows
 * the one that was fetched first, which is chance, and its host and stem with it.
 */
export function essence(records: readonly SearchRecord[]) {
  return records
    .map(({ fetchedAt: _at, capture: _place, url: _first, host: _its, stem: _as, urls, ...record }) => ({
      ...record,
      urls: Object.keys(urls).sort(),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The same web crawled on one machine, by the command line's own runner. */
export async function onOneMachine(): Promise<{ records: SearchRecord[]; status: CrawlStatus }> {
  const web: SmallWeb = await startSmallWeb();
  try {
    const { dir, settings, seeds } = web;
    const { status } = await runCrawl({ dir, settings, seeds });
    return { records: await withStores(dir, (stores) => recordsOf(settings.crawl, stores)), status };
  } finally {
    await web.close();
  }
}
