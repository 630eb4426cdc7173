import { readStatus, type StatusSettings } from '../../shared/frontier/explain/read-status.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { diskField } from './folder/disk-space.ts';
import { isFolderLocked } from './folder/folder-lock.ts';
import type { Stores } from './wiring.ts';

/**
 * Returns the status of a crawl in a data folder as another process sees it: `unattended` if something is due and no process works on it.
 *
 * @param settings as for `readStatus`
 * @returns the status, or undefined if the crawl does not exist
 */
export async function readLocalStatus(
  crawl: string,
  stores: Stores,
  dir: string,
  settings?: StatusSettings,
): Promise<CrawlStatus | undefined> {
  const status = await readStatus(crawl, stores, settings);
  if (!status) return undefined;
  const isUnattended = status.state === 'running' && !isFolderLocked(dir);
  return { ...status, ...(isUnattended && { unattended: true }), ...diskField(dir) };
}
