import type { FacetCounts, FacetName } from '../index/facets.ts';
import type { FilterValues } from '../index/search-fields.ts';
import type { IndexCondition, IndexSort, SearchedText } from './index-condition.ts';
import type { SearchRecord } from './search-record.ts';

export type { RecordValue, SearchRecord } from './search-record.ts';

/**
 * The search engine: applies changes of records and answers queries.
 * Adapters: `local/search-index/sqlite-search-index.ts` (FTS5), `aws/opensearch/opensearch-index.ts`;
 * contract: `test/contracts/search-index.contract.ts`.
 * Both adapters index words as the shared analysis (`text/analysis/analyze.ts`) prepares them, so both rank alike.
 */
export interface SearchIndex {
  /**
   * Applies changes. The result does not depend on their order or on repetitions: of two changes for one URL of one record
   * the later one wins, also if it says that the URL has left the record. A record is removed when its last URL has left.
   *
   * @throws RecordsRefusedError if the engine rejects records permanently
   */
  write(crawl: string, changes: readonly RecordChange[]): Promise<void>;

  search(crawl: string, query: IndexQuery): Promise<IndexHits>;

  /** Conditions on annotations are answered (`annotations/annotated-index.ts`). Absent: they match nothing. */
  readonly hasAnnotations?: true;

  /** Whether the index has records of an earlier version, which have no values of a field that came later. Conditions on it miss them. */
  lacksValues(crawl: string, field: LaterField): Promise<boolean>;

  /** Returns the texts that an index of an earlier version does not have. Conditions on them alone match nothing. */
  lackingTexts(crawl: string): Promise<SearchedText[]>;

  /** Whether the words of the index are those of an earlier version (`text/analysis/words-version.ts`), so that some words of queries differ from them. */
  hasOldWords(crawl: string): Promise<boolean>;

  /** Returns the languages of the records, ISO 639-1 or `und`, those of the most records first. */
  languages(crawl: string): Promise<string[]>;

  /** Counts the records that have each word, for scoring (`search/ranking/`). */
  statistics(crawl: string, words: readonly string[]): Promise<WordStatistics>;

  get(crawl: string, id: string): Promise<SearchRecord | undefined>;

  /**
   * Returns the record that has a URL; of several, the one where it was seen last. On one machine it reads all URLs of the crawl, because
   * only stacks ask for it.
   */
  findByUrl(crawl: string, url: string): Promise<SearchRecord | undefined>;

  /**
   * Returns the ids of the records that have these URLs, by URL; of several records, the one where the URL was seen last. On one machine it
   * reads all URLs of the crawl.
   *
   * @param urls at most 5,000
   */
  idsOfUrls(crawl: string, urls: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /**
   * Returns when a URL left a record, epoch ms. Undefined if the URL has the record or never had it. The index may forget URLs that left more
   * than 35 days before the latest changes.
   */
  leftAt(crawl: string, id: string, url: string): Promise<number | undefined>;

  count(crawl: string): Promise<number>;

  /**
   * Counts the records by the time of their latest fetch with this text, in at most `parts` equal parts of the time from the first to the
   * last fetch.
   *
   * @returns undefined if there are no records
   */
  fetchTimes(crawl: string, parts: number): Promise<FetchTimes | undefined>;

  /**
   * Returns words of titles and headings (`text/analysis/title-words.ts`): those of the most records first, equal ones in
   * alphabetical order, which is that of their code points. All are in lower case, as the words of the query must be.
   */
  titleWords(crawl: string, query: WordQuery, size: number): Promise<TitleWord[]>;

  /**
   * Returns words of the index that are similar to one of the given ones, which are left out or not: nearest first, equally near
   * ones by the number of their records. The share of letters that differ says how near they are (`text/similar-words.ts`). Of
   * several given words, those of the first come first.
   */
  similarWords(crawl: string, query: SimilarWordQuery, limit: number): Promise<string[]>;

  /** Returns for each word, given by its forms, the number of records that have one of them, at most `limit`. */
  countMatches(crawl: string, words: readonly (readonly string[])[], limit: number): Promise<number[]>;

  /**
   * Lists records by the time of their latest change: those that are shown, and those that were removed in the last 35 days, by the time of
   * the removal and not that of the page. A page that is fetched again with the same content may count as a change. Ask only for times that
   * have passed (`before`): the index gives a change a time that is a little ahead, when all readers can see it.
   */
  changedRecords(crawl: string, query: ChangedQuery): Promise<ChangedRecord[]>;

  /**
   * Returns when the reindex began or ended that has made the index, epoch milliseconds. 0 or 1: it was not made by a reindex. An index that was
   * rebuilt does not know what was removed before.
   */
  rebuiltAt(crawl: string): Promise<number>;

  /** Reads all records of a crawl in order of their ids, for export. */
  records(crawl: string): AsyncIterable<SearchRecord>;
}

/** Stored search fields that came later: the day of the first fetch with the present text, and the licence. */
export type LaterField = 'fetchedDay' | 'licence';

/** Selects changes of records, in the order of their times. All conditions must match. */
export type ChangedQuery = {
  /** Only changes after this one in the list. Absent: from the first on. */
  after?: Pick<ChangedRecord, 'at' | 'key'>;
  /** Only changes at this time or later. Epoch milliseconds; absent: all. */
  from?: number;
  /** Only changes before this time. Epoch milliseconds. */
  before: number;
  /** Only records of this class, or of one below it. Absent: all. */
  class?: string;
  /** Only the change of this record; `after`, `from`, `before` and `class` do not count. Absent: all. */
  id?: string;
  size: number;
};

/** The last change of a record: it was written or removed. */
export type ChangedRecord = {
  id: string;
  /** When the record has changed. Epoch milliseconds; 0 if it was written by an earlier version that did not note it. */
  at: number;
  /** Tells the records of one time apart, in their order. */
  key: string;
  /** Classes of the record; of a removed one, those that it had, maybe with those above them. */
  classes: string[];
  /** The record without its text; absent if it was removed. */
  record?: SearchRecord;
};

/** Permanently rejected records: a retry fails again. The other records of the write were written. */
export class RecordsRefusedError extends Error {
  override readonly name = 'RecordsRefusedError';
  /** Number of rejected records. */
  readonly records: number;

