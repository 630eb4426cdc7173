import { formatDisk } from '../../output/status-lines.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import { checkDiskSpace, type WatchedRun, watchDisk } from './disk-space.ts';

/**
 * Does work that fills the disk of a data folder, and ends it in order before the disk is full. Prints a warning when the space becomes low.
 *
 * @param work ends early when the signal aborts because the disk is nearly full, and then throws the reason of the signal. Work that is complete by
 *   then returns its result: what follows, such as the removal of an old index, may free space
 * @throws DataFolderError if the disk is nearly full: before the work, or after it has ended early
 */
export async function whileDiskLasts<T>(
  dir: string,
  run: WatchedRun,
  { err }: Pick<Terminal, 'err'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  checkDiskSpace(dir, run);
  const full = new AbortController();
  const unwatch = watchDisk(dir, run, {
    onLow: (disk) => err(printable(`warning: disk of ${dir}: ${formatDisk(disk, run)}`)),
    fail: (error) => full.abort(error),
  });
  try {
    return await work(full.signal);
  } finally {
    unwatch();
  }
}
