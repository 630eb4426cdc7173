import type { Capture } from '../shared/fetch/warc/capture.ts';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';

/**
 * What the pages need from their surroundings, as functions: the same pages run over local files and over AWS.
 * The pages only ask for crawls that `crawls` returns and for well-formed ids. An error becomes a 500, or a 503 if
 * `isSearchUnavailable` recognises it.
 */
export type WebPorts = {
  /** An empty query matches all records, newest first. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Returns undefined if there is no such record. */
  record(crawl: string, id: string): Promise<SearchRecord | undefined>;
  /** Returns the stored response that the record was made from, or undefined if it is no longer kept. */
  capture(crawl: string, id: string): Promise<Capture | undefined>;
  /** Returns undefined if the crawl is unknown. */
  status(crawl: string): Promise<CrawlStatus | undefined>;
  /** Returns the public crawls. The first is the default. */
  crawls(): Promise<string[]>;
  /** Tells whether an error means that the search engine is temporarily unavailable. Default: no error does. */
  isSearchUnavailable?(error: unknown): boolean;
  /** Logs an error. Visitors do not see its message. */
  logError?(error: unknown, path: string): void;
};
