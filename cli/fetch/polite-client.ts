/**
 * HTTP client of the commands that fetch a few URLs: guarded, with a pause between requests to a host, and a log of
 * requests.
 */
import { systemClock } from '../../shared/local/system.ts';
import type { HttpFetcherOptions } from '../../shared/net/fetcher-options.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Fetcher } from '../../shared/ports/fetcher.ts';
import type { RobotsItem } from '../../shared/ports/robots-store.ts';
import { fetchRobots } from '../../shared/robots/fetch-robots.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';
import { parseNumberOption } from '../command.ts';
import { createHostPauses, type HostOutcome, type HostRest } from './host-pauses.ts';
import { parsePrivateRanges } from './private-ranges.ts';
import { parseResolveRules } from './resolve-rules.ts';

export const WEB_OPTIONS = {
  'user-agent': {
    type: 'string',
    value: 'NAME',
    help: 'user agent: the product token, or the full name with a contact',
  },
  pause: { type: 'string', value: 'SECONDS', help: 'minimum pause between two requests to a host (default: 2)' },
  resolve: {
    type: 'string',
    multiple: true,
    value: 'HOST=A',
    help: 'connect to this address or address:port instead; repeatable',
  },
  'allow-private': {
    type: 'string',
    multiple: true,
    value: 'RANGE',
    help: 'allow a private address range, such as 127.0.0.0/8; repeatable',
  },
} as const;

/** Parsed values of `WEB_OPTIONS`. Absent: not given. */
export type WebOptions = { 'user-agent'?: string; pause?: string; resolve?: string[]; 'allow-private'?: string[] };

export const DEFAULT_USER_AGENT = 'Thresher/0.1';

/** Default pause between two requests to a host, in seconds. */
const DEFAULT_PAUSE_S = 2;
/** Maximum Crawl-delay in seconds, the default of a crawl. A longer one is capped. */
export const MAX_CRAWL_DELAY_S = 300;

/** Timeout of a request and its response. Milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Returns the web options that correspond to the settings of a crawl. */
export function webOptionsOf({ userAgent, politeness, network }: Settings): Required<WebOptions> {
  return {
    'user-agent': userAgent,
    pause: String(politeness.hostPauseMs / 1000),
    'allow-private': network.allowPrivate,
    resolve: Object.entries(network.resolve).map(([host, address]) => `${host}=${address}`),
  };
}

/** Longest rest of a host that a request waits for, in milliseconds: as a Crawl-delay. */
const MAX_REST_WAIT_MS = 1000 * MAX_CRAWL_DELAY_S;

/** A request that was sent. `status` is null if there was no response; `detail` then has the reason. */
export type SentRequest = { url: string; status: number | null; detail: string; bytes: number };

/** Fetches outside of a crawl, with the pauses between requests to a host and the rests that a crawl keeps. */
export type PoliteClient = {
  clock: Clock;
  /** Fetches URLs and logs each request in `requests`. */
  fetcher: Fetcher;
  requests: SentRequest[];
  /** robots.txt results by origin (`getRobots`). */
  robots: Map<string, RobotsItem>;
  /** Sets the pause of the URL's host, unless the configured one is longer. */
  slowDown(url: Url, pauseS: number): void;
  /** Lets the URL's host rest if the response is its fault. */
  noteOutcome(url: Url, outcome: HostOutcome): void;
  /** Returns the rest of the URL's host if it is longer than requests wait for; otherwise undefined. */
  longRestOf(url: Url): HostRest | undefined;
  /** Returns whether waiting has been interrupted. */
  isInterrupted(): boolean;
  /** Waits until the host may be requested again, or `until` aborts. @returns false if interrupted, or if the host has a long rest */
  beforeRequest(url: Url, until?: AbortSignal): Promise<boolean>;
  /** Forgets logged requests, robots.txt results that have expired, and hosts without a pause, for clients that are open for days. */
  forgetOld(): void;
  close(): Promise<void>;
};

/**
 * Opens a client.
 *
 * @param signal ends waiting
 * @param net more options of the network, such as a proxy. They override `options`
 * @throws UsageError for an invalid option
 */
export function openPoliteClient(
  options: WebOptions,
  signal: AbortSignal,
  net: Partial<HttpFetcherOptions> = {},
): PoliteClient {
  const pauseMs = 1000 * (parseNumberOption('pause', options.pause, 0, false) ?? DEFAULT_PAUSE_S);
  const client = httpFetcher({
    userAgent: options['user-agent'] ?? DEFAULT_USER_AGENT,
    allowPrivate: parsePrivateRanges(options['allow-private']),
    resolve: parseResolveRules(options.resolve ?? []),
    ...net,
  });
  const requests: SentRequest[] = [];
  const robots = new Map<string, RobotsItem>();
  const hosts = createHostPauses(systemClock, pauseMs);
  const longRestOf = (url: Url): HostRest | undefined => {
    const rest = hosts.restOf(hostOf(url));
    return rest && rest.until - systemClock.now() > MAX_REST_WAIT_MS ? rest : undefined;
  };
  return {
    clock: systemClock,
    requests,
    robots,
    slowDown: (url, pauseS) => hosts.slowDown(hostOf(url), 1000 * Math.min(pauseS, MAX_CRAWL_DELAY_S)),
    noteOutcome: (url, outcome) => hosts.note(hostOf(url), outcome),
    longRestOf,
    fetcher: {
      async fetch(url, request) {
        const answer = await client.fetch(url, request);
        hosts.start(hostOf(url));
        requests.push(
          answer.kind === 'response'
            ? { url, status: answer.status, detail: answer.address, bytes: answer.body.length }
            : { url, status: null, detail: `${answer.reason}: ${answer.detail}`, bytes: 0 },
        );
        return answer;
      },
    },
    isInterrupted: () => signal.aborted,
    async beforeRequest(url, until) {
      if (longRestOf(url)) return false;
      const ending = until ? AbortSignal.any([signal, until]) : signal;
      await hosts.wait(hostOf(url), ending);
      return !ending.aborted;
    },
    forgetOld() {
      requests.length = 0;
      for (const [origin, { expiresAt }] of robots) if (expiresAt <= systemClock.now()) robots.delete(origin);
      hosts.forgetOld();
    },
    close: () => client.close(),
  };
}

/** Returns the same client for some requests, whose waits and requests a signal ends. It shares pauses, rests and robots.txt with the others. */
export const politeClientUntil = (until: AbortSignal, client: PoliteClient): PoliteClient => ({
  ...client,
  fetcher: { fetch: (url, request) => client.fetcher.fetch(url, { ...request, signal: until }) },
  isInterrupted: () => until.aborted || client.isInterrupted(),
  beforeRequest: (url) => client.beforeRequest(url, until),
});

/**
 * Fetches the robots.txt of an origin once.
 *
 * @returns undefined if interrupted, or if it is at a host that rests for long
 */
export async function getRobots(
  origin: string,
  { robots, fetcher, clock, beforeRequest, isInterrupted }: PoliteClient,
): Promise<RobotsItem | undefined> {
  const known = robots.get(origin);
  if (known) return known;
  const request = { timeoutMs: REQUEST_TIMEOUT_MS, beforeRequest };
  const { item } = await fetchRobots(origin, undefined, { fetcher, clock }, request);
  // A request that was ended says nothing about the host.
  if (item?.cause && isInterrupted()) return undefined;
  if (item) robots.set(origin, item);
  return item;
}
