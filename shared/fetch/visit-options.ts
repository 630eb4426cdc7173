import type { LinkModel } from '../focus/link-model.ts';
import type { BundleCache } from '../frontier/host/bundle-reader.ts';
import type { OfferedLink } from '../frontier/offer.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlStore, Counts } from '../ports/control.ts';
import type { Fetcher } from '../ports/fetcher.ts';
import type { Frontier } from '../ports/frontier.ts';
import type { HostLock } from '../ports/host-lock.ts';
import type { Random } from '../ports/random.ts';
import type { RobotsStore } from '../ports/robots-store.ts';
import type { RightsFile } from '../robots/rights-files.ts';
import type { Deleted } from '../url/deleted.ts';
import type { Reason } from '../url/reason.ts';
import type { WaitingPage } from '../url/scope.ts';
import type { Url } from '../url/url.ts';
import type { UrlRules } from '../url/url-rules.ts';
import type { BodyFilter } from './body-filter.ts';
import type { ResponseRules } from './interpret-response.ts';
import type { PauseRules } from './pause.ts';
import type { PageRendering } from './render/page-rendering.ts';
import type { StorageBackoff } from './storage-backoff.ts';

/** Stores, network and clock of a visit. */
export type VisitPorts = {
  clock: Clock;
  random: Random;
  locks: HostLock;
  frontier: Frontier;
  robots: RobotsStore;
  control: ControlStore;
  fetcher: Fetcher;
};

/** How the hosts of a crawl are visited: what the settings say, and what the machine allows. */
export type VisitOptions = PauseRules &
  ResponseRules & {
    /** Product token of the user agent, matched against robots.txt. */
    agent: string;
    /** Returns whether robots.txt of a host is ignored. Default: for no host. */
    ignoresRobots?: ((host: string) => boolean) | undefined;
    /** Files of each origin that are read for the rights of its pages. Default: none. */
    rightsFiles?: readonly RightsFile[];
    /** Whether answers to requests for robots.txt and files of rights are archived. Default: no. */
    archivesRobots?: boolean;
    /**
     * Lease duration of a group, in milliseconds; the lock adds the group's pause. Longer than `visitMs`, plus one request and
     * the wait for an archive object.
     */
    leaseMs: number;
    /** A visit starts no request later than this after its own start. Milliseconds. */
    visitMs: number;
    /** Maximum number of pages that one visit fetches from a host. */
    maxPagesPerVisit: number;
    /** Timeout of one request, up to the last byte of its response. Milliseconds. */
    fetchTimeoutMs: number;
    /** Longest wait of a request for the limit of bandwidth, in addition to its timeout. Milliseconds. Absent: there is no limit. */
    maxHeldMs?: number;
    /** Maximum length of a page's body; longer bodies are cut. Bytes, before decoding. */
    maxPageBytes: number;
    /** Maximum length of a sitemap's or feed's body. Bytes, before decoding. */
    maxSitemapBytes: number;
    /** Maximum difference between the clocks of two workers; 0 if all share one clock. Milliseconds. */
    skewMs: number;
    /** Returns the time (epoch ms) at which links found at `now` become due. Default: at once. */
    linksDueAt?: ((now: number) => number) | undefined;
    /** Maximum number of inbox items that one visit reads. */
    maxInboxItems: number;
    /** Maximum number of URLs that a host may ever accept; null: no limit. */
    maxPagesPerHost: number | null;
    /** Maximum number of hosts of a registrable domain that sitemaps on other hosts may add. Null or absent: no limit. */
    maxHostsPerDomain?: number | null;
    /** Maximum number of URLs of one URL template. Null or absent: no limit. */
    maxPagesPerTemplate?: number | null;
    /** Orders URLs by their OPIC cash. Default: false. */
    byCash?: boolean;
    /** Ranks queued URLs by what the crawl has learned. Absent: they keep the priority that they were offered with. */
    learned?: LearnedRanking | undefined;
    followRedirects: boolean;
    /** Returns the reason not to read a response's body. Default: all bodies are read. */
    refuseBody?: BodyFilter;
    /** File extensions (lower case, without a dot) of URLs that get a HEAD request first. Default: none. */
    headFirst?: ReadonlySet<string>;
    /** Renders pages whose text is written by scripts. Absent: pages are read as they are sent. */
    rendering?: PageRendering | undefined;
    /** Sends cookies back within a visit. Default: false. */
    cookies?: boolean;
    urlRules: UrlRules;
    /** Returns whether a known URL is not fetched again. Default: never. */
    isAvoided?: (url: Url) => boolean;
    /** What was deleted from the crawl: it is not fetched. Default: nothing. */
    deleted?: Deleted | undefined;
    /** Which sitemaps of a site are fetched; undefined: none. */
    sitemaps?: SitemapRules | undefined;
    /** Returns the politeness group of a host. */
    groupOf: (host: string) => string;
    /** Locks the IP address of a host as well, so that hosts at one address are visited one after the other. Default: false. */
    lockAddresses?: boolean;
    /** Returns the scope's reason to refuse a link, or undefined if the link is in scope. */
    refuseLink: (link: OfferedLink) => Reason | undefined;
    /** Returns why a page that waits, or was fetched before, is not fetched by the present rules. Default: all are fetched. */
    refuseWaiting?: (page: WaitingPage) => Reason | undefined;
    /** Frontier bundles that this process has read or written. */
    cache: BundleCache;
    /** Back-off of hosts whose visits failed because of storage errors. Default: no back-off. */
    storageBackoff?: StorageBackoff;
    /**
     * Returns the time since which fetched pages may not be judged yet, epoch ms; undefined if all are judged. Known pages that were fetched
     * since wait. Default: no page waits.
     */
    unjudgedSince?: () => Promise<number | undefined>;
    /** Called for each URL that is fetched and does not fail. Called again if the visit could not be committed. */
    onFetched?: ((url: FetchedUrl) => void) | undefined;
    /** Called for each URL that is refused or fails, also if it is retried later. Called again if the visit could not be committed. */
    onUnfetched?: ((url: UnfetchedUrl) => void) | undefined;
    /** Ends the visit early and in order: it commits what it fetched. Absent: nothing does. */
    signal?: AbortSignal;
  };

