import type { DatabaseSync } from 'node:sqlite';
import type { CapturedUrls } from '../../ports/captured-urls.ts';
import { fnv1a } from '../../text/fnv1a.ts';

/** Error of SQLite: the database is read-only (SQLITE_READONLY). */
const READ_ONLY = 8;

/**
 * Stores hashes of 32 bits of the URLs of each object in one row. Rows are appended in the order of the keys, so a crawl of any size writes
 * one page of the database for an object, where an index by URL would write one for each URL.
 *
 * Nothing is recorded in a database that is read-only.
 */
export function sqliteCapturedUrls(db: DatabaseSync): CapturedUrls {
  const canRead = writing(() =>
    db.exec('CREATE TABLE IF NOT EXISTS captured_urls (key TEXT PRIMARY KEY, hashes BLOB NOT NULL) WITHOUT ROWID'),
  );
  if (!canRead) return { set: () => undefined, select: () => undefined };
  const insert = db.prepare('INSERT OR REPLACE INTO captured_urls (key, hashes) VALUES (?, ?)');
  const find = db.prepare('SELECT hashes FROM captured_urls WHERE key = ?');
  return {
    set(key, urls) {
      const hashes = Uint32Array.from(new Set(Array.from(urls, (url) => fnv1a(url))));
      writing(() => insert.run(key, new Uint8Array(hashes.buffer)));
    },
    select(key, urls) {
      const row = find.get(key) as { hashes: Uint8Array } | undefined;
      if (!row) return undefined;
      // The copy begins at a multiple of four bytes.
      const hashes = new Uint32Array(row.hashes.slice().buffer);
      return urls.filter((url) => hashes.includes(fnv1a(url)));
    },
  };
}

/** @returns false if the database is read-only */
function writing(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== READ_ONLY) throw error;
    return false;
  }
}
