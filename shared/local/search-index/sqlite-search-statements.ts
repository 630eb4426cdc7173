import type { DatabaseSync } from 'node:sqlite';
import type { TextField } from '../../ports/index-condition.ts';
import { FIELD_COLUMNS } from './sqlite-search-fields.ts';
import { crawlTables } from './sqlite-search-schema.ts';

/**
 * The prepared statements that change the tables of one crawl.
 *
 * @param columns text columns of the table of words
 */
export function writeStatements(db: DatabaseSync, number: number, columns: readonly TextField[]) {
  const { record, url, words, near, counts, frequencies, times } = crawlTables(number);
  const fields = FIELD_COLUMNS.map((column) => `${column} = :${column}`).join(', ');
  const shown = `shown = :shown, face = :face, fetched = :fetched, version = :version, ${fields}`;
  return {
    isShown: db.prepare(`SELECT 1 FROM ${record} WHERE id = ? AND shown IS NOT NULL`),
    findNumber: db.prepare(`SELECT n FROM ${record} WHERE id = ?`),
    addRecord: db.prepare(`INSERT INTO ${record} (id) VALUES (?) RETURNING n`),
    mergeUrl: db.prepare(mergeUrlSql(url)),
    chooseUrl: db.prepare(chooseUrlSql(url)),
    readState: db.prepare(`SELECT shown, face, fetchedDay FROM ${record} WHERE n = ?`),
    show: db.prepare(`UPDATE ${record} SET ${shown} WHERE n = :n`),
    showText: db.prepare(`UPDATE ${record} SET ${shown}, text = :text WHERE n = :n`),
    nextVersion: db.prepare(`UPDATE crawl SET version = version + 1 WHERE n = ${number} RETURNING version`),
    setLeastVersion: db.prepare(`UPDATE crawl SET version = max(version, ?) WHERE n = ${number}`),
    readText: db.prepare(`SELECT text FROM ${record} WHERE n = ?`),
    hide: db.prepare(`UPDATE ${record} SET shown = NULL, face = NULL, text = NULL, version = :version WHERE n = :n`),
    setVersion: db.prepare(`UPDATE ${record} SET version = :version WHERE n = :n`),
    addWords: db.prepare(
      `INSERT INTO ${words} (rowid, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
    ),
    removeWords: db.prepare(`DELETE FROM ${words} WHERE rowid = ?`),
    setCounts: db.prepare(`INSERT OR REPLACE INTO ${counts} (n, terms) VALUES (?, ?)`),
    removeCounts: db.prepare(`DELETE FROM ${counts} WHERE n = ?`),
    // A row of an earlier version has no frequencies, and one that an earlier version has hidden still has them.
    setFrequencies: db.prepare(`INSERT OR REPLACE INTO ${frequencies} (rowid, terms) VALUES (?, ?)`),
    removeFrequencies: db.prepare(`DELETE FROM ${frequencies} WHERE rowid = ?`),
    setRemoved: db.prepare(`UPDATE crawl SET removed = version WHERE n = ${number}`),
    addKey: db.prepare(`INSERT OR IGNORE INTO ${near} (key, n) VALUES (?, ?)`),
    removeKey: db.prepare(`DELETE FROM ${near} WHERE key = ? AND n = ?`),
    removeOldTombstones: db.prepare(`DELETE FROM ${url} WHERE (n, url) IN (
      SELECT n, url FROM ${url} WHERE live = 0 AND at < :at AND NOT EXISTS (
        SELECT 1 FROM ${record} r LEFT JOIN ${times} t ON t.version = r.version
        WHERE r.n = ${url}.n AND r.shown IS NULL AND (r.version = :version OR t.at >= :removedAt))
      LIMIT :most) RETURNING n`),
    removeIfEmpty: db.prepare(`DELETE FROM ${record} WHERE n = ? AND shown IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${url} u WHERE u.n = ${record}.n)`),
  };
}

/** Merges a change into the row of its URL. The later change wins; of two at one time, the one that says the URL has left. */
function mergeUrlSql(url: string): string {
  const isLater = 'excluded.at > at OR (excluded.at = at AND excluded.live < live)';
  const live = `CASE WHEN ${isLater} THEN excluded.live ELSE live END`;
  return `
    INSERT INTO ${url} (n, url, first, at, live, page_at, page) VALUES (:n, :url, :first, :at, :live, :pageAt, :page)
    ON CONFLICT (n, url) DO UPDATE SET
      first = min(first, excluded.first), at = max(at, excluded.at), live = ${live},
      page_at = CASE WHEN excluded.page IS NULL THEN page_at ELSE max(page_at, excluded.page_at) END,
      page = CASE WHEN (${live}) = 0 THEN NULL
        WHEN excluded.page IS NOT NULL AND (page IS NULL OR excluded.page_at >= page_at) THEN excluded.page ELSE page END`;
}

/** Chooses the URL that a record is shown under. URLs that name another live URL of the record as canonical come last. */
function chooseUrlSql(url: string): string {
  const namesCanonical = `instr(u.page, '"canonical":') > 0 AND EXISTS (SELECT 1 FROM ${url} c WHERE c.n = u.n
    AND c.url = json_extract(u.page, '$.canonical') AND c.url <> u.url AND c.live = 1 AND c.page IS NOT NULL)`;
  return `SELECT url, page, first FROM ${url} u WHERE n = ? AND live = 1 AND page IS NOT NULL
    ORDER BY ${namesCanonical}, first, length(url), url LIMIT 1`;
}
