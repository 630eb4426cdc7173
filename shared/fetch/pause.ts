import type { LockChange, LockItem } from '../ports/host-lock.ts';
import { DAY_MS } from '../text/time-units.ts';

export type PauseRules = {
  /** Minimum wait between the end of one request and the start of the next. Milliseconds. */
  hostPauseMs: number;
  /** Longest Crawl-delay that is obeyed. Milliseconds. */
  crawlDelayCapMs: number;
  /** The pause is at least this multiple of the last response time. */
  answerTimeFactor: number;
};

/** Back-off after the first failure of a host, in milliseconds. Each consecutive failure doubles it. */
const FIRST_BACKOFF_MS = 5_000;
/** Maximum back-off of a host, and maximum pause because of a slow response: a day, in milliseconds. */
const MAX_BACKOFF_MS = DAY_MS;

/** Returns the pause in milliseconds: the largest of the setting, the Crawl-delay and a multiple of the response time. */
export function pauseOf(rules: PauseRules, crawlDelayS: number | null, responseMs: number): number {
  const crawlDelayMs = Math.min((crawlDelayS ?? 0) * 1000, rules.crawlDelayCapMs);
  return Math.max(rules.hostPauseMs, crawlDelayMs, Math.min(responseMs * rules.answerTimeFactor, MAX_BACKOFF_MS));
}

/** Returns the time for which a host is left alone after failures in a row. Milliseconds. */
export const backoffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));

/**
 * Returns the lock's content after a visit.
 *
 * @param visit.lastEnd end of the last request, epoch ms
 * @param visit.hostFault whether the visit ended because the host failed or asked for fewer requests
 * @param visit.restUntil earliest time of the next request that the host asked for, epoch ms; undefined if it asked for nothing
 * @param skewMs maximum clock difference between workers, added to the opening time; milliseconds
 */
export function lockAfterVisit(
  lock: LockItem,
  visit: { lastEnd: number; pauseMs: number; hostFault: boolean; restUntil?: number },
  skewMs: number,
): LockChange {
  const failures = visit.hostFault ? lock.failures + 1 : 0;
  const openAt = Math.max(visit.lastEnd + Math.max(visit.pauseMs, backoffMs(failures)), visit.restUntil ?? 0) + skewMs;
  return { openAt, pauseMs: visit.pauseMs, failures };
}
