import type { DatabaseSync } from 'node:sqlite';
import type { IndexHits, IndexQuery, SimilarWordQuery, WordStatistics } from '../ports/search-index.ts';
import type { PageFields, SearchRecord } from '../ports/search-record.ts';
import { nearKeys, stemKey } from '../text/duplicate-keys.ts';
import { editDistance } from '../text/edit-distance.ts';
import { type CollapsedRow, collapseRows } from './sqlite-collapse.ts';
import { fieldColumns } from './sqlite-columns.ts';
import { countFacets } from './sqlite-facets.ts';
import { matchingRows } from './sqlite-matching-rows.ts';
import { type Condition, filterCondition } from './sqlite-search-fields.ts';
import { crawlRanker, type Page, type RankedRow, type Ranking } from './sqlite-search-ranker.ts';
import { crawlTables, createTermViews } from './sqlite-search-schema.ts';
import { type RowOrder, rowOrder } from './sqlite-sort.ts';
import { expandTerms, termFinder } from './sqlite-term-expansion.ts';
import { vocabularyReader } from './sqlite-vocabulary.ts';
import { wordStatistics } from './sqlite-word-statistics.ts';

type RecordRow = { n: number; id: string; shown: string; text: string; page: string };

/** Columns that results are collapsed by. */
const COLLAPSE_FIELDS = { host: 'host' } as const;

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
  const statistics = wordStatistics(db, tables);
  const ranker = crawlRanker(db, number, statistics);
  const columnOf = fieldColumns(db, tables);
  createTermViews(db, tables);
  db.function('edit_distance', { deterministic: true }, (a, b, max) => editDistance(String(a), String(b), Number(max)));

  const vocabulary = vocabularyReader(db, tables);

  const termsOf = termFinder(db, tables, number, statistics);

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

  const rank = (query: IndexQuery, condition: Condition, page: Page): Ranking =>
    query.words.length === 0 && !query.bonuses?.length
      ? ranker.newest(condition, page)
      : ranker.byWords(query, condition, page);

  /** Ranks only the rows that may be on the page or before it, and then sorts them: equal ones stay in the order of their rank. */
  function sortedRows(query: IndexQuery, rows: Uint32Array, order: RowOrder, limit: number): RankedRow[] {
    const first = order.first(rows, limit);
    const { best } = rank(query, filterCondition(query, tables, first), { from: 0, size: first.length });
    return best.sort((a, b) => order.compare(a.n, b.n)).slice(0, limit);
  }

  /** Returns a page of rows that are sorted, or collapsed, or both. */
  function orderedPage(query: IndexQuery, condition: Condition, rows: Uint32Array): Ranking<CollapsedRow> {
    const { sort = [], collapse, from, size } = query;
    const order = sort.length > 0 ? rowOrder(sort, columnOf) : undefined;
    const firstRows = (limit: number) =>
      order ? sortedRows(query, rows, order, limit) : rank(query, condition, { from: 0, size: limit }).best;
    const column = collapse && columnOf(COLLAPSE_FIELDS[collapse]);
    const best = column ? collapseRows(rows, firstRows, column, query) : firstRows(from + size).slice(from);
    return { total: rows.length, best };
  }

  return {
    search(given: IndexQuery): IndexHits {
      const query = expandTerms(given, termsOf.matching);
      const { near, stems, withoutText, facets, sort, collapse } = query;
      const keys = near?.flatMap(nearKeys) ?? stems?.map(stemKey);
      const condition = filterCondition(query, tables, keys && rowsWithKeys(db, tables.near, keys));
      const rowOf = keys || withoutText ? byNumberWithoutText : byNumber;
      const isOrdered = collapse !== undefined || (sort !== undefined && sort.length > 0);
      const rows = facets || isOrdered ? matchingRows(db, tables, query, condition) : undefined;
      const { total, best }: Ranking<CollapsedRow> =
        rows && isOrdered ? orderedPage(query, condition, rows) : rank(query, condition, query);
      return {
        total,
        hits: best.map(({ n, ...rest }) => ({ record: recordOf(rowOf.get(n) as RecordRow), ...rest })),
        ...(facets && rows && { facets: countFacets(rows, facets, columnOf) }),
      };
    },

    statistics: (given: readonly string[]): WordStatistics => statistics.read(given),

    get(id: string): SearchRecord | undefined {
      const row = byId.get(id) as RecordRow | undefined;
      return row && recordOf(row);
    },

    titleWords: vocabulary.titleWords,

    similarWords({ words, maxEdits }: SimilarWordQuery, limit: number): string[] {
      const found = words.flatMap((word) => termsOf.similar(word, maxEdits).map((one) => one.word));
      return [...new Set(found)].slice(0, limit);
    },

    countMatches: vocabulary.countMatches,

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
