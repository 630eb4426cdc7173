import { maxIntervalMs, type RevisitRules } from '../frontier/revisit.ts';
import type { RobotsItem } from '../ports/robots-store.ts';
import { fetchRobots, keyOfFile, type RobotsLimits, type SiteFile } from '../robots/fetch-robots.ts';
import type { SitePreferences } from '../robots/rights-files.ts';
import { RIGHTS_FILES, type Rights } from '../robots/rights-files.ts';
import { reasonOfUnreachable, robotsPolicy } from '../robots/robots-item.ts';
import type { RobotsRules } from '../robots/rules.ts';
import { createRulesCache } from '../robots/rules-cache.ts';
import { nextOpening } from '../robots/visit-time.ts';
import { DAY_MS } from '../text/time-units.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import { createRobotsCapture } from './create-capture.ts';
import type { HostVisit } from './host-visit.ts';
import { recordHostFault, startPause } from './pacing.ts';
import { pauseOf } from './pause.ts';
import { rememberSitemaps } from './robots-sitemaps.ts';
import type { VisitCaptures } from './warc/capture-writer.ts';

export type Permission =
  /** `ignored`: robots.txt disallows the URL, but the crawl ignores robots.txt of this host. */
  | { kind: 'allowed'; crawlDelayS: number | null; preferences: SitePreferences; ignored?: true }
  /** `next`: when to check again, epoch ms; absent: never. */
  | { kind: 'refused'; reason: 'robots' | 'robots-unreachable' | 'bot-check' | HostFailureReason; next?: number }
  /** No time is left to read robots.txt, or its Visit-time allows other hours only. */
  | { kind: 'no-time' };

/** Failures of a robots.txt request that pages of the host would share. */
export type HostFailureReason = 'dns' | 'connect' | 'tls' | 'timeout' | 'private-address';

/** Returns whether a URL may be requested now. */
export type RobotsGate = (url: Url) => Promise<Permission>;

const HOST_FAILURES: readonly HostFailureReason[] = ['dns', 'connect', 'tls', 'timeout', 'private-address'];
/** Retry delay if robots.txt redirects to a host that another worker has locked. Milliseconds. */
const OTHER_HOST_BUSY_MS = 10_000;

/** All visits of the process share it. */
const parseRobots = createRulesCache();

type OriginRobots = { item: RobotsItem; rules: RobotsRules; rights: ((url: Url) => Rights)[] };

/**
 * Creates the check of robots.txt. It reads an expired robots.txt again first; these requests respect the host's pause.
 *
 * @param mayStart waits for the pause and returns whether a request may start
 * @param archive gets each answer. Absent: answers are not archived
 */
export function createRobotsGate(
  visit: HostVisit,
  mayStart: () => Promise<boolean>,
  archive?: Pick<VisitCaptures, 'add'>,
): RobotsGate {
  const known = new Map<string, OriginRobots>();

  const robotsOf = async (origin: string): Promise<OriginRobots | undefined> => {
    const found = known.get(origin);
    if (found) return found;
    const item = await currentItem(visit, origin, '/robots.txt', mayStart, archive);
    if (!item) return undefined;
    const robots: OriginRobots = { item, rules: parseRobots(item.text, visit.options.agent, origin), rights: [] };
    rememberSitemaps(visit, origin, robots.rules.sitemaps, item.readAt);
    // Before the next request, which may be that for a file of rights.
    applyCrawlDelay(visit, robots.rules);
    for (const name of visit.options.rightsFiles ?? []) {
      const { path, parse } = RIGHTS_FILES[name];
      if (!mayRequest(visit, `${origin}${path}` as Url, robots)) continue;
      const file = await currentItem(visit, origin, path, mayStart, archive);
      if (!file || isResting(visit)) return undefined;
      robots.rights.push(parse(file.text, visit.options.agent));
    }
    known.set(origin, robots);
    return robots;
  };

  return async (url) => {
    const robots = await robotsOf(originOf(url));
    return robots ? decide(visit, url, robots) : { kind: 'no-time' };
  };
}

