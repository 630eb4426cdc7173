import type { DatabaseSync } from 'node:sqlite';

/**
 * Reads the number of the latest transaction of each crawl in an index file. It has none for a crawl that was never written, and
 * for all crawls if the file is new or of a version without these numbers.
 */
export function indexVersions(indexDb: DatabaseSync): Map<string, number> {
  const columns = indexDb.prepare('PRAGMA table_info(crawl)').all() as { name: string }[];
  if (!columns.some(({ name }) => name === 'version')) return new Map();
  const rows = indexDb.prepare('SELECT name, version FROM crawl').all() as { name: string; version: number }[];
  return new Map(rows.map(({ name, version }) => [name, version]));
}
