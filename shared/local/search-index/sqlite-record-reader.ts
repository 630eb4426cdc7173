/** Reads records of a crawl by their id, row or URL. */
import type { DatabaseSync } from 'node:sqlite';
import type { PageFields, SearchRecord } from '../../ports/search-record.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';

type RecordRow = { n: number; id: string; shown: string; text: string; page: string };

/** Reads the records of one crawl. Rows are the numbers of records in the tables of a crawl. */
export function recordReader(db: DatabaseSync, { record, url }: CrawlTables) {
  const joined = `${record} r JOIN ${url} u ON u.n = r.n AND u.url = r.shown`;
  const columns = `r.n, r.id, r.shown, r.text, u.page FROM ${joined}`;
  const byRow = db.prepare(`SELECT ${columns} WHERE r.n = ?`);
  const byRowWithoutText = db.prepare(`SELECT r.n, r.id, r.shown, '' AS text, u.page FROM ${joined} WHERE r.n = ?`);
  const byId = db.prepare(`SELECT ${columns} WHERE r.id = ?`);
  const rowsOfIds = db.prepare(
    `SELECT r.n FROM json_each(?) i CROSS JOIN ${record} r ON r.id = i.value WHERE r.shown IS NOT NULL`,
  );
  const byUrl = db.prepare(
    `SELECT r.id FROM ${url} u JOIN ${record} r ON r.n = u.n
     WHERE u.url = ? AND u.live = 1 AND r.shown IS NOT NULL ORDER BY u.at DESC LIMIT 1`,
  );
  const idsOfUrls = db.prepare(
    `SELECT u.url, r.id FROM ${url} u JOIN ${record} r ON r.n = u.n
     WHERE u.live = 1 AND r.shown IS NOT NULL AND u.url IN (SELECT value FROM json_each(?)) ORDER BY u.at`,
  );
  const firstOfIds = db.prepare(
    `SELECT r.id, u.first FROM json_each(?) i CROSS JOIN ${record} r ON r.id = i.value
     JOIN ${url} u ON u.n = r.n AND u.url = r.shown`,
  );
  const following = db.prepare(`SELECT ${columns} WHERE r.id > ? ORDER BY r.id LIMIT ?`);
  const liveUrls = db.prepare(`SELECT url, at FROM ${url} WHERE n = ? AND live = 1 ORDER BY first, length(url), url`);
  const tombstone = db.prepare(
    `SELECT u.at FROM ${record} r JOIN ${url} u ON u.n = r.n WHERE r.id = ? AND u.url = ? AND u.live = 0`,
  );

  function recordOf(row: RecordRow): SearchRecord {
    const urls = liveUrls.all(row.n) as { url: string; at: number }[];
    return {
      id: row.id,
      url: row.shown,
      urls: Object.fromEntries(urls.map(({ url, at }) => [url, at])),
      text: row.text,
      ...(JSON.parse(row.page) as PageFields),
    };
  }

  function get(id: string): SearchRecord | undefined {
    const row = byId.get(id) as RecordRow | undefined;
    return row && recordOf(row);
  }

  return {
    get,

    /** Returns the record of a row that has one. */
    ofRow: (n: number): SearchRecord => recordOf(byRow.get(n) as RecordRow),

    /** The same with an empty text: texts are most of a record. */
    ofRowWithoutText: (n: number): SearchRecord => recordOf(byRowWithoutText.get(n) as RecordRow),

    /** Returns the rows of the ids that have a record. */
    rowsOfIds: (ids: readonly string[]): number[] =>
      (rowsOfIds.all(JSON.stringify([...new Set(ids)])) as { n: number }[]).map(({ n }) => n),

    findByUrl(of: string): SearchRecord | undefined {
      const found = byUrl.get(of) as { id: string } | undefined;
      return found && get(found.id);
    },

    /** The record where a URL was seen last comes last. */
    idsOfUrls: (urls: readonly string[]): Map<string, string> =>
      new Map(
        (idsOfUrls.all(JSON.stringify(urls)) as { url: string; id: string }[]).map(({ url: one, id }) => [one, id]),
      ),

    /** Returns when a URL left a record, epoch milliseconds; undefined if it did not. */
    leftAt: (id: string, of: string): number | undefined => (tombstone.get(id, of) as { at: number } | undefined)?.at,

    /** Returns when the URL that a record shows was first fetched with its text, epoch milliseconds, by id. Those without a record are left out. */
    firstFetches: (ids: readonly string[]): Map<string, number> =>
      new Map(
        (firstOfIds.all(JSON.stringify(ids)) as { id: string; first: number }[]).map(({ id, first }) => [id, first]),
      ),

    /** Returns records with ids after `id`, in their order. */
    after: (id: string, limit: number): SearchRecord[] => (following.all(id, limit) as RecordRow[]).map(recordOf),
  };
}