/** Whether the host, or a lock on another host, allows no request now. */
const isResting = ({ ports, pacing }: HostVisit): boolean => (pacing.restUntil ?? 0) > ports.clock.now();

/** Whether robots.txt allows to request a file of rights now. */
function mayRequest({ ports }: HostVisit, url: Url, { item, rules }: OriginRobots): boolean {
  const now = ports.clock.now();
  if (robotsPolicy(item, now) === 'disallow-all') return false;
  // Outside its Visit-time the visit ends without a page.
  if (nextOpening(rules.visitTime, now) > now) return false;
  return rules.allowed(url);
}

function applyCrawlDelay({ pacing, options }: HostVisit, { crawlDelayS }: RobotsRules): void {
  pacing.pauseMs = Math.max(pacing.pauseMs, pauseOf(options, crawlDelayS, 0));
  // A worker that was killed before it read the Crawl-delay released the lock with a shorter pause.
  const lastEnd = pacing.lastEnd ?? pacing.lock.openAt - pacing.lock.pauseMs;
  pacing.openAt = Math.max(pacing.openAt, lastEnd + pacing.pauseMs);
}

function decide({ ports, options, results }: HostVisit, url: Url, { item, rules, rights }: OriginRobots): Permission {
  const now = ports.clock.now();
  const policy = robotsPolicy(item, now);
  const isIgnored = options.ignoresRobots?.(hostOf(url)) ?? false;
  const failure = HOST_FAILURES.find((reason) => reason === item.cause?.reason);
  if (policy === 'disallow-all' && (failure || !isIgnored)) {
    results.closedUntil = Math.max(results.closedUntil ?? 0, item.expiresAt);
    const reason = failure ?? reasonOfUnreachable(item);
    const next = reason === 'private-address' ? {} : { next: Math.max(item.expiresAt, now) };
    return { kind: 'refused', reason, ...next };
  }
  const isDisallowed = policy === 'rules' ? !rules.allowed(url) : policy === 'disallow-all' && failure === undefined;
  if (policy === 'rules' && isDisallowed && !isIgnored) {
    const nextMs = nextAfterRobotsMs(options.revisit);
    return { kind: 'refused', reason: 'robots', ...(nextMs !== null && { next: now + nextMs }) };
  }
  const opensAt = policy === 'rules' ? nextOpening(rules.visitTime, now) : now;
  if (opensAt > now) {
    results.closedUntil = Math.max(results.closedUntil ?? 0, opensAt);
    return { kind: 'no-time' };
  }
  results.isOpen = true;
  return {
    kind: 'allowed',
    crawlDelayS: policy === 'rules' ? rules.crawlDelayS : null,
    preferences: Object.assign({}, policy === 'rules' && rules.preferences(url), ...rights.map((says) => says(url))),
    ...(isDisallowed && { ignored: true }),
  };
}

/** Returns when a URL that robots.txt refuses is tried again: never (null), if no setting says so, or at the longest interval. Milliseconds. */
function nextAfterRobotsMs(rules: RevisitRules): number | null {
  const setMs = rules.minAfterMs?.robots;
  const revisitMs = maxIntervalMs(rules);
  if (revisitMs === null) return setMs ?? null;
  return Math.max(revisitMs, setMs ?? DAY_MS);
}

