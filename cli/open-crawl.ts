import { existsSync } from 'node:fs';
import type { Control } from '../shared/ports/control.ts';
import { DEFAULT_DIR, optionFault, UsageError } from './command.ts';
import { quoteForShell } from './output/quote-for-shell.ts';
import { checkDataFolder, frontierFile } from './run/folder/data-folder.ts';
import { unfinishedRemoval } from './run/folder/removed-crawl.ts';
import { openStores, type Stores } from './run/wiring.ts';

/** Selects a data folder and a crawl in it: the values of `--dir` and `--name`. */
export type CrawlLocation = { dir?: string | undefined; name?: string | undefined };

/** A folder has no crawl, or not the one that was named. */
export class NoCrawlError extends UsageError {
  override readonly code = 'ERR_NO_CRAWL';
}

/**
 * Opens a data folder, calls `work` with the selected crawl, and closes the folder.
 *
 * @throws UsageError if the folder or the crawl does not exist, or if the folder has several crawls and none is
 *   selected
 */
export async function withCrawl<T>(
  place: CrawlLocation,
  mode: 'read' | 'write',
  work: (control: Control, stores: Stores, dir: string) => Promise<T>,
): Promise<T> {
  return withFolder(place.dir, mode, async (crawls, stores, dir) =>
    work(selectCrawl(crawls, place.name, dir, stores.removal.unfinished()), stores, dir),
  );
}

/**
 * Opens a data folder, calls `work` with all crawls of it, and closes the folder.
 *
 * @param given the folder; absent: the default one
 * @throws UsageError if the folder does not exist
 */
export async function withFolder<T>(
  given: string | undefined,
  mode: 'read' | 'write',
  work: (crawls: readonly Control[], stores: Stores, dir: string) => Promise<T>,
): Promise<T> {
  const dir = given ?? DEFAULT_DIR;
  checkHasCrawl(dir);
  const stores = openStores(dir, mode);
  try {
    return await work(await stores.control.list(), stores, dir);
  } finally {
    stores.close();
  }
}

/**
 * Checks that a data folder can be opened. Opening another one would create empty databases, or fail with an error of SQLite.
 *
 * @throws UsageError if there was no crawl in it; DataFolderError if it is no folder
 */
export function checkHasCrawl(dir: string): void {
  if (!existsSync(dir)) throw noCrawlError(dir);
  checkDataFolder(dir);
  if (!existsSync(frontierFile(dir))) throw noCrawlError(dir);
}

/**
 * Returns the named crawl of a data folder, or its only one.
 *
 * @param removed names of crawls whose deletion is not complete
 * @throws UsageError naming the crawls
 */
export function selectCrawl(
  crawls: readonly Control[],
  name: string | undefined,
  dir: string,
  removed: readonly string[],
): Control {
  const names = crawls.map(({ crawl }) => crawl).join(', ');
  const found = name === undefined ? crawls : crawls.filter(({ crawl }) => crawl === name);
  if (found.length === 1) return found[0]!;
  const half = removed.find((one) => name === undefined || one === name);
  if (half !== undefined && found.length === 0) throw new NoCrawlError(unfinishedRemoval(dir, half));
  if (crawls.length === 0) throw noCrawlError(dir);
  if (name !== undefined) throw new NoCrawlError(optionFault('name', `${dir} has no crawl ${name}; it has ${names}`));
  const several = `${dir} has several crawls; select one with`;
  throw new UsageError({ command: `${several} --name (${names})`, library: `${several} the option name (${names})` });
}

/**
 * Checks the name of a crawl before a server starts. A folder without crawls may get one later.
 *
 * @throws UsageError if the folder has other crawls only
 */
export async function checkCrawlName(dir: string, name: string | undefined): Promise<void> {
  if (name === undefined || !existsSync(frontierFile(dir))) return;
  const stores = openStores(dir, 'search');
  try {
    const crawls = await stores.control.list();
    if (crawls.length > 0) selectCrawl(crawls, name, dir, stores.removal.unfinished());
  } finally {
    stores.close();
  }
}

const noCrawlError = (dir: string): NoCrawlError =>
  new NoCrawlError({ command: noCrawlMessage(dir), library: `${dir}: no crawl in this folder yet; call crawl first` });

/** Error message for a data folder without crawls. */
export function noCrawlMessage(dir: string): string {
  return `${dir}: no crawl in this folder yet; start one with: npx thresher crawl URL --dir ${quoteForShell(dir)}`;
}
