import type { DatabaseSync } from 'node:sqlite';
import { SEARCH_FIELDS, type SearchField } from '../index/search-fields.ts';
import { isOnUrls, SEARCHED_TEXTS } from '../index/text-fields.ts';
import { hasWholeText } from '../index/whole-texts.ts';
import type { IndexCondition, SearchedText, WholeTextField } from '../ports/index-condition.ts';
import type {
  ChangedQuery,
  ChangedRecord,
  FetchTimes,
  IndexHits,
  IndexQuery,
  SimilarWordQuery,
  WordStatistics,
} from '../ports/search-index.ts';
import type { PageFields, SearchRecord } from '../ports/search-record.ts';
import type { TermPattern } from '../query/compile/fts5.ts';
import { nearKeys, stemKey } from '../text/duplicate-keys.ts';
import { editDistance } from '../text/edit-distance.ts';
import { timeRanges } from '../text/time-ranges.ts';
import { changedRecordReader } from './changes/changed-records.ts';
import { inReadTransaction } from './database.ts';
import { lexiconReader } from './lexicon/lexicon-reader.ts';
import { postingLists } from './postings/posting-lists.ts';
import { postingRanker } from './postings/posting-ranker.ts';
import { bitsOf, countRows, rowsOfBits } from './postings/row-bits.ts';
import { rowChanges } from './postings/row-changes.ts';
import { type CollapsedRow, collapseRows } from './sqlite-collapse.ts';
import { fieldColumns } from './sqlite-columns.ts';
import { countFacets } from './sqlite-facets.ts';
import { matchingRows } from './sqlite-matching-rows.ts';
import { type Condition, columnValues, filterCondition } from './sqlite-search-fields.ts';
import { crawlRanker, type Page, type RankedRow, type Ranking } from './sqlite-search-ranker.ts';
import { crawlTables, createTermViews, hasUrlWords } from './sqlite-search-schema.ts';
import { textsOfFace } from './sqlite-search-writer.ts';
import { type RowOrder, rowOrder } from './sqlite-sort.ts';
import { expandTerms } from './sqlite-term-expansion.ts';
import { queryOfColumns, textColumns } from './sqlite-text-columns.ts';
import { vocabularyReader } from './sqlite-vocabulary.ts';
import { wordStatistics } from './sqlite-word-statistics.ts';
import { urlTermReader } from './url-words/url-term-reader.ts';

type RecordRow = { n: number; id: string; shown: string; text: string; page: string };

/** The rows that match a query. */
type RowSearch = {
  rank(page: Page): Ranking;
  best(page: Page): RankedRow[];
  /** Ranks some of the rows that match. */
  bestOf(rows: number[]): RankedRow[];
  rows(): Uint32Array;
};

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

const LANGUAGE: SearchField = SEARCH_FIELDS.find(({ property }) => property === 'language')!;

/** Columns that results are collapsed by. */
const COLLAPSE_FIELDS = { host: 'host' } as const;

/** Most records of a crawl whose filters and conditions SQL checks, and most hits, added up over the words of a query, that FTS5 scores. */
export type SqlLimits = { records: number; hits: number };

