import type { DiskSpace } from '../../../shared/frontier/explain/status.ts';
import { formatBytes } from '../../output/progress.ts';
import { DataFolderError } from './data-folder.ts';
import { disks } from './disk-size.ts';

/** A run that watches the disk, as messages name it. */
export type WatchedRun =
  | 'a crawl'
  | 'an import'
  | 'the rebuild of the index'
  | '`thresher reclassify`'
  | '`thresher reclean`';

/** Free space below which a run warns: an hour or more of most crawls, or a share of a small disk. Bytes. */
const LOW_BYTES = 2 * 2 ** 30;
const LOW_SHARE = 0.1;
/** Free space below which a run ends, while it can still store what it has fetched or read. Bytes. */
const FULL_BYTES = 100 * 2 ** 20;
const FULL_SHARE = 0.02;

/** Time between two looks at the disk. A fast crawl writes some 10 MB in it. Milliseconds. */
const WATCH_EVERY_MS = 1_000;

/** After a warning the next one comes once this multiple of low space was free again: other programs make free space swing. */
const AMPLE_FACTOR = 1.25;

/** `isAmple`: so much is free that a warning may be repeated when it becomes low. */
type Space = DiskSpace & { isFull: boolean; isAmple: boolean };

/** @returns undefined if the space is unknown */
function readSpace(dir: string): Space | undefined {
  try {
    const disk = disks.read(dir);
    if (!disk) return undefined;
    const { size, free } = disk;
    const lowBytes = Math.min(LOW_BYTES, size * LOW_SHARE);
    return {
      freeBytes: free,
      ...(free < lowBytes && { low: true }),
      isFull: free < Math.min(FULL_BYTES, size * FULL_SHARE),
      isAmple: free >= lowBytes * AMPLE_FACTOR,
    };
  } catch {
    return undefined;
  }
}

/** Returns the space on the disk of a data folder, as a field of a status. Empty if it is unknown. */
export function diskField(dir: string): { disk?: DiskSpace } {
  const space = readSpace(dir);
  if (!space) return {};
  return { disk: fieldOf(space) };
}

const fieldOf = ({ freeBytes, low }: Space): DiskSpace => ({ freeBytes, ...(low && { low }) });

/** @throws DataFolderError if the disk of a data folder is nearly full, so that the run would soon fail */
export function checkDiskSpace(dir: string, run: WatchedRun): void {
  const space = readSpace(dir);
  if (space?.isFull) throw nearlyFull(dir, run, space);
}

const nearlyFull = (dir: string, run: WatchedRun, { freeBytes }: DiskSpace) =>
  new DataFolderError(
    `the disk of ${dir} is nearly full, with ${formatBytes(freeBytes)} left, and ${run} ends in order before it is full; free some space, then run the command again; nothing is lost`,
  );

/**
 * Watches the space on the disk of a data folder.
 *
 * @param run what writes to the folder
 * @param onLow called when the space becomes low, at the start too; again only if more than enough was free meanwhile
 * @param fail called once when the disk is nearly full
 * @returns a function that ends the watch
 */
export function watchDisk(
  dir: string,
  run: WatchedRun,
  { onLow, fail }: { onLow(disk: DiskSpace): void; fail(error: Error): void },
  everyMs = WATCH_EVERY_MS,
): () => void {
  let isLow = false;
  const check = () => {
    const space = readSpace(dir);
    if (!space) return;
    if (space.low && !isLow) onLow(fieldOf(space));
    if (space.low || space.isAmple) isLow = space.low === true;
    if (!space.isFull) return;
    clearInterval(timer);
    fail(nearlyFull(dir, run, space));
  };
  const timer = setInterval(check, everyMs);
  timer.unref();
  check();
  return () => clearInterval(timer);
}
