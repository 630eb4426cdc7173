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

export type SanityOptions = {
  repair: boolean;
  /** Reads all WARC objects too. */
  raw: boolean;
  onProgress(line: string): void;
  /** Ends the checks early; the result is incomplete then. */
  signal: AbortSignal;
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
  for (const text of folder.damage()) problems.add('damaged-database', text);
  const queues = await readQueues(crawl, crawls, { store: folder, objects }, problems, repair);
  for (const text of folder.leases(clock.now())) problems.add('stale-lease', text, repair);
  if (repair) await folder.release();

  const archive = await readArchive(crawl, { objects, queues }, problems, options);
  const { urls, withoutCapture } = await readIndex(crawl, archive, index, problems, signal);
  const facts = await checkFrontier(crawl, archive, urls, { frontier, clock }, problems, options);
  if (signal.aborted) return problems.list();
  await checkOrphans(crawl, archive, facts, { index, now: clock.now() }, problems, repair);
  if (!repair) return problems.list();
  await restoreRecords(crawl, facts.lost, archive, { objects, frontier, clock, queues }, problems);
  for (const [host, pages] of withoutCapture)
    if (await refetch({ crawl, host }, ({ url }) => pages.has(url), { frontier, clock }))
      problems.repaired('missing-capture', pages.size);
  return problems.list();
}
