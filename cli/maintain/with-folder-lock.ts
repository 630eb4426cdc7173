import { existsSync } from 'node:fs';
import { DEFAULT_DIR } from '../command.ts';
import type { CrawlLocation } from '../open-crawl.ts';
import { lockFolder } from '../run/folder/folder-lock.ts';

/**
 * Locks the folder while `work` runs. Does not create a missing folder: `withCrawl` reports it.
 *
 * @throws FolderInUseError if a crawl runs in the folder
 */
export async function withFolderLock<T>({ dir = DEFAULT_DIR }: CrawlLocation, work: () => Promise<T>): Promise<T> {
  if (!existsSync(dir)) return work();
  const unlock = lockFolder(dir);
  try {
    return await work();
  } finally {
    unlock();
  }
}
