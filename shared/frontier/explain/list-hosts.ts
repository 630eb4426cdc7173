import type { Frontier, Head } from '../../ports/frontier.ts';
import type { LockItem } from '../../ports/host-lock.ts';
import { countAccepted } from '../host/manifest.ts';
import { isSilent } from './leftovers.ts';

/**
 * What a host waits for. `visited`: nothing, it is sent requests. `due`: a free place among the hosts that are visited at the same time. `pausing`: the
 * end of its pause, or the hours of its robots.txt. `resting`: the next try after failures of the host, or the time that it named (`Retry-After`). `idle`:
 * the next revisit, or retry of a URL, if there is one. `dead`: a week, because visits to it crashed eight workers.
 */
export const HOST_STATES = ['visited', 'due', 'pausing', 'resting', 'idle', 'dead'] as const;
export type HostState = (typeof HOST_STATES)[number];

/** A host of the frontier as commands print it. */
export type FrontierHost = {
  host: string;
  state: HostState;
  /** Unit of politeness: at most one of its hosts is visited at a time. */
  group: string;
  /** Earliest time of the next visit, which is in the past for hosts that are due. ISO 8601; null: no visit is planned. */
  next: string | null;
  /** Pause between two requests to the group, in milliseconds; null before the first visit. */
  pauseMs: number | null;
  /** Number of visits of the group in a row that ended with a failure of the host. */
  failures: number;
  /** Number of times that the host was opened since the last visit that stored its results. */
  attempts: number;
  /** Number of accepted URLs without an outcome. Links that no visit has merged yet do not count. */
  waiting: number;
  /** Number of URLs with an outcome. */
  urls: number;
  /** These URLs by outcome and reason: `fetched`, `failed.timeout` …. */
  outcomes: Record<string, number>;
};

/** `lockOf`: returns the lock of a group; undefined if it has none. `isRunning`: whether a process works on the crawl; without one, no host is visited. */
export type HostSources = {
  frontier: Pick<Frontier, 'getHead' | 'listHeads'>;
  lockOf: (group: string) => LockItem | undefined;
  now: number;
  isRunning: boolean;
};

/**
 * Lists hosts of a crawl in the order of the store, also while it runs. Reads the heads, and no bundle.
 *
 * @param only the one host to list, as in URLs, with its port if it is not the default one; undefined: all
 */
export async function* listHosts(
  crawl: string,
  only: string | undefined,
  sources: HostSources,
): AsyncIterable<FrontierHost> {
  for await (const head of headsOf(crawl, only, sources.frontier)) yield describeHost(head, sources);
}

/** Lists the heads of a crawl. @param only the one host whose head is listed, if it has one; undefined: all */
export async function* headsOf(
  crawl: string,
  only: string | undefined,
  frontier: HostSources['frontier'],
): AsyncIterable<Head> {
  if (only === undefined) return yield* frontier.listHeads(crawl);
  const head = await frontier.getHead({ crawl, host: only });
  if (head) yield head;
}

function describeHost(head: Head, { lockOf, now, isRunning }: HostSources): FrontierHost {
  const { host, group, due, attempts, counts } = head;
  const lock = lockOf(group);
  const urls = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const next = due === undefined ? undefined : Math.max(due, lock?.openAt ?? due);
  return {
    host,
    state: stateOf(head, { lock, next, now, isRunning }),
    group,
    next: next === undefined ? null : new Date(next).toISOString(),
    pauseMs: lock?.pauseMs ?? null,
    failures: lock?.failures ?? 0,
    attempts,
    waiting: Math.max(0, countAccepted(head.manifest) - urls),
    urls,
    outcomes: counts,
  };
}

type Moment = { lock: LockItem | undefined; next: number | undefined; now: number; isRunning: boolean };

/** The hosts of a group share its lock. The one that is visited was opened, and nothing is committed yet. */
function stateOf({ state, counts, attempts }: Head, { lock, next, now, isRunning }: Moment): HostState {
  if (state === 'dead') return 'dead';
  if (isRunning && attempts > 0 && lock !== undefined && lock.until > now) return 'visited';
  if (next === undefined) return 'idle';
  if (next <= now) return 'due';
  if ((lock?.failures ?? 0) > 0 || isSilent(counts)) return 'resting';
  return state === 'ready' ? 'pausing' : 'idle';
}
