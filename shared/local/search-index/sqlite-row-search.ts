import type { DatabaseSync } from 'node:sqlite';
import type { IndexCondition } from '../../ports/index-condition.ts';
import type { IndexQuery } from '../../ports/search-index.ts';
import type { postingLists } from './postings/posting-lists.ts';
import type { postingRanker } from './postings/posting-ranker.ts';
import { bitsOf, countRows, type RowBits, rowsOfBits } from './postings/row-bits.ts';
import { matchingRows } from './sqlite-matching-rows.ts';
import { type Condition, filterCondition } from './sqlite-search-fields.ts';
import type { crawlRanker, Page, RankedRow, Ranking } from './sqlite-search-ranker.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';
import type { wordStatistics } from './sqlite-word-statistics.ts';

/** The rows that match a query. */
export type RowSearch = {
  rank(page: Page): Ranking;
  best(page: Page): RankedRow[];
  /** Ranks some of the rows that match. */
  bestOf(rows: number[]): RankedRow[];
  rows(): Uint32Array;
};

/** Most records of a crawl whose filters and conditions SQL checks, and most hits, added up over the words of a query, that FTS5 scores. */
export type SqlLimits = { records: number; hits: number };

/** Words of one condition that are one query of FTS5: the time of more grows with their square. */
const MAX_ALTERNATIVES = 500;

/** Returns the number of words or phrases in the widest part of a condition. */
function countAlternatives(condition: IndexCondition): number {
  switch (condition.match) {
    case 'and':
    case 'or':
      return Math.max(0, ...condition.parts.map(countAlternatives));
    case 'not':
      return countAlternatives(condition.part);
    case 'words':
      return condition.alternatives.length;
    default:
      return 0;
  }
}

/** What finds and ranks rows, in SQL and in memory. */
type RowSearchParts = {
  db: DatabaseSync;
  tables: CrawlTables;
  statistics: ReturnType<typeof wordStatistics>;
  ranker: ReturnType<typeof crawlRanker>;
  postings: ReturnType<typeof postingLists>;
  postingRank: ReturnType<typeof postingRanker>;
};

/**
 * Creates the search for rows of a crawl, by SQL or in memory, whichever is faster for the query.
 *
 * @param sqlLimits sizes up to which SQL is faster
 * @returns a function; `keyRows` are the only rows that may match, undefined: all rows
 */
export function rowSearcher(
  { db, tables, statistics, ranker, postings, postingRank }: RowSearchParts,
  sqlLimits: SqlLimits,
): (query: IndexQuery, keyRows: number[] | undefined) => RowSearch {
  const isRanked = ({ words, bonuses = [] }: IndexQuery) => words.length + bonuses.length > 0;

  /** Finds and ranks by SQL, for words of few records and small crawls. */
  function sqlSearch(query: IndexQuery, keyRows: number[] | undefined): RowSearch {
    const condition = filterCondition(query, tables, keyRows);
    const rank = (among: Condition, page: Page): Ranking =>
      isRanked(query) ? ranker.byWords(query, among, page) : ranker.newest(among, page);
    return {
      rank: (page) => rank(condition, page),
      best: (page) => rank(condition, page).best,
      bestOf: (rows) => rank(filterCondition(query, tables, rows), { from: 0, size: rows.length }).best,
      rows: () => matchingRows(db, tables, query, condition),
    };
  }

  /** Finds and ranks by sets of rows in memory. */
  function memorySearch(query: IndexQuery, keyRows: number[] | undefined): RowSearch {
    const matching = postingRank.matching(query, keyRows);
    const best = (among: RowBits, page: Page) =>
      isRanked(query) ? postingRank.best(query, among, page) : ranker.newestOf(among, page);
    return {
      rank: (page) => ({ total: countRows(matching), best: best(matching, page) }),
      best: (page) => best(matching, page),
      bestOf: (rows) => best(bitsOf(rows, postings.lastRow()), { from: 0, size: rows.length }),
      rows: () => rowsOfBits(matching),
    };
  }

  /** @param hasKeys only few rows may match */
  function isInSql(query: IndexQuery, hasKeys: boolean): boolean {
    const conditions = [query.condition, ...(query.bonuses ?? [])];
    if (conditions.some((one) => one && countAlternatives(one) > MAX_ALTERNATIVES)) return false;
    const isLarge = statistics.documents() > sqlLimits.records;
    if (isLarge && (Object.keys(query.filters).length > 0 || query.condition)) return false;
    const forms = query.words.flat();
    if (forms.length === 0) return hasKeys || !isLarge;
    if (isLarge && hasKeys) return false;
    // Memory ranks an index with records of earlier versions slowly, and less well.
    const maxHits = postingRank.isFast() ? sqlLimits.hits : sqlLimits.records;
    return forms.reduce((sum, form) => sum + statistics.matching(form), 0) <= maxHits;
  }

  return (query, keyRows) =>
    isInSql(query, keyRows !== undefined) ? sqlSearch(query, keyRows) : memorySearch(query, keyRows);
}
