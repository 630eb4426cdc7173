import { statfsSync } from 'node:fs';
import type { DiskSpace } from '../../../shared/frontier/explain/status.ts';
import { formatBytes } from '../../output/progress.ts';
import { DataFolderError } from './data-folder.ts';

/** Free space below which a crawl warns: an hour or more of most crawls, or a share of a small disk. Bytes. */
const LOW_BYTES = 2 * 2 ** 30;
const LOW_SHARE = 0.1;
/** Free space below which a crawl ends, while it can still store what it has fetched. Bytes. */
const FULL_BYTES = 100 * 2 ** 20;
const FULL_SHARE = 0.02;

/** Time between two looks at the disk. A fast crawl writes some 10 MB in it. Milliseconds. */
const WATCH_EVERY_MS = 1_000;

/** Reads the size of the disk of a folder and its space for this user, in bytes. Tests replace it. */
export const disks = {
  read(dir: string): { size: number; free: number } {
    const { blocks, bavail, bsize } = statfsSync(dir);
    return { size: blocks * bsize, free: bavail * bsize };
  },
};

type Space = DiskSpace & { isFull: boolean };

/** @returns undefined if the system does not know it, as of some disks in a network */
function readSpace(dir: string): Space | undefined {
  try {
    const { size, free } = disks.read(dir);
    if (size === 0) return undefined;
    const isBelow = (bytes: number, share: number) => free < Math.min(bytes, size * share);
    return {
      freeBytes: free,
      ...(isBelow(LOW_BYTES, LOW_SHARE) && { low: true }),
      isFull: isBelow(FULL_BYTES, FULL_SHARE),
    };
  } catch {
    return undefined;
  }
}

/** Returns the space on the disk of a data folder, as a field of a status. Empty if it is unknown. */
export function diskField(dir: string): { disk?: DiskSpace } {
  const space = readSpace(dir);
  if (!space) return {};
  const { isFull: _, ...disk } = space;
  return { disk };
}

/** @throws DataFolderError if the disk of a data folder is nearly full, so that a crawl would soon fail */
export function checkDiskSpace(dir: string): void {
  const space = readSpace(dir);
  if (space?.isFull) throw nearlyFull(dir, space);
}

const nearlyFull = (dir: string, { freeBytes }: DiskSpace) =>
  new DataFolderError(
    `the disk of ${dir} is nearly full, with ${formatBytes(freeBytes)} left, and a crawl ends in order before it is full; free some space, then run the command again; nothing is lost`,
  );

/**
 * Watches the space on the disk of a data folder.
 *
 * @param onLow called when the space becomes low, at the start too
 * @param fail called once when the disk is nearly full
 * @returns a function that ends the watch
 */
export function watchDisk(
  dir: string,
  { onLow, fail }: { onLow(disk: DiskSpace): void; fail(error: Error): void },
  everyMs = WATCH_EVERY_MS,
): () => void {
  let isLow = false;
  const look = () => {
    const space = readSpace(dir);
    if (!space) return;
    const { isFull, ...disk } = space;
    if (disk.low && !isLow) onLow(disk);
    isLow = disk.low === true;
    if (!isFull) return;
    clearInterval(timer);
    fail(nearlyFull(dir, disk));
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  look();
  return () => clearInterval(timer);
}
