import type { RecordChange } from './search-index.ts';

/**
 * A crawl's records written anew, aside, under another index, while the one that is there is searched and written to.
 * Adapter: `aws/opensearch-reindex.ts`.
 */
export interface NewIndex {
  /** Writes changes to the new index, which is made by the first of them, with the fields of now. Same promises as `SearchIndex.write`. */
  write(crawl: string, at: number, changes: readonly RecordChange[]): Promise<void>;

  /**
   * From here on readers and writers of the crawl have the new index, at once and all together; the one before is gone. May be
   * repeated.
   */
  move(crawl: string, at: number): Promise<void>;
}

/**
 * The objects of records of a crawl, in order of their keys.
 * Adapter: `aws/s3-records.ts`.
 *
 * @param after only those behind this key.
 */
export type ListRecords = (crawl: string, after?: string) => AsyncIterable<{ key: string; keptAt: number }>;
