import type { Hono } from 'hono';
import type { CutOff } from '../shared/classify/judge.ts';
import type { TopicReport } from '../shared/classify/review/report-topic.ts';
import type { ExplainedUrl } from '../shared/classify/review/topic-explanation.ts';
import type { Capture } from '../shared/fetch/warc/capture.ts';
import type { CrawlStatus } from '../shared/frontier/explain/status.ts';
import type { ChangedQuery, ChangedRecord, FetchTimes, SearchRecord, TitleWord } from '../shared/ports/search-index.ts';
import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';
import type { Menus } from '../shared/search/menus.ts';
import type { PageVersions, VersionsPlace } from '../shared/search/page-versions.ts';
import type { RecordsAnswer, RecordsRequest } from '../shared/search/search-records.ts';
import type { SimilarPage } from '../shared/search/similar-pages.ts';
import type { Suggestion } from '../shared/search/suggest.ts';
import type { WebAnnotations } from './annotations/web-annotations.ts';
import type { Brand } from './brand.ts';
import type { CachedCopy } from './cached/read-copy.ts';
import type { WebControl } from './control/control.ts';
import type { WebJudging } from './judge/judging.ts';
import type { Language } from './language/table.ts';
import type { SqiSources } from './sqi/asynchronous.ts';
import type { SqiSessions } from './sqi/sessions.ts';
import type { ComparedVersions } from './versions/diff-texts.ts';

/** Number of bars of the chart of pages over time: as many as can be told apart on a phone. */
export const TIME_PARTS = 30;

/** A host of a running crawl. Times in epoch milliseconds. */
export type CrawlHost = {
  host: string;
  /** Whether a visit is going on. */
  isVisited: boolean;
  /** When the next request may be sent; in the past: as soon as a visit begins. */
  nextAt: number;
  /** Pause between two requests: the setting, `Crawl-delay` or back-off. Milliseconds. Absent: it was not visited yet. */
  pauseMs?: number;
};

/** A search of a visitor as it is logged. Nothing in it identifies the visitor. */
export type LoggedSearch = {
  /** Names of the searched crawls, joined by commas. */
  crawl: string;
  q: string;
  /** Filters by the names of their parameters. Absent: none. */
  filters?: Record<string, string>;
  /** Number of matching records. */
  total: number;
  /** The query that was offered instead. Absent: none. */
  didYouMean?: string;
  /** Format of the answer: `html` for the search page. */
  format: string;
};

/**
 * What the pages need from their surroundings, as functions: the same pages run over local files and over AWS.
 * The pages only ask for crawls that `crawls` returns and for well-formed ids. An error becomes a 500, or a 503 if
 * `isSearchUnavailable` or `isSearchTimeout` recognises it.
 */
