import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
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

/** After a warning the next one comes once this multiple of low space was free again: other programs make free space swing. */
const AMPLE_FACTOR = 1.25;

/** Share of a disk up to which space that is free, but for root only, is taken for a reserve. File systems reserve 5 % by default. */
const MAX_RESERVED_SHARE = 0.1;

/** Size of a disk, and its space that this user may fill, in bytes. */
type DiskSize = { size: number; free: number };

/** Numbers of a file system, as `statfs` returns them, in blocks of `bsize` bytes. `bavail`: those of `bfree` that are not reserved for root. */
export type FileSystemBlocks = Record<'bsize' | 'blocks' | 'bfree' | 'bavail', number>;

/**
 * Returns the size of a disk and its free space.
 *
 * @param user.isRoot whether this user may fill the reserve of root
 * @param user.isReadOnly whether nobody can write to the disk
 * @returns undefined if the numbers do not tell how much can be written: of a disk without a size, of an image, which is full by nature, and
 * of a disk with far more free blocks than a reserve but none available, as some file systems of networks report
 */
export function sizeOfDisk(
  { bsize, blocks, bfree, bavail }: FileSystemBlocks,
  { isRoot, isReadOnly }: { isRoot: boolean; isReadOnly: boolean },
): DiskSize | undefined {
  const free = isRoot ? bfree : bavail;
  if (blocks === 0 || (free === 0 && (isReadOnly || bfree > blocks * MAX_RESERVED_SHARE))) return undefined;
  return { size: blocks * bsize, free: free * bsize };
}

/** Reads the size of the disk of a folder, as `sizeOfDisk`. Tests replace it. */
export const disks = {
  read(dir: string): DiskSize | undefined {
    return sizeOfDisk(statfsSync(dir), { isRoot: isRoot(), isReadOnly: isReadOnly(dir) });
  },
};

/** Root of a user namespace, as in a container without root, is another user outside of it and may not fill the reserve. */
function isRoot(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    return /^\s*0\s+0\s/.test(readFileSync('/proc/self/uid_map', 'utf8'));
  } catch {
    return true;
  }
}

/** Root may write to any disk but a read-only one, which has its own error. */
function isReadOnly(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

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
 * @param onLow called when the space becomes low, at the start too; again only if more than enough was free meanwhile
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
    if (space.low && !isLow) onLow(fieldOf(space));
    if (space.low || space.isAmple) isLow = space.low === true;
    if (!space.isFull) return;
    clearInterval(timer);
    fail(nearlyFull(dir, space));
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  look();
  return () => clearInterval(timer);
}
