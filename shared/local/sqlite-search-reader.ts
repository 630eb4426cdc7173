import type { DatabaseSync } from 'node:sqlite';
import type { IndexHits, IndexQuery } from '../ports/search-index.ts';
import type { PageFields, SearchRecord } from '../ports/search-record.ts';
import { type TermPattern, termSql } from '../query/compile/fts5.ts';
import { nearKeys, stemKey } from '../text/duplicate-keys.ts';
import { editDistance } from '../text/edit-distance.ts';
import { filterCondition } from './sqlite-search-fields.ts';
import { crawlRanker } from './sqlite-search-ranker.ts';
import { crawlTables, createTermViews } from './sqlite-search-schema.ts';
import { expandTerms } from './sqlite-term-expansion.ts';

type RecordRow = { n: number; id: string; shown: string; text: string; page: string };

/** Searches and reads the tables of one crawl. */
export function crawlReader(db: DatabaseSync, number: number) {
  const tables = crawlTables(number);
  const { record, url } = tables;
  const joined = `${record} r JOIN ${url} u ON u.n = r.n AND u.url = r.shown`;
  const columns = `r.n, r.id, r.shown, r.text, u.page FROM ${joined}`;
  const byNumber = db.prepare(`SELECT ${columns} WHERE r.n = ?`);
  const byNumberWithoutText = db.prepare(`SELECT r.n, r.id, r.shown, '' AS text, u.page FROM ${joined} WHERE r.n = ?`);
  const byId = db.prepare(`SELECT ${columns} WHERE r.id = ?`);
  const following = db.prepare(`SELECT ${columns} WHERE r.id > ? ORDER BY r.id LIMIT ?`);
  const liveUrls = db.prepare(`SELECT url, at FROM ${url} WHERE n = ? AND live = 1 ORDER BY first, length(url), url`);
  const countShown = db.prepare(`SELECT count(*) AS total FROM ${record} WHERE shown IS NOT NULL`);
  const ranker = crawlRanker(db, tables);
  createTermViews(db, tables);
  db.function('edit_distance', { deterministic: true }, (a, b, max) => editDistance(String(a), String(b), Number(max)));

  function termsOf(pattern: TermPattern, limit: number): string[] {
    const { sql, values } = termSql(pattern);
    const found = db.prepare(`SELECT t.term FROM ${tables.terms} t WHERE ${sql} LIMIT ?`).all(...values, limit);
    return (found as { term: string }[]).map(({ term }) => term);
  }

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

  return {
    search(given: IndexQuery): IndexHits {
      const query = expandTerms(given, termsOf);
      const { words, near, stems, from, size } = query;
      const keys = near?.flatMap(nearKeys) ?? stems?.map(stemKey);
      const condition = filterCondition(query, tables, keys && rowsWithKeys(db, tables.near, keys));
      const rowOf = keys ? byNumberWithoutText : byNumber;
      const page = { from, size };
      const { total, best } =
        words.length === 0 && !query.bonuses?.length
          ? ranker.newest(condition, page)
          : ranker.byWords(query, condition, page);
      return { total, hits: best.map(({ n, score }) => ({ record: recordOf(rowOf.get(n) as RecordRow), score })) };
    },

    get(id: string): SearchRecord | undefined {
      const row = byId.get(id) as RecordRow | undefined;
      return row && recordOf(row);
    },

    count: (): number => (countShown.get() as { total: number }).total,

    /** Returns records with ids after `id`, in their order. */
    after: (id: string, limit: number): SearchRecord[] => (following.all(id, limit) as RecordRow[]).map(recordOf),
  };
}

/**
 * Returns the numbers of the records that have one of the keys. Looked up first, because they are few and the records with
 * the words may be many. An index from before there were keys has no such table.
 */
function rowsWithKeys(db: DatabaseSync, table: string, keys: readonly number[]): number[] {
  if (!db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table)) return [];
  const select = `SELECT DISTINCT o.n FROM json_each(?) k CROSS JOIN ${table} o ON o.key = k.value`;
  return (db.prepare(select).all(JSON.stringify([...new Set(keys)])) as { n: number }[]).map(({ n }) => n);
}