export type WebPorts = {
  /** An empty query matches all records, newest first. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Logs a search with words on `/search`, but not its later pages. Absent: none is logged. */
  logSearch?(search: LoggedSearch): void;
  /** Answers a query in CQL or PLQL with whole records. Absent: SRU and SQI are not offered. */
  searchRecords?(request: RecordsRequest): Promise<RecordsAnswer>;
  /** Sessions of SQI, in the memory of this process. Absent: SQI is not offered. */
  sqiSessions?: SqiSessions;
  /** Servers that may get the results of asynchronous queries of SQI. Absent: asynchronous queries are refused. */
  sqiSources?: SqiSources;
  /** Returns words of titles and headings in their order (`SearchIndex.titleWords`). Absent: they are not listed. */
  titleWords?(crawl: string, query: { from: string } | { before: string }, size: number): Promise<TitleWord[]>;
  /** Returns the menus of the search form, which may be minutes old. Absent: its filters are inputs for text. */
  menus?(crawl: string): Promise<Menus>;
  /** Completes the last word of a query. Absent: nothing is suggested. */
  suggest?(request: { crawl: string; q: string; size: number }): Promise<Suggestion[]>;
  /** Returns undefined if there is no such record. */
  record(crawl: string, id: string): Promise<SearchRecord | undefined>;
  /** Lists changes of records (`SearchIndex.changedRecords`). Absent: OAI-PMH and `/changes` are not offered. */
  changedRecords?(crawl: string, query: ChangedQuery): Promise<ChangedRecord[]>;
  /** Tells the index of a crawl from others that had its name (`search/index-identity.ts`). Absent: `/changes` is not offered. */
  indexIdentity?(crawl: string): Promise<string>;
  /** Mail address of those who run the server, for harvesters. Default: `webmaster` at its host. */
  contact?: string;
  /** Returns at most `size` pages on the subject of a record. Absent: none are shown. */
  similar?(crawl: string, record: SearchRecord, size: number): Promise<SimilarPage[]>;
  /** Returns the stored response that the record was made from, or undefined if it is no longer kept. */
  capture(crawl: string, id: string): Promise<Capture | undefined>;
  /** Maximum size of a document that can be downloaded, in bytes. Absent: 100 MB. */
  maxFileBytes?: number;
  /**
   * Returns the copy of a record that may be shown, `noarchive` if its publisher forbids copies, or undefined if it is no longer kept.
   * Absent: the app makes it of the capture, which takes up to a second of CPU.
   */
  cachedCopy?(crawl: string, record: SearchRecord): Promise<CachedCopy | 'noarchive' | undefined>;
  /** Returns the captures of the URLs of a record from a place on. Default: from the newest on. Absent: none are shown. */
  versions?(crawl: string, record: SearchRecord, place?: Partial<VersionsPlace>): Promise<PageVersions>;
  /** Compares the texts of two captures of a record by the times of their fetches, epoch ms. Returns undefined if one is missing. */
  compareVersions?(
    crawl: string,
    record: SearchRecord,
    times: readonly [number, number],
  ): Promise<ComparedVersions | undefined>;
  /**
   * Counts the records by the time of their fetch, in at most `TIME_PARTS` parts. Returns undefined if there are none. Absent: the times are
   * not shown.
   */
  fetchTimes?(crawl: string): Promise<FetchTimes | undefined>;
  /** Returns undefined if the crawl is unknown. */
  status(crawl: string): Promise<CrawlStatus | undefined>;
  /** Returns the thresholds of the crawl's topic, or an empty list. Absent: they are not shown. */
  cutOffs?(crawl: string): Promise<readonly CutOff[]>;
  /**
   * Returns the pages close to the cut-off, or undefined if the crawl has no topic. Absent: they are not shown. It reads stored
   * pages, so it should keep its result for a while.
   */
  topicReport?(crawl: string): Promise<TopicReport | undefined>;
  /** Explains what happened to a URL in a crawl. Absent: not offered. */
  explain?(crawl: string, url: string): Promise<Pick<ExplainedUrl, 'url' | 'state' | 'steps'>>;
  /** Lists the hosts of a crawl that are visited next. Absent: they are not shown. */
  hosts?(crawl: string): Promise<readonly CrawlHost[]>;
  /** Lets visitors pause, stop and resume crawls. Absent: they cannot. */
  control?: WebControl;
  /**
   * Adds the requests that manage crawls (`crawls/crawl-routes.ts`). Only `thresher serve` passes them in, so that no function of a stack
   * contains them. Absent: there are none.
   */
  crawlRoutes?(app: Hono): void;
  /**
   * Tells whether a response that stays open, for server-sent events, may use these ports any longer. One that may not ends, and the
   * browser asks again. Absent: no response may stay open; the crawl page polls.
   */
  mayStream?(): boolean;
  /** Comments of people on pages. Absent: there are none, and people cannot sign in. */
  annotations?: WebAnnotations;
  /** Lets visitors judge pages. Absent: they cannot, and nothing is written. */
  judging?: WebJudging;
  /** Language of the pages for visitors whose browser asks for none that the pages have. Default: English. */
  language?: Language;
  /** Name of the site, and links below each page. Default: `DEFAULT_BRAND`. */
  brand?: Brand;
  /** Websites whose scripts may read responses (CORS): scheme and host, or `*`. MCP takes requests of no others. Default: none. */
  origins?: readonly string[];
  /** Returns the public crawls. The first is the default. */
  crawls(): Promise<string[]>;
  /** Tells whether an error means that the search engine is temporarily unavailable. Default: no error does. */
  isSearchUnavailable?(error: unknown): boolean;
  /** Tells whether an error means that a search exceeded its time limit. Default: no error does. */
  isSearchTimeout?(error: unknown): boolean;
  /** Tells whether an error means that the stored data are read-only for this process. Default: no error does. */
  isReadOnly?(error: unknown): boolean;
  /** Logs an error. Visitors do not see its message. */
  logError?(error: unknown, path: string): void;
};
