import type { OfferedLink } from '../frontier/enqueue-links.ts';
import type { BundleCache } from '../frontier/host/bundle-reader.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlStore, Counts } from '../ports/control.ts';
import type { Fetcher } from '../ports/fetcher.ts';
import type { Frontier } from '../ports/frontier.ts';
import type { HostLock } from '../ports/host-lock.ts';
import type { VisitMessage } from '../ports/messages.ts';
import type { Random } from '../ports/random.ts';
import type { RobotsStore } from '../ports/robots-store.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import type { UrlRules } from '../url/url-rules.ts';
import type { BodyFilter } from './body-filter.ts';
import type { ResponseRules } from './interpret-response.ts';
import type { PauseRules } from './pause.ts';
import type { SitemapRules } from './robots-sitemaps.ts';
import type { StorageBackoff } from './storage-backoff.ts';
import { visitHost } from './visit-host.ts';
import type { CaptureWriter } from './warc/capture-writer.ts';

export type VisitPorts = {
  clock: Clock;
  random: Random;
  locks: HostLock;
  frontier: Frontier;
  robots: RobotsStore;
  control: ControlStore;
  fetcher: Fetcher;
};

export type VisitOptions = PauseRules &
  ResponseRules & {
    /** Product token of the user agent, for robots.txt. */
    agent: string;
    /** Hosts whose robots.txt forbids nothing to this crawl. Not said: none. */
    ignoresRobots?: ((host: string) => boolean) | undefined;
    /** The right to a group lasts so long (and its pause). Longer than `visitMs`, a request and the wait for an object. */
    leaseMs: number;
    /** A visit begins no request after so long. Milliseconds. */
    visitMs: number;
    maxPagesPerVisit: number;
    /** For one whole answer. Milliseconds. */
    fetchTimeoutMs: number;
    maxPageBytes: number;
    /** The same for lists of addresses. */
    maxSitemapBytes: number;
    /** How far the clocks of workers may be apart; 0 where there is one clock. Milliseconds. */
    skewMs: number;
    /** When links that are found now may be followed, epoch ms; absent: at once. */
    linksDueAt?: ((now: number) => number) | undefined;
    /** Inbox items that one visit reads. */
    maxInboxItems: number;
    /** null: no limit. */
    maxPagesPerHost: number | null;
    /** null: no budget. */
    maxPagesPerTemplate?: number | null;
    /** URLs stand in line by the cash that pages hand them. */
    byCash?: boolean;
    followRedirects: boolean;
    /** What an answer's head says against its body; not given: nothing is left unread. */
    refuseBody?: BodyFilter;
    /** Endings of addresses that are asked about with HEAD first. Lower case. */
    headFirst?: ReadonlySet<string>;
    /** Cookies are sent back within a visit. */
    cookies?: boolean;
    urlRules: UrlRules;
    /** Places that are left out when pages are fetched again. Not said: none. */
    isAvoided?: (url: Url) => boolean;
    /** Sitemaps that sites name are read. Not said: they are not. */
    sitemaps?: SitemapRules | undefined;
    /** Politeness group of a host. */
    groupOf: (host: string) => string;
    /** Besides, of the hosts at one address only one is visited at a time. */
    lockAddresses?: boolean;
    /** The scope's objection to a link; undefined: none. */
    refuseLink: (link: OfferedLink) => Reason | undefined;
    /** Pieces of bundles that this process knows. */
    cache: BundleCache;
    /** Of hosts whose visits a store made fail in this process; absent: they come again at once. */
    storageBackoff?: StorageBackoff;
    /** The visit ends early, in order, when this aborts. */
    signal?: AbortSignal;
  };

/** What the hosts of one message share. */
export type VisitTotals = {
  /** Pages that may still be fetched. */
  pagesLeft: number;
  counts: Counts;
  /** Hosts of the message. */
  hosts: number;
  retired: RetiredUrl[];
};

/** A URL that has failed too often: it does not come again by itself. */
export type RetiredUrl = { url: Url; reason: string; tries: number };

export type VisitResult = {
  counts: Counts;
  /** False: the message was spent, or its crawl is not open. */
  visited: boolean;
  /** Hosts whose visit threw: released uncommitted, they come again. */
  faults: { host: string; error: unknown }[];
  /** For the log; told again where the visit could not be committed. */
  retired: RetiredUrl[];
};

/**
 * Visits the hosts of one message, all at once, each with its own pause (design of the protocol: docs/architecture.md).
 * What the hosts fetch goes into the objects of `run`, which other messages fill as well.
 */
export async function visitHosts(
  message: VisitMessage,
  ports: VisitPorts,
  run: CaptureWriter,
  options: VisitOptions,
): Promise<VisitResult> {
  const share: VisitTotals = {
    pagesLeft: message.pages ?? Number.POSITIVE_INFINITY,
    counts: {},
    hosts: message.hosts.length,
    retired: [],
  };
  const faults: VisitResult['faults'] = [];
  const control = await ports.control.get(message.crawl);
  // Delivered again after its share was settled: what it may fetch was given to others.
  const isSpent = message.pages !== undefined && control?.shares[message.id] === undefined;
  const visited = control?.state === 'open' && !isSpent;
  if (visited) {
    await Promise.all(
      message.hosts.map((target) =>
        visitHost(message.crawl, target, share, ports, run, options).catch((error: unknown) => {
          faults.push({ host: target.host, error });
        }),
      ),
    );
  }
  const noted = message.pages === undefined ? undefined : message.id;
  if (noted !== undefined || Object.keys(share.counts).length > 0) {
    await ports.control.addUsage(message.crawl, share.counts, noted);
  }
  return { counts: share.counts, visited, faults, retired: share.retired };
}
