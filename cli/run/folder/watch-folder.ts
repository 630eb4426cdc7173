import { statSync } from 'node:fs';
import { DataFolderError, frontierFile } from './data-folder.ts';

/** Time between two looks at the folder. Milliseconds. */
const WATCH_EVERY_MS = 1_000;

/**
 * Watches that the data folder stays in its place. SQLite does not notice when its file is deleted or moved: everything that the
 * run commits from then on would be lost.
 *
 * @param fail called once if the folder was removed, moved or replaced
 * @returns a function that ends the watch
 */
export function watchFolder(dir: string, fail: (error: Error) => void, everyMs = WATCH_EVERY_MS): () => void {
  const inode = () => statSync(frontierFile(dir), { throwIfNoEntry: false })?.ino;
  const first = inode();
  const timer = setInterval(() => {
    if (inode() === first) return;
    clearInterval(timer);
    fail(
      new DataFolderError(`${dir} was removed, moved or replaced while the crawl was running; restore it to resume`),
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