/** Returns the stored robots.txt, or another file, of an origin, or requests it; undefined if there is no time for the request. */
async function currentItem(
  visit: HostVisit,
  origin: string,
  file: SiteFile,
  mayStart: () => Promise<boolean>,
  archive: Pick<VisitCaptures, 'add'> | undefined,
): Promise<RobotsItem | undefined> {
  const { ports, options, totals, pacing } = visit;
  const stored = await ports.robots.get(keyOfFile(origin, file));
  if (stored && stored.expiresAt > ports.clock.now() && !visit.rereadsRobots) return stored;

  const otherHost = createOtherHostLock(visit);
  let sent = 0;
  const limits: RobotsLimits = {
    timeoutMs: options.fetchTimeoutMs,
    ...(options.signal && { signal: options.signal }),
    ...(archive && {
      onResponse: (url, response) => archive.add(createRobotsCapture(url, response, ports.clock.now())),
    }),
  };
  try {
    const beforeRequest = async (url: Url) => {
      if (sent++ > 0) await endRequest(visit, otherHost);
      const group = options.groupOf(hostOf(url));
      // A known host keeps its stored group, which an earlier version may have made by other rules.
      return hostOf(url) === visit.key.host || group === visit.head.group ? mayStart() : otherHost.acquire(group);
    };
    const { fetcher, clock, robots } = ports;
    const from = visit.rereadsRobots ? { fetcher, clock } : { fetcher, clock, robots };
    const { item, requests, restUntil } = await fetchRobots(origin, stored, from, { ...limits, beforeRequest, file });
    if (requests > 0) await endRequest(visit, otherHost);
    totals.counts['requests'] = (totals.counts['requests'] ?? 0) + requests;
    // An aborted request must not be stored as a failure of the host.
    if (!item || options.signal?.aborted) return undefined;
    // An unavailable robots.txt closes the host anyway, unless an earlier one or the crawl allows pages.
    const rest = file === '/robots.txt' ? undefined : restUntil;
    if (rest !== undefined) pacing.restUntil = rest;
    // Pages come first after the rest: a server that never has the file would keep the crawl out forever.
    await ports.robots.put(rest === undefined ? item : { ...item, expiresAt: Math.max(item.expiresAt, rest + DAY_MS) });
    if (file !== '/robots.txt' || !asksPagesToRest(visit, item)) return item;
    await recordHostFault(visit, restUntil);
    return undefined;
  } finally {
    await otherHost.release();
  }
}

/** Whether pages may be requested although the host has just sent a check for browsers: it would send them one too. */
function asksPagesToRest({ ports, options, key }: HostVisit, item: RobotsItem): boolean {
  if (item.cause?.reason !== 'bot-check') return false;
  return robotsPolicy(item, ports.clock.now()) !== 'disallow-all' || (options.ignoresRobots?.(key.host) ?? false);
}

/** Releases the other host if the last request went there; otherwise starts this host's pause. */
async function endRequest(visit: HostVisit, otherHost: OtherHostLock): Promise<void> {
  if (!(await otherHost.release())) startPause(visit, visit.ports.clock.now(), visit.pacing.pauseMs);
}

type OtherHostLock = { acquire(group: string): Promise<boolean>; release(): Promise<boolean> };

/** Creates the lock of a host that robots.txt redirects to: a request to it needs its lock too. */
function createOtherHostLock({ ports, options, pacing }: HostVisit): OtherHostLock {
  let held: { group: string; token: string; pauseMs: number; failures: number } | undefined;
  return {
    async acquire(group) {
      const token = ports.random.id();
      const { hostPauseMs: pauseMs, fetchTimeoutMs, maxHeldMs = 0, skewMs } = options;
      const leaseMs = 2 * fetchTimeoutMs + maxHeldMs + pauseMs + 2 * skewMs;
      const request = { token, now: ports.clock.now(), leaseMs, pauseMs };
      const { acquired, lock } = await ports.locks.acquire(group, request);
      if (!acquired) {
        pacing.restUntil = ports.clock.now() + OTHER_HOST_BUSY_MS;
        return false;
      }
      held = { group, token, pauseMs: lock.pauseMs, failures: lock.failures };
      return true;
    },
    async release() {
      if (!held) return false;
      const { group, token, pauseMs, failures } = held;
      held = undefined;
      const openAt = ports.clock.now() + pauseMs + options.skewMs;
      await ports.locks.release(group, token, { openAt, pauseMs, failures });
      return true;
    },
  };
}
