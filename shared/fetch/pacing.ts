import type { OfferedLink } from '../frontier/enqueue-links.ts';
import type { HostFrontier } from '../frontier/host/host-frontier.ts';
import type { Head, HostKey } from '../ports/frontier.ts';
import type { LockChange, LockItem } from '../ports/host-lock.ts';
import type { Reason } from '../url/reason.ts';
import type { CookieJar } from './cookies.ts';
import type { RemovalGuard } from './mass-removal-guard.ts';
import { lockAfterVisit } from './pause.ts';
import type { VisitOptions, VisitPorts, VisitTotals } from './visit-message.ts';

/** What one visit knows while it goes on. */
export type HostVisit = {
  key: HostKey;
  head: Head;
  lock: LockItem;
  body: HostFrontier;
  share: VisitTotals;
  ports: VisitPorts;
  options: VisitOptions;
  startedAt: number;
  /** When the next request may start. */
  openAt: number;
  pauseMs: number;
  /** End of the last request; absent: there was none. */
  lastEnd?: number;
  /** The host is in trouble, or asks to be left alone until then. */
  fault: boolean;
  /** It answered again after a long time, and what had been given up meanwhile was looked for. */
  cameBack?: boolean;
  restUntil?: number;
  /** Nothing here may be fetched before that: robots.txt cannot be read. */
  closedUntil?: number;
  /** Origins whose robots.txt is worth looking at for sitemaps, and what it names. Absent: nobody asks. */
  sitemaps?: Map<string, readonly string[]>;
  /** What the crawl's rules, and the host's budget, have against a link. */
  objection: (link: OfferedLink) => Reason | undefined;
  /** Of this visit alone; absent: none are kept. */
  cookies?: CookieJar;
  /** URLs by outcome, as the head will hold them. */
  counts: Record<string, number>;
  /** Watches over what the host loses. */
  losses: RemovalGuard;
};

/**
 * Waits until the next request may start, and says whether it still may: its time-out, the longest pause after it and what
 * clocks may differ must end before the lease does.
 */
export async function mayStart(visit: HostVisit): Promise<boolean> {
  const { ports, options, lock } = visit;
  const wait = visit.openAt - ports.clock.now();
  const start = Math.max(visit.openAt, ports.clock.now());
  if (start - visit.startedAt > options.visitMs) return false;
  const pause = Math.max(visit.pauseMs, options.fetchTimeoutMs * options.answerTimeFactor);
  if (start + options.fetchTimeoutMs + pause + 2 * options.skewMs >= lock.until) return false;
  if (wait > 0) await ports.clock.sleep(wait, options.signal);
  if (options.signal?.aborted) return false;
  // The sleep may have been longer than asked for.
  return ports.clock.now() + options.fetchTimeoutMs + pause + 2 * options.skewMs < lock.until;
}

/** A request to the host is over: its pause begins. */
export function requestEnded(visit: HostVisit, now: number, pauseMs: number): void {
  visit.lastEnd = now;
  visit.pauseMs = pauseMs;
  visit.openAt = now + pauseMs;
}

/** What the lock is released with. */
export function lockChange(visit: HostVisit): LockChange {
  const { lock, openAt, lastEnd, pauseMs, fault, restUntil } = visit;
  if (lastEnd === undefined) return { openAt: Math.max(openAt, restUntil ?? 0), pauseMs, failures: lock.failures };
  const rest = restUntil === undefined ? {} : { restUntil };
  return lockAfterVisit(lock, { lastEnd, pauseMs, fault, ...rest }, visit.options.skewMs);
}
