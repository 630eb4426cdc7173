import type { Capture } from '../shared/fetch/warc/capture.ts';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';

/**
 * All that the pages know of the world: functions, so that the same pages stand before files, tables and clouds.
 * The pages ask only for crawls that `crawls` names and for ids that look like ids; whatever is thrown becomes a 500,
 * or a 503 where `isAway` knows it.
 */
export type WebPorts = {
  /** An empty question finds everything, newest first. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** @returns undefined when there is no such record (any more). */
  record(crawl: string, id: string): Promise<SearchRecord | undefined>;
  /** The stored answer of the web server that the record was made from. @returns undefined when it is not kept (any more). */
  capture(crawl: string, id: string): Promise<Capture | undefined>;
  /** @returns undefined when nothing is known of the crawl. */
  status(crawl: string): Promise<CrawlStatus | undefined>;
  /** The crawls that are open to the public; the first is the one that is shown when none is named. */
  crawls(): Promise<string[]>;
  /** Whether an error says that the search engine cannot answer at the moment, and will soon. Absent: none does. */
  isAway?(error: unknown): boolean;
  /** Told of what was thrown, for the log; visitors see none of it. */
  fault?(error: unknown, path: string): void;
};