  constructor(message: string, records: number) {
    super(message);
    this.records = records;
  }
}

/**
 * A change of the record of a text. Times are epoch milliseconds. Of several changes for one URL the latest counts, in whatever
 * order they arrive.
 */
export type RecordChange =
  /** `url` was seen with this content at `at`. `record.urls` holds that one URL. */
  | { kind: 'seen'; id: string; url: string; at: number; record?: SearchRecord }
  /** `url` no longer has the content `id`: the page is gone or has changed. */
  | { kind: 'left'; id: string; url: string; at: number };

/** A query of the search engine: which records match, how they are ranked, and which of them are returned. */
export type IndexQuery = {
  /**
   * For each word the forms that the index may hold, as several languages analyse it. A document scores the best of its
   * forms. A form with blanks is a phrase: engines know no such word, so the query has a condition, and `rankedSearch` gives them the
   * words of the phrase. Without a condition, a record matches if it has one of the words; without words every record matches, newest
   * first.
   */
  words: string[][];
  /** Factors on the scores of forms. A form without one counts as its rarity says. Absent: no form has one. */
  weights?: ReadonlyMap<string, number>;
  /** Which records match. The words then only rank. Absent: those with one of the words. */
  condition?: IndexCondition;
  /** Conditions that raise the score of records that meet them, each by the same. Only with `condition`. Absent: none. */
  bonuses?: readonly IndexCondition[];
  /** Ranks records with all words above those with some. Absent: by their scores alone. */
  allWordsFirst?: boolean;
  /** All filters must match. */
  filters: FilterValues;
  /**
   * Only records that share a key (`text/duplicate-keys.ts`) with one of these fingerprints: most records that differ in at most
   * 6 bits, and some others. Hits come without `text`. Absent: all records.
   */
  near?: readonly string[];
  /**
   * Only records with one of these stems, and hardly any others. Hits come without `text`. Absent: all records. Cannot be
   * combined with `near`.
   */
  stems?: readonly string[];
  /** Only these records, at most 1,000. Absent: all. Cannot be combined with `near` or `stems`. */
  ids?: readonly string[];
  /** Order of the hits. Equal ones, and all without it, are ranked; records without the field come last. */
  sort?: readonly IndexSort[];
  /** Only the best record of each host is a hit. Absent: all records. */
  collapse?: 'host';
  /** Which facets are counted, each with at most `size` values. Absent: none, at no cost. */
  facets?: { names: readonly FacetName[]; size: number };
  /** Hits come without `text`. Absent: with it, unless the query has `near` or `stems`. */
  withoutText?: boolean;
  from: number;
  size: number;
};

/** Selects words of titles and headings, for completion, browsing and correction. */
export type WordQuery =
  /**
   * Words that begin so, in any spelling that a search takes for the same in these languages (`text/analysis/letter-spellings.ts`). ISO 639-1.
   * `asTyped`: only in this spelling. Absent: in any.
   */
  | { prefix: string; languages: readonly string[]; asTyped?: true }
  /** This word and those after it, or those before it, in alphabetical order from it on. */
  | { from: string }
  | { before: string }
  /** Words that differ in at most so many edits (`text/edit-distance.ts`), the first `commonStart` letters in none. */
  | { similarTo: string; maxEdits: number; commonStart: number };

/** Times of the first and the last fetch, epoch ms, and the number of records in each part of the time between. */
export type FetchTimes = { first: number; last: number; counts: number[] };

/** Words, and the number of letters in which similar ones may differ: 1 or 2. */
export type SimilarWordQuery = { words: readonly string[]; maxEdits: number };

/** A word, and the number of records that have it in their title or headings. */
export type TitleWord = { word: string; records: number };

/** The requested part of the matching records, best first, and figures about all of them. */
export type IndexHits = {
  total: number;
  /** `others`: number of other records of the host that match. Only there if the query collapses hosts. */
  hits: { record: SearchRecord; score: number; others?: number }[];
  /** An index of an earlier version cannot collapse: all records are hits. Rebuilding it helps. Absent: they are as asked for. */
  notCollapsed?: true;
  /** Patterns of the query that match more words than are searched for. Absent: none. */
  limited?: readonly string[];
  /** Exact counts over all records that match. Only there if the query asks for them. */
  facets?: FacetCounts;
};

/** `documents`: number of records. `matching`: word → number of records that have it; absent: none. Both may be estimates. */
export type WordStatistics = { documents: number; matching: ReadonlyMap<string, number> };
