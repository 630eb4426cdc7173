import type { RecordChange } from './search-index.ts';

/**
 * A second index of a crawl: a reindexing fills it while the current one is searched and written to.
 * Adapter: `aws/opensearch/opensearch-reindex.ts`.
 */
export interface NewIndex {
  /**
   * Opens the index before a run of writes. Deletes it if it is outdated.
   *
   * @param mayCreate whether to create a missing index, with the current fields
   * @returns false if there is nothing to do: the crawl has a later index, or this one was deleted
   */
  open(crawl: string, at: number, mayCreate: boolean): Promise<boolean>;

  /** Writes changes to the new index, with the guarantees of `SearchIndex.write`. */
  write(crawl: string, at: number, changes: readonly RecordChange[]): Promise<void>;

  /**
   * Replaces the current index by the new one, atomically for all readers and writers, and deletes the old one. May be
   * repeated.
   *
   * @returns false if nothing was moved, for the reasons of `open`
   */
  move(crawl: string, at: number): Promise<boolean>;
}

/**
 * Lists the objects with records of a crawl, in order of their keys.
 * Adapter: `aws/s3/s3-records.ts`.
 *
 * @param after only keys after this one
 */
export type ListRecords = (crawl: string, after?: string) => AsyncIterable<{ key: string; keptAt: number }>;
