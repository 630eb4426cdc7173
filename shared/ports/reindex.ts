import type { RecordChange } from './search-index.ts';

/**
 * A crawl's records written anew, aside, under another index, while the one that is there is searched and written to.
 * Adapter: `aws/opensearch-reindex.ts`.
 */
export interface NewIndex {
  /**
   * Asked before a run of writes. An index that is outdated goes.
   *
   * @param make an index that is not there is made, with the fields of now; else it was, and somebody took it away.
   * @returns false: the crawl has the index of a later time, or this one was taken away. Nothing is left to do.
   */
  open(crawl: string, at: number, make: boolean): Promise<boolean>;

  /** Writes changes to the new index. Same promises as `SearchIndex.write`. */
  write(crawl: string, at: number, changes: readonly RecordChange[]): Promise<void>;

  /**
   * From here on readers and writers of the crawl have the new index, at once and all together; the one before is gone. May be
   * repeated.
   *
   * @returns as of `open`; false: nothing was moved.
   */
  move(crawl: string, at: number): Promise<boolean>;
}

/**
 * The objects of records of a crawl, in order of their keys.
 * Adapter: `aws/s3-records.ts`.
 *
 * @param after only those behind this key.
 */
export type ListRecords = (crawl: string, after?: string) => AsyncIterable<{ key: string; keptAt: number }>;