/** Searches and reads the tables of one crawl. */
export function crawlReader(db: DatabaseSync, number: number, sqlLimits: SqlLimits) {
  const tables = crawlTables(number);
  const { record, url } = tables;
  const joined = `${record} r JOIN ${url} u ON u.n = r.n AND u.url = r.shown`;
  const columns = `r.n, r.id, r.shown, r.text, u.page FROM ${joined}`;
  const byNumber = db.prepare(`SELECT ${columns} WHERE r.n = ?`);
  const byNumberWithoutText = db.prepare(`SELECT r.n, r.id, r.shown, '' AS text, u.page FROM ${joined} WHERE r.n = ?`);
  const byId = db.prepare(`SELECT ${columns} WHERE r.id = ?`);
  const numbersOfIds = db.prepare(
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
  const following = db.prepare(`SELECT ${columns} WHERE r.id > ? ORDER BY r.id LIMIT ?`);
  const liveUrls = db.prepare(`SELECT url, at FROM ${url} WHERE n = ? AND live = 1 ORDER BY first, length(url), url`);
  const tombstone = db.prepare(
    `SELECT u.at FROM ${record} r JOIN ${url} u ON u.n = r.n WHERE r.id = ? AND u.url = ? AND u.live = 0`,
  );
  const countShown = db.prepare(`SELECT count(*) AS total FROM ${record} WHERE shown IS NOT NULL`);
  // Records that the latest version has not written have the lowest transaction numbers.
  const oldest = db.prepare(
    `SELECT fetchedDay FROM ${record} INDEXED BY ${record}_facets WHERE shown IS NOT NULL ORDER BY version LIMIT 1`,
  );
  // The index has all columns of fields, so no texts are read.
  const countLanguages = db.prepare(
    `SELECT language FROM ${record} INDEXED BY ${record}_facets WHERE shown IS NOT NULL
     GROUP BY language ORDER BY count(*) DESC, language`,
  );
  const ends = db.prepare(`SELECT (SELECT min(fetched) FROM ${record} WHERE shown IS NOT NULL) AS first,
    (SELECT max(fetched) FROM ${record} WHERE shown IS NOT NULL) AS last`);
  const countFetched = db.prepare(
    `SELECT count(*) AS n FROM ${record} WHERE shown IS NOT NULL AND fetched >= ? AND fetched < ?`,
  );
  const texts: SearchedText[] = [
    ...textColumns(db, tables.words),
    ...(hasUrlWords(db, tables) ? ['url' as const] : []),
  ];
  const changes = rowChanges(db, tables, number);
  const postings = postingLists(db, tables, changes);
  const statistics = wordStatistics(db, tables, postings.countKept);
  const ranker = crawlRanker(db, number, statistics);
  const columnOf = fieldColumns(db, tables);
  const postingRank = postingRanker(db, tables, changes, postings, statistics, columnOf);
  createTermViews(db, tables);
  db.function('edit_distance', { deterministic: true }, (a, b, max) => editDistance(String(a), String(b), Number(max)));
  db.function('has_whole_text', { deterministic: true }, (face, field, text) =>
    Number(hasWholeText(textsOfFace(String(face)), field as WholeTextField, String(text))),
  );

  const vocabulary = vocabularyReader(db, tables);

  const termsOf = lexiconReader(db, tables, statistics);
  const urlTermsOf = urlTermReader(db, tables);
  const matchingTerms = (pattern: TermPattern, limit: number) =>
    (isOnUrls(pattern.fields) ? urlTermsOf : termsOf.matching)(pattern, limit);

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

  const changedRecords = changedRecordReader(db, tables, (n) => recordOf(byNumberWithoutText.get(n) as RecordRow));

  function get(id: string): SearchRecord | undefined {
    const row = byId.get(id) as RecordRow | undefined;
    return row && recordOf(row);
  }

  const rowsWithIds = (ids: readonly string[]): number[] =>
    (numbersOfIds.all(JSON.stringify([...new Set(ids)])) as { n: number }[]).map(({ n }) => n);

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
    const best = (page: Page) =>
      isRanked(query) ? postingRank.best(query, matching, page) : ranker.newestOf(matching, page);
    return {
      rank: (page) => ({ total: countRows(matching), best: best(page) }),
      best,
      bestOf: (rows) =>
        isRanked(query)
          ? postingRank.best(query, bitsOf(rows, postings.lastRow()), { from: 0, size: rows.length })
          : ranker.newestOf(bitsOf(rows, postings.lastRow()), { from: 0, size: rows.length }),
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

  function searchRows(query: IndexQuery, keyRows: number[] | undefined): RowSearch {
    if (isInSql(query, keyRows !== undefined)) return sqlSearch(query, keyRows);
    return memorySearch(query, keyRows);
  }

  /** Returns a page of rows that are sorted, or collapsed, or both. */
  function orderedPage(query: IndexQuery, found: RowSearch, rows: Uint32Array): Ranking<CollapsedRow> {
    const { sort = [], collapse, from, size } = query;
    const order = sort.length > 0 ? rowOrder(sort, columnOf) : undefined;
    /** Ranks only the rows that may be on the page, and then sorts them: equal ones stay in the order of their rank. */
    const sorted = (by: RowOrder, limit: number) =>
      found
        .bestOf(by.first(rows, limit))
        .sort((a, b) => by.compare(a.n, b.n))
        .slice(0, limit);
    const firstRows = (limit: number) => (order ? sorted(order, limit) : found.best({ from: 0, size: limit }));
    const column = collapse && columnOf(COLLAPSE_FIELDS[collapse]);
    const best = column ? collapseRows(rows, firstRows, column, query) : firstRows(from + size).slice(from);
    return { total: rows.length, best };
  }

  function search(given: IndexQuery): IndexHits {
    const { query, limited } = expandTerms(queryOfColumns(given, texts), matchingTerms);
    const { near, stems, ids, withoutText, facets, sort, collapse } = query;
    const keys = near?.flatMap(nearKeys) ?? stems?.map(stemKey);
    const found = searchRows(query, keys ? rowsWithKeys(db, tables.near, keys) : ids && rowsWithIds(ids));
    const rowOf = keys || withoutText ? byNumberWithoutText : byNumber;
    const isOrdered = collapse !== undefined || (sort !== undefined && sort.length > 0);
    const rows = facets || isOrdered ? found.rows() : undefined;
    const { total, best }: Ranking<CollapsedRow> =
      rows && isOrdered ? orderedPage(query, found, rows) : found.rank(query);
    return {
      total,
      hits: best.map(({ n, ...rest }) => ({ record: recordOf(rowOf.get(n) as RecordRow), ...rest })),
      ...(limited.length > 0 && { limited }),
      ...(facets && rows && { facets: countFacets(rows, facets, columnOf) }),
    };
  }

  let counted: { version: number; languages: string[] } | undefined;

  /** Reads a value of each record, 25 ms for 100,000 of them, so the languages are kept until the next write. */
  function languages(): string[] {
    const version = changes.version();
    if (counted?.version !== version) {
      const values = countLanguages.all() as { language: string | null }[];
      const names = values.flatMap(({ language }) => (language === null ? [] : columnValues(LANGUAGE, language)));
      counted = { version, languages: names };
    }
    return counted.languages;
  }

  /** Counts each part by the index of times (`_newest`), without reading rows. */
  function fetchTimes(parts: number): FetchTimes | undefined {
    const { first, last } = ends.get() as { first: number | null; last: number | null };
    if (first === null || last === null) return undefined;
    const counts = timeRanges(first, last, parts).map(
      ({ from, before }) => (countFetched.get(from, before) as { n: number }).n,
    );
    return { first, last, counts };
  }

  /** Reads one state of the index. Counts of words come from sets of rows, which follow the log of changes. */
  const inCurrentState = <T>(read: () => T): T =>
    inReadTransaction(db, () => {
      changes.refresh();
      return read();
    });

  function similarWords({ words, maxEdits }: SimilarWordQuery, limit: number): string[] {
    const found = words.flatMap((word) => termsOf.similar(word, maxEdits).map((one) => one.word));
    return [...new Set(found)].slice(0, limit);
  }

  return {
    search: (query: IndexQuery): IndexHits => inCurrentState(() => search(query)),

    lacksFetchDays: (): boolean => (oldest.get() as { fetchedDay: string | null } | undefined)?.fetchedDay === null,

    lackingTexts: (): SearchedText[] => SEARCHED_TEXTS.filter((text) => !texts.includes(text)),

    languages: (): string[] => inCurrentState(languages),

    statistics: (given: readonly string[]): WordStatistics => inCurrentState(() => statistics.read(given)),

    get,

    findByUrl(of: string): SearchRecord | undefined {
      const found = byUrl.get(of) as { id: string } | undefined;
      return found && get(found.id);
    },

    /** The record where a URL was seen last comes last. */
    idsOfUrls: (urls: readonly string[]): Map<string, string> =>
      new Map(
        (idsOfUrls.all(JSON.stringify(urls)) as { url: string; id: string }[]).map(({ url: one, id }) => [one, id]),
      ),

    leftAt: (id: string, of: string): number | undefined => (tombstone.get(id, of) as { at: number } | undefined)?.at,

    titleWords: vocabulary.titleWords,

    similarWords: (query: SimilarWordQuery, limit: number): string[] =>
      inCurrentState(() => similarWords(query, limit)),

    countMatches: vocabulary.countMatches,

    changedRecords: (query: ChangedQuery): ChangedRecord[] => inReadTransaction(db, () => changedRecords(query)),

    count: (): number => (countShown.get() as { total: number }).total,

    fetchTimes: (parts: number): FetchTimes | undefined => inReadTransaction(db, () => fetchTimes(parts)),

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
