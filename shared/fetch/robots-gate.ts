import { maxIntervalMs } from '../frontier/revisit.ts';
import type { RobotsItem } from '../ports/robots-store.ts';
import { robotsPolicy } from '../robots/answer.ts';
import { fetchRobots } from '../robots/fetch-robots.ts';
import { parseRobots, type RobotsRules } from '../robots/rules.ts';
import { nextOpening } from '../robots/visit-time.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import { type HostVisit, requestEnded } from './pacing.ts';
import { pauseOf } from './pause.ts';
import { rememberSitemaps } from './robots-sitemaps.ts';

export type Permission =
  /** `ignored`: robots.txt forbids it, on a host where it is ignored. */
  | { kind: 'allowed'; crawlDelayS: number | null; ignored?: true }
  /** `next`: when it is worth asking again, epoch ms; absent: never. */
  | { kind: 'refused'; reason: 'robots' | 'robots-unreachable' | HostFailureReason; next?: number }
  /** The file has to be asked for, and there is no time left for it; or robots.txt names other hours. */
  | { kind: 'no-time' };

/** Whoever cannot be asked for robots.txt cannot be asked for pages: they fail of the same. */
export type HostFailureReason = 'dns' | 'connect' | 'tls' | 'timeout' | 'private-address';

export type RobotsGate = (url: Url) => Promise<Permission>;

const HOST_FAILURES: readonly HostFailureReason[] = ['dns', 'connect', 'tls', 'timeout', 'private-address'];
/** Another host's turn is not waited for: robots.txt that is redirected there is asked for again after this. Milliseconds. */
const OTHER_HOST_BUSY_MS = 10_000;
const DAY_MS = 86_400_000;

type Known = { item: RobotsItem; rules: RobotsRules };

/**
 * Asks robots.txt for leave, reading it first where the kept answer is too old. Its requests are requests to the host like
 * any other, with the host's pause.
 *
 * @param mayStart waits for the pause and says whether a request may start.
 */
export function createRobotsGate(visit: HostVisit, mayStart: () => Promise<boolean>): RobotsGate {
  const known = new Map<string, Known>();

  const rulesOf = async (origin: string): Promise<Known | undefined> => {
    const found = known.get(origin);
    if (found) return found;
    const item = await currentItem(visit, origin, mayStart);
    if (!item) return undefined;
    const entry = { item, rules: parseRobots(item.text, visit.options.agent, origin) };
    known.set(origin, entry);
    rememberSitemaps(visit, origin, entry.rules.sitemaps, item.readAt);
    visit.pauseMs = Math.max(visit.pauseMs, pauseOf(visit.options, entry.rules.crawlDelayS, 0));
    // The lock was left with the pause that its last holder knew; a killed one may have left before it told of this one.
    const lastEnd = visit.lastEnd ?? visit.lock.openAt - visit.lock.pauseMs;
    visit.openAt = Math.max(visit.openAt, lastEnd + visit.pauseMs);
    return entry;
  };

  return async (url) => {
    const found = await rulesOf(originOf(url));
    if (!found) return { kind: 'no-time' };
    const { item, rules } = found;
    const now = visit.ports.clock.now();
    const standing = robotsPolicy(item, now);
    const isIgnored = visit.options.ignoresRobots?.(hostOf(url)) ?? false;
    const failure = HOST_FAILURES.find((reason) => reason === item.cause?.reason);
    const disallowed =
      standing === 'rules' ? !rules.allowed(url) : standing === 'disallow-all' && failure === undefined;
    if (standing === 'disallow-all' && (failure || !isIgnored)) {
      visit.closedUntil = Math.max(visit.closedUntil ?? 0, item.expiresAt);
      const reason = failure ?? 'robots-unreachable';
      return {
        kind: 'refused',
        reason,
        ...(reason === 'private-address' ? {} : { next: Math.max(item.expiresAt, now) }),
      };
    }
    if (standing === 'rules' && disallowed && !isIgnored) {
      const revisitMs = maxIntervalMs(visit.options.revisit);
      return {
        kind: 'refused',
        reason: 'robots',
        ...(revisitMs === null ? {} : { next: now + Math.max(revisitMs, DAY_MS) }),
      };
    }
    const opens = standing === 'rules' ? nextOpening(rules.visitTime, now) : now;
    if (opens > now) {
      visit.closedUntil = Math.max(visit.closedUntil ?? 0, opens);
      return { kind: 'no-time' };
    }
    return {
      kind: 'allowed',
      crawlDelayS: standing === 'rules' ? rules.crawlDelayS : null,
      ...(disallowed && { ignored: true }),
    };
  };
}

/** The kept answer, or a new one; undefined when there is no time to ask. */
async function currentItem(
  visit: HostVisit,
  origin: string,
  mayStart: () => Promise<boolean>,
): Promise<RobotsItem | undefined> {
  const { ports, options, share } = visit;
  const kept = await ports.robots.get(origin);
  if (kept && kept.expiresAt > ports.clock.now()) return kept;

  const other = otherHosts(visit);
  let sent = 0;
  const limits = { timeoutMs: options.fetchTimeoutMs, ...(options.signal ? { signal: options.signal } : {}) };
  try {
    const { item, requests } = await fetchRobots(origin, kept, ports, limits, async (url) => {
      if (sent++ > 0) await ended(visit, other);
      const group = options.groupOf(hostOf(url));
      return group === visit.head.group ? mayStart() : other.take(group);
    });
    if (requests > 0) await ended(visit, other);
    share.counts['requests'] = (share.counts['requests'] ?? 0) + requests;
    // Broken off by us, the host did nothing wrong: that must not be kept as its silence.
    if (!item || options.signal?.aborted) return undefined;
    await ports.robots.put(item);
    return item;
  } finally {
    await other.release();
  }
}

/** The last request went to another host, which is given back, or to this one. */
async function ended(visit: HostVisit, other: OtherHosts): Promise<void> {
  if (!(await other.release())) requestEnded(visit, visit.ports.clock.now(), visit.pauseMs);
}

type OtherHosts = { take(group: string): Promise<boolean>; release(): Promise<boolean> };

/** A redirect of robots.txt to another host is a request to that host, for which its lock is needed too. */
function otherHosts(visit: HostVisit): OtherHosts {
  const { ports, options } = visit;
  let held: { group: string; token: string; pauseMs: number; failures: number } | undefined;
  return {
    async take(group) {
      const token = ports.random.id();
      const { hostPauseMs: pauseMs, fetchTimeoutMs, skewMs } = options;
      const leaseMs = 2 * fetchTimeoutMs + pauseMs + 2 * skewMs;
      const { acquired: taken, lock } = await ports.locks.acquire(group, {
        token,
        now: ports.clock.now(),
        leaseMs,
        pauseMs,
      });
      if (!taken) {
        visit.restUntil = ports.clock.now() + OTHER_HOST_BUSY_MS;
        return false;
      }
      held = { group, token, pauseMs: lock.pauseMs, failures: lock.failures };
      return true;
    },
    async release() {
      if (!held) return false;
      const { group, token, pauseMs, failures } = held;
      held = undefined;
      await ports.locks.release(group, token, {
        openAt: ports.clock.now() + pauseMs + options.skewMs,
        pauseMs,
        failures,
      });
      return true;
    },
  };
}
