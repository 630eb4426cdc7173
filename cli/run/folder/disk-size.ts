import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

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
 * @param user.isReadOnly whether the disk is mounted read-only
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
    // A process keeps its user, and a crawl looks once a second.
    isRoot ??= mayFillReserve();
    return sizeOfDisk(statfsSync(dir), { isRoot, isReadOnly: isReadOnly(dir) });
  },
};

let isRoot: boolean | undefined;

/** Root of a user namespace, as in a container without root, is another user outside of it and may not fill the reserve. */
function mayFillReserve(): boolean {
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