/** What a crawl has learned about URLs. */
export type RankingModel = Pick<LinkModel, 'score'> & {
  /** Returns why a URL is not fetched, or undefined. `isKnown`: it was fetched before. Absent: the model refuses none. */
  refuses?(url: Url, isKnown: boolean): Reason | undefined;
};

/** How visits of a crawl that learns which links lead to its topic rank the queue of a host. */
export type LearnedRanking = {
  /** Returns the newest model. Never fails. */
  model(): Promise<RankingModel>;
  /** Scores the words of a URL; absent: they do not count. */
  urlWords?: ((url: Url) => number) | undefined;
  /** See `QueueRanking`. */
  maxRanked: number;
  /** Number of pages of a visit after which it reads new links and ranks its queue again. */
  pagesPerRank: number;
  /** Waits while too many fetched pages wait to be judged, but not once `signal` is aborted. Absent: visits do not wait. */
  caughtUp?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  /** Whether a visit ends early, because another host has URLs of a better class than its next one. Absent: never. */
  isBetterElsewhere?: ((host: string, next: number) => Promise<boolean>) | undefined;
};

/** Which sitemaps of a site are fetched. */
export type SitemapRules = {
  /** Tries `/sitemap.xml` if robots.txt names no sitemap. */
  triesDefaultPath: boolean;
  /** Reads only the sitemaps of seed hosts. Without a scope, sitemaps of found hosts would be most of the crawl. */
  seedsOnly: boolean;
};

/** State that all hosts of one message share. */
export type VisitTotals = {
  /** Pages of the message's reservation that are left. */
  pagesLeft: number;
  counts: Counts;
  /** Number of hosts in the message. */
  hosts: number;
  retired: RetiredUrl[];
};

/** A URL whose retries are exhausted. Only a forced recrawl fetches it again. */
export type RetiredUrl = { url: Url; reason: string; tries: number };

/**
 * A URL that the server has answered for. `outcome`: `fetched` (new or changed), `unchanged`, `redirected` or `gone`. `reason`: why it is gone, such
 * as `not-found`; null: none.
 */
export type FetchedUrl = { url: Url; outcome: string; reason: string | null };

/** A URL that was not fetched. `tries`: consecutive failures. `next`: the next attempt, ISO 8601; null: none. */
export type UnfetchedUrl = {
  url: Url;
  outcome: 'refused' | 'failed';
  reason: string;
  tries: number;
  next: string | null;
};
