/**
 * Compares frontier, archive and index of a crawl, and repairs what can be repaired. Requires that nothing else uses the data
 * folder. Reads objects, records and hosts one at a time; sets of URLs are kept as fingerprints, about 150 bytes per page.
 */
import type { Clock } from '../../ports/clock.ts';
import type { Frontier } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { checkFrontier, refetch } from './check-frontier.ts';
import { checkOrphans, readIndex } from './check-index.ts';
import { createProblemList, type Problem } from './problems.ts';
import { type MessageStore, readQueues } from './queues.ts';
import { readArchive } from './read-archive.ts';
import { restoreRecords } from './restore-records.ts';
import type { SanityOptions } from './sanity-run.ts';

/** Checks of a data folder that only its adapters can make. */
export type FolderChecks = MessageStore & {
  /** Returns the damage that the databases report. */
  damage(): string[];
  /** Returns what a killed process still holds, besides messages. */
  leases(now: number): string[];
  /** Releases them, and the leases of messages. */
  release(): Promise<void>;
};

export type SanityPorts = {
  frontier: Frontier;
  index: SearchIndex;
  objects: Objects;
  clock: Clock;
  folder: FolderChecks;
};

/** @param crawls names of all crawls in the folder */
export async function checkCrawl(
  crawl: string,
  crawls: ReadonlySet<string>,
  ports: SanityPorts,
  options: SanityOptions,
): Promise<Problem[]> {
  const problems = createProblemList();
  const { frontier, index, objects, clock, folder } = ports;
  const { repair, signal } = options;
  const run = { ...options, crawl, problems };
  for (const text of folder.damage()) problems.add('damaged-database', text);
  const queues = await readQueues(run, crawls, { store: folder, objects });
  for (const text of folder.leases(clock.now())) problems.add('stale-lease', text, repair);
  if (repair) await folder.release();

  const archive = await readArchive(run, { objects, queues });
  const { urls: indexed, withoutCapture } = await readIndex(run, archive, index);
  const facts = await checkFrontier(run, { archive, indexed }, { frontier, clock });
  if (signal.aborted) return problems.list();
  await checkOrphans(run, archive, facts, { index, now: clock.now() });
  if (!repair) return problems.list();
  await restoreRecords(run, facts.lost, archive, { objects, frontier, clock, queues });
  for (const [host, pages] of withoutCapture)
    if (await refetch({ crawl, host }, ({ url }) => pages.has(url), { frontier, clock }))
      problems.repaired('missing-capture', pages.size);
  return problems.list();
}
