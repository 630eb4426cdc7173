import type { FilterValues } from '../index/search-fields.ts';
import type { IndexCondition } from './index-condition.ts';
import type { SearchRecord } from './search-record.ts';

export type { RecordValue, SearchRecord } from './search-record.ts';

/**
 * The search engine: applies changes of records and answers queries.
 * Adapters: `local/sqlite-search-index.ts` (FTS5), `aws/opensearch/opensearch-index.ts`;
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

  get(crawl: string, id: string): Promise<SearchRecord | undefined>;

  count(crawl: string): Promise<number>;

  /** Reads all records of a crawl in order of their ids, for export. */
  records(crawl: string): AsyncIterable<SearchRecord>;
}

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

export type RecordChange =
  /** `url` was seen with this content at `at`. `record.urls` holds that one URL. */
  | { kind: 'seen'; id: string; url: string; at: number; record?: SearchRecord }
  /** `url` no longer has the content `id`: the page is gone or has changed. */
  | { kind: 'left'; id: string; url: string; at: number };

export type IndexQuery = {
  /**
   * For each word the forms that the index may hold, as several languages analyse it. A document scores the best of its
   * forms. Without a condition, a record matches if it has one of the words; without words every record matches, newest first.
   */
  words: string[][];
  /** Which records match. The words then only rank. Absent: those with one of the words. */
  condition?: IndexCondition;
  /** Conditions that raise the score of records that meet them, each by the same. Only with `condition`. Absent: none. */
  bonuses?: readonly IndexCondition[];
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
  from: number;
  size: number;
};

export type IndexHits = { total: number; hits: { record: SearchRecord; score: number }[] };
