import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { indexVersions } from './index-versions.ts';
import type { IndexMark } from './sqlite-index-mark.ts';

/**
 * What happened to an index file: it is gone or empty; shorter than it was; or an older copy, also because its log is gone.
 * SQLite itself finds most other damage when it opens the file.
 */
export type IndexFault = 'missing' | 'shortened' | 'older';

/**
 * Finds out whether the index file was lost or cut short, before it is opened: SQLite would create it, or copy its log into it.
 *
 * @param marks read before, because a running crawl raises them
 */
export function findFileFault(file: string, marks: readonly IndexMark[]): IndexFault | undefined {
  const size = sizeOf(file);
  if (size === 0) return marks.length > 0 ? 'missing' : undefined;
  // With an empty log, SQLite compares the size with the one in the header.
  const isLogged = sizeOf(`${file}-wal`) > 0;
  return isLogged && marks.some(({ bytes }) => size < bytes) ? 'shortened' : undefined;
}

/**
 * Compares an open index with its marks.
 *
 * @param marks read before the index is, because a running crawl raises them
 */
export function findVersionFault(indexDb: DatabaseSync, marks: readonly IndexMark[]): IndexFault | undefined {
  if (marks.length === 0) return undefined;
  const versions = indexVersions(indexDb);
  return marks.some(({ crawl, version }) => (versions.get(crawl) ?? 0) < version) ? 'older' : undefined;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
