import type { ControlStore, CrawlState } from '../../../shared/ports/control.ts';
import { UsageError, type UsageLine } from '../../command.ts';
import { folderArguments } from '../../output/quote-for-shell.ts';

/** A crawl that a user paused or stopped, and the data folder that it is in. */
type ClosedCrawl = { crawl: string; state: Exclude<CrawlState, 'open'>; dir: string };

/** A user paused or stopped the crawl. */
export class ClosedCrawlError extends UsageError {
  override readonly code = 'ERR_CRAWL_CLOSED';
}

/**
 * Refuses to run a crawl that a user paused or stopped. A crawl that ended by itself, also at a limit, is open.
 *
 * @throws UsageError naming the commands that open the crawl
 */
export async function refuseClosedCrawl(
  crawl: string,
  dir: string,
  { control }: { control: Pick<ControlStore, 'get'> },
): Promise<void> {
  const state = (await control.get(crawl))?.state ?? 'open';
  if (state !== 'open') throw new ClosedCrawlError(...closedCrawlMessage({ crawl, state, dir }));
}

/** Says why nothing happened, and how to open the crawl. */
function closedCrawlMessage({ crawl, state, dir }: ClosedCrawl): UsageLine[] {
  const verb = state === 'paused' ? 'pause' : 'stop';
  return [
    {
      command: `crawl ${crawl} in ${dir} is ${state} (by \`thresher ${verb}\`), so nothing was fetched and nothing was changed`,
      library: `crawl ${crawl} in ${dir} is ${state}, so nothing was fetched and nothing was changed`,
    },
    {
      command: `to open it, add --resume to this command, or run: npx thresher resume ${folderArguments(dir, crawl)}`,
      library: "to open it, crawl with the option resume, or call setState('open')",
    },
  ];
}

/**
 * Refuses to add URLs to a stopped crawl, which fetches nothing.
 *
 * @throws UsageError naming the command that opens the crawl
 */
export function refuseStoppedCrawl({ crawl, state }: { crawl: string; state: CrawlState }, dir: string): void {
  if (state === 'stopped')
    throw new ClosedCrawlError({
      command: `crawl ${crawl} is stopped; to open it, run: npx thresher resume ${folderArguments(dir, crawl)}`,
      library: `crawl ${crawl} is stopped; to open it, call setState('open')`,
    });
}
