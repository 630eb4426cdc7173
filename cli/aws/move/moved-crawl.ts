import type { CrawlState } from '../../../shared/ports/control.ts';
import { OBJECT_QUEUES } from '../../../shared/ports/messages.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { loadModels } from '../../../shared/settings/topic-models.ts';
import { formatNoun } from '../../../shared/text/format-count.ts';
import { UsageError } from '../../command.ts';
import { withCrawl } from '../../open-crawl.ts';
import { quoteForShell } from '../../output/quote-for-shell.ts';
import { loadStoredSettings, withDeletions } from '../../run/crawl-settings.ts';
import type { Stores } from '../../run/wiring.ts';

/** A crawl of a data folder that moves to a stack. `settings`: those that it has there. */
export type MovedCrawl = { dir: string; crawl: string; state: CrawlState; settings: Settings };

/**
 * Reads what a stack must know of the crawl before it is deployed.
 *
 * @param name name of the crawl; absent: the only one of the folder
 * @param given settings of a crawl.yaml, which may have another name; absent: those that the folder stores
 * @throws UsageError if there is no such crawl, or if its stages have not processed all objects
 */
export function readMovedCrawl(
  dir: string,
  name: string | undefined,
  given: Settings | undefined,
): Promise<MovedCrawl> {
  return withCrawl({ dir, name: name ?? given?.crawl }, 'read', async ({ crawl, state }, stores) => {
    await refuseUnprocessed(crawl, dir, stores);
    const { settings: stored } = await loadStoredSettings(crawl, stores);
    const settings = given ? withDeletions({ ...given, crawl }, stored) : await loadModels(stored, stores.objects);
    return { dir, crawl, state, settings };
  });
}

/** The messages between the stages are not moved. @throws UsageError if there are some */
export async function refuseUnprocessed(crawl: string, dir: string, stores: Stores): Promise<void> {
  const depths = await Promise.all(OBJECT_QUEUES.map((queue) => stores[queue].depth(crawl)));
  const waiting = depths.reduce((sum, depth) => sum + depth.waiting + depth.inFlight, 0);
  if (waiting > 0)
    throw new UsageError(
      `--from: ${dir}: ${formatNoun(waiting, 'stored object')} of crawl ${crawl} must be processed first; run \`thresher crawl\` with --dir ${quoteForShell(dir)} until it ends`,
    );
}
