import type { HostFrontier } from '../frontier/host/host-frontier.ts';
import type { OfferedLink } from '../frontier/offer.ts';
import type { LocalFaultError } from '../http/local-fault.ts';
import type { Head, HostKey } from '../ports/frontier.ts';
import type { LockItem } from '../ports/host-lock.ts';
import type { Reason } from '../url/reason.ts';
import type { CookieJar } from './cookies.ts';
import type { RemovalGuard } from './mass-removal-guard.ts';
import type { NewestRank } from './newest-rank.ts';
import type { VisitOptions, VisitPorts, VisitTotals } from './visit-options.ts';

/** State of one visit to one host. */
export type HostVisit = {
  key: HostKey;
  head: Head;
  hostFrontier: HostFrontier;
  totals: VisitTotals;
  ports: VisitPorts;
  options: VisitOptions;
  /** Returns why the scope or the host's page budget refuses a link, or undefined if the link is accepted. */
  refuseLink: (link: OfferedLink) => Reason | undefined;
  /** The user asked for a URL of the host, or the settings that refused one changed: a stored robots.txt is read again. */
  rereadsRobots?: boolean;
  /** The fault of this machine that ended the visit. Absent: none. What was fetched before is committed. */
  localFault?: LocalFaultError;
  /** Absent: the crawl does not learn. */
  newestRank?: NewestRank;
  pacing: VisitPacing;
  results: VisitResults;
  /** Cookies that the host set during this visit; undefined: cookies are off, or there was no request yet. */
  cookies?: CookieJar;
};

/** The lock that the visit holds, and what decides when its next request may start. Times are epoch milliseconds. */
export type VisitPacing = {
  lock: LockItem;
  startedAt: number;
  /** Earliest start of the next request. */
  openAt: number;
  /** Wait between the end of a request and the start of the next one. Milliseconds. */
  pauseMs: number;
  /** End of the last request; undefined: there was none. */
  lastEnd?: number;
  /** The host failed or asked for fewer requests: the visit ends. */
  hostFault: boolean;
  /** Earliest time of the next request that the host, or a lock on another host, allows. */
  restUntil?: number;
};

/** What the visit found out and commits at its end. */
export type VisitResults = {
  /** Number of URLs per last outcome, as the head stores them. */
  counts: Record<string, number>;
  removalGuard: RemovalGuard;
  /** The host responded again after an outage, and its unreached pages were queued again. */
  hasRecovered?: boolean;
  /** No page of an origin may be fetched before this time: its robots.txt is unavailable or allows other hours only. Epoch ms. */
  closedUntil?: number;
  /** Whether robots.txt of an origin of the host allows requests now. The host then does not rest for another origin. */
  isOpen?: true;
  /** Sitemaps by the origin whose robots.txt names them, until they are queued. Undefined: sitemaps are not collected. */
  sitemaps?: Map<string, readonly string[]>;
};
