import type { DatabaseSync } from 'node:sqlite';
import { hasParts, type PartsTest } from '../../index/field-parts.ts';
import { isOnUrls, SEARCHED_TEXTS } from '../../index/text-fields.ts';
import { hasWholeText } from '../../index/whole-texts.ts';
import type { SearchedText, WholeTextField } from '../../ports/index-condition.ts';
import type {
  ChangedQuery,
  ChangedRecord,
  FetchTimes,
  IndexHits,
  IndexQuery,
  SimilarWordQuery,
  WordStatistics,
} from '../../ports/search-index.ts';
import type { TermPattern } from '../../query/compile/fts5.ts';
import { nearKeys, stemKey } from '../../text/duplicate-keys.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { inReadTransaction } from '../database.ts';
import { changedRecordReader } from './changes/changed-records.ts';
import { lexiconReader } from './lexicon/lexicon-reader.ts';
import { postingLists } from './postings/posting-lists.ts';
import { postingRanker } from './postings/posting-ranker.ts';
import { rowChanges } from './postings/row-changes.ts';
import { type CollapsedRow, collapseRows } from './sqlite-collapse.ts';
import { fieldColumns } from './sqlite-columns.ts';
import { countFacets } from './sqlite-facets.ts';
import { recordCounts } from './sqlite-record-counts.ts';
import { recordReader } from './sqlite-record-reader.ts';
import { type RowSearch, rowSearcher, type SqlLimits } from './sqlite-row-search.ts';
import { crawlRanker, type Ranking } from './sqlite-search-ranker.ts';
import { crawlTables, createTermViews, hasOldWords, hasUrlWords } from './sqlite-search-schema.ts';
import { textsOfFace } from './sqlite-search-writer.ts';
import { type RowOrder, rowOrder } from './sqlite-sort.ts';
import { expandTerms } from './sqlite-term-expansion.ts';
import { queryOfColumns, textColumns } from './sqlite-text-columns.ts';
import { vocabularyReader } from './sqlite-vocabulary.ts';
import { wordStatistics } from './sqlite-word-statistics.ts';
import { urlTermReader } from './url-words/url-term-reader.ts';

/** Columns that results are collapsed by. */
const COLLAPSE_FIELDS = { host: 'host' } as const;

/** Searches and reads the tables of one crawl. */
export function crawlReader(db: DatabaseSync, number: number, sqlLimits: SqlLimits) {
  const tables = crawlTables(number);
  const records = recordReader(db, tables);
  const texts: SearchedText[] = [
    ...textColumns(db, tables.words),
    ...(hasUrlWords(db, tables) ? ['url' as const] : []),
  ];
  const changes = rowChanges(db, tables, number);
  const postings = postingLists(db, tables, changes);
  const counts = recordCounts(db, tables, () => changes.version());
  const statistics = wordStatistics(db, tables, postings.countKept);
  const ranker = crawlRanker(db, number, statistics);
  const columnOf = fieldColumns(db, tables);
  const postingRank = postingRanker(db, tables, { changes, postings, statistics, columnOf });
  const searchRows = rowSearcher({ db, tables, statistics, ranker, postings, postingRank }, sqlLimits);
  createTermViews(db, tables);
  defineFunctions(db);

  const vocabulary = vocabularyReader(db, tables);

  const termsOf = lexiconReader(db, tables, statistics);
  const urlTermsOf = urlTermReader(db, tables);
  const matchingTerms = (pattern: TermPattern, limit: number) =>
    (isOnUrls(pattern.fields) ? urlTermsOf : termsOf.matching)(pattern, limit);

  const changedRecords = changedRecordReader(db, tables, records.ofRowWithoutText);

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
    const found = searchRows(query, keys ? rowsWithKeys(db, tables.near, keys) : ids && records.rowsOfIds(ids));
    const read = keys || withoutText ? records.ofRowWithoutText : records.ofRow;
    const isOrdered = collapse !== undefined || (sort !== undefined && sort.length > 0);
    const rows = facets || isOrdered ? found.rows() : undefined;
    const { total, best }: Ranking<CollapsedRow> =
      rows && isOrdered ? orderedPage(query, found, rows) : found.rank(query);
    return {
      total,
      hits: best.map(({ n, ...rest }) => ({ record: read(n), ...rest })),
      ...(limited.length > 0 && { limited }),
      ...(facets && rows && { facets: countFacets(rows, facets, columnOf) }),
    };
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

    lacksValues: counts.lacksValues,

    lackingTexts: (): SearchedText[] => SEARCHED_TEXTS.filter((text) => !texts.includes(text)),

    hasOldWords: (): boolean => hasOldWords(db, number),

    languages: (): string[] => inCurrentState(counts.languages),

    statistics: (given: readonly string[]): WordStatistics => inCurrentState(() => statistics.read(given)),

    get: records.get,
    findByUrl: records.findByUrl,
    idsOfUrls: records.idsOfUrls,
    leftAt: records.leftAt,
    firstFetches: records.firstFetches,
    after: records.after,

    titleWords: vocabulary.titleWords,

    similarWords: (query: SimilarWordQuery, limit: number): string[] =>
      inCurrentState(() => similarWords(query, limit)),

    countMatches: vocabulary.countMatches,

    changedRecords: (query: ChangedQuery): ChangedRecord[] => inReadTransaction(db, () => changedRecords(query)),

    count: counts.count,

    fetchTimes: (parts: number): FetchTimes | undefined => inReadTransaction(db, () => counts.fetchTimes(parts)),
  };
}

/** Defines the functions that queries of the index call. */
function defineFunctions(db: DatabaseSync): void {
  db.function('edit_distance', { deterministic: true }, (a, b, max) => editDistance(String(a), String(b), Number(max)));
  db.function('has_whole_text', { deterministic: true }, (face, field, text) =>
    Number(hasWholeText(textsOfFace(String(face)), field as WholeTextField, String(text))),
  );
  db.function('has_parts', { deterministic: true }, (fields, test) =>
    Number(hasParts(String(fields), JSON.parse(String(test)) as PartsTest)),
  );
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
