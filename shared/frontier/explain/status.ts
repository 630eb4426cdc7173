import type { Reason } from '../../url/reason.ts';
import type { CrawlLimit } from '../dispatch/limit.ts';

/**
 * States of a crawl. `running`: something is due now or soon, or is being processed. `incomplete`: nothing can be done now, but hosts
 * rest, URLs wait, or stages could not process objects. `done`: nothing is left. `paused` and `stopped`: by command.
 */
export const CRAWL_STATUS_STATES = ['running', 'paused', 'stopped', 'incomplete', 'done'] as const;

/** Status of a crawl, as shown by `status`, the last line of `crawl --json` and the crawl page. The shape is fixed; fields may be added. */
export type CrawlStatus = {
  crawl: string;
  state: (typeof CRAWL_STATUS_STATES)[number];
  /** Whether `running` is due work only: no process on this machine works on it. Absent: one does, or the crawl is in a stack. */
  unattended?: true;
  /** Number of pages fetched, as `limits.pages` counts them (`frontier/counted-page.ts`). */
  pages: number;
  /** Number of pages in `pages` that were refused or failed, each attempt once. Absent: none, or an earlier version fetched them. */
  unfetchedPages?: number;
  /** Number of URLs with a committed outcome, also those that a rule refused without a request. `outcomes` adds up to it. */
  urls: number;
  /** Number of URLs per outcome: fetched, unchanged, redirected, gone, refused, failed. */
  outcomes: Record<string, number>;
  /** Number of URLs per reason, for outcomes with a reason. */
  reasons: Record<string, number>;
  verdicts: Record<string, number>;
  /** Number of documents on which a topic plug-in failed. Absent: none. */
  filterFailures?: number;
  /** Number of documents that the document filter accepted and rejected. Absent: it judged none. */
  documents?: { accepted: number; rejected: number };
  /** Whether the crawl has topic filters: without any, every page is on topic. Absent if the settings were not read. */
  hasTopic?: boolean;
  /** Number of links that were not followed, per reason. */
  links: Record<string, number>;
  /**
   * Those of `links` that a limit of the settings refused, by its name, such as `limits.maxDepth`. They stay when the limit is raised. Absent: none,
   * or the settings were not read.
   */
  limitedLinks?: Record<string, number>;
  /** Number of searchable records; null if the search engine does not respond. */
  records: number | null;
  /**
   * Whether the words of the search index are those of an earlier version, so that some queries miss pages until `thresher reindex`. Absent: no, or the
   * search engine does not respond.
   */
  oldIndex?: true;
  hosts: number;
  /**
   * Time at which the hosts of a large crawl in a stack were counted, ISO 8601: `hosts`, `due`, `bestClasses` and `resting` are of this time.
   * Absent: they are current.
   */
  countedAt?: string;
  /** Whether the crawl has changed since `countedAt`; dispatch counts its hosts again. Absent: no. */
  outdated?: true;
  /** Number of hosts that are due now. */
  due: number;
  /** Since when the host that has waited longest is due, ISO 8601. Absent: no host is due. */
  dueSince?: string;
  /** Number of hosts with URLs to fetch, by the best priority class of these URLs: 0 (first) to 7 (last). */
  bestClasses: Record<string, number>;
  /** Number of accepted URLs without an outcome. `urls` + `waiting` is the number of URLs ever accepted. */
  waiting: number;
  /**
   * Number of stored objects, each of up to some hundred pages, that are not cleaned, classified or indexed yet, of all crawls that share the
   * queues. The crawl is not `done` before. Absent: none.
   */
  processing?: number;
  /** Number of queues whose length is unknown because they do not answer. The crawl is not `done` then. Absent: none. */
  unansweredQueues?: number;
  /**
   * Number of stored objects that a stage could not process (`thresher dlq`), of all crawls that share the queues: their pages may
   * be missing from the search index. Absent: none.
   */
  deadLetters?: number;
  /** Hosts with URLs to fetch that rest for longer than a run waits: after failures, or by robots.txt. Absent: none. */
  resting?: Resting;
  /** Hosts that answered no URL when it was last tried, sent a check for browsers instead, or did not send their robots.txt. `named`: at most 5 of them. Absent: none. */
  silent?: { hosts: number; named: string[] };
  /** Seeds that redirect to a URL whose site is not crawled, at most 20. Absent: none, or the settings were not read. */
  movedSeeds?: MovedSeed[];
  /** Number of pages requested against robots.txt, by `robots.ignore`. Absent: none. */
  robotsIgnored?: number;
  /** Number of visits that lost the lease of their host to another worker: their pages are fetched again. Absent: none. */
  lostVisits?: number;
  /**
   * Number of pages that were rendered in a browser, of those for which it failed, and of requests of both that were not sent. Absent: the crawl
   * rendered none.
   */
  rendering?: { rendered: number; failed: number; refusedRequests: number };
  /** Number of captures of pages with scripts and hardly any text that were not rendered. Absent: none. */
  scriptShells?: number;
  /**
   * Number of documents without the meta elements of `metadata.required`: they are not kept, whatever their verdict, and their links are
   * followed. Each visit counts. Absent: none.
   */
  withoutMetadata?: number;
  /** Number of bytes received in bodies. */
  bytes: number;
  /** Duration of all runs; in a stack, of all minutes in which hosts were sent out. */
  seconds: number;
  /** CPU time of all runs; in a stack, of all functions. */
  cpuSeconds: number;
  /** Cost of paid services in US dollars; 0 for local crawls. */
  cost: number;
  /** Space on the disk of the data folder. Absent: in a stack, or if the system does not tell. */
  disk?: DiskSpace;
  /** Limit that stopped the crawl before its queue was empty; absent if none, or if the settings were not read. */
  limit?: CrawlLimit;
  /** Projected cost at the page limit in US dollars; absent without a page limit or any page, or if the settings were not read. */
  costInAll?: number;
};

/** A seed that redirects to `to`, and the reason why links to that URL are refused. */
export type MovedSeed = { url: string; to: string; reason: Reason };

/** Space on a disk that this user may fill. `low`: the crawl warns of it, and ends in order if most of the rest is used. Absent: there is enough. */
export type DiskSpace = { freeBytes: number; low?: true };

/** Resting hosts. `next`: when the first is due again; `until`: the last. ISO 8601. */
export type Resting = { hosts: number; next: string; until: string };
