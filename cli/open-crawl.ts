import { existsSync } from 'node:fs';
import type { Control } from '../shared/ports/control.ts';
import { DEFAULT_DIR, UsageError } from './command.ts';
import { openStores, type Stores } from './run/wiring.ts';

/** Which folder and which crawl of it: what `--dir` and `--name` say. */
export type Place = { dir?: string | undefined; name?: string | undefined };

/**
 * Opens the folder of a crawl, hands the crawl to `work`, and closes the folder again.
 *
 * @throws UsageError when there is no such folder or crawl, or when several are there and none is named.
 */
export async function withCrawl<T>(
  place: Place,
  mode: 'read' | 'write',
  work: (control: Control, stores: Stores, dir: string) => Promise<T>,
): Promise<T> {
  const dir = place.dir ?? DEFAULT_DIR;
  if (!existsSync(dir)) throw new UsageError(`${dir}: nothing was crawled here yet (thresher crawl URL…)`);
  const stores = openStores(dir, mode);
  try {
    return await work(chosen(await stores.control.list(), place.name, dir), stores, dir);
  } finally {
    stores.close();
  }
}

function chosen(crawls: readonly Control[], name: string | undefined, dir: string): Control {
  const names = crawls.map(({ crawl }) => crawl).join(', ');
  const found = name === undefined ? crawls : crawls.filter(({ crawl }) => crawl === name);
  if (found.length === 1) return found[0]!;
  if (crawls.length === 0) throw new UsageError(`${dir}: nothing was crawled here yet (thresher crawl URL…)`);
  if (name !== undefined) throw new UsageError(`--name: ${dir} has no crawl ${name}; it has ${names}`);
  throw new UsageError(`${dir} has several crawls: name one with --name (${names})`);
}
