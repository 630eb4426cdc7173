import type { LockChange, LockItem } from '../ports/host-lock.ts';

export type PauseRules = {
  /** Between the end of one request and the start of the next. Milliseconds. */
  hostPauseMs: number;
  /** A Crawl-delay is obeyed up to this. Milliseconds. */
  crawlDelayCapMs: number;
  /** The pause is at least so many times as long as the last answer took. */
  answerTimeFactor: number;
};

/** Rest of a host after its first failure in a row; each further one doubles it, up to a day. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 86_400_000;

/** The largest of setting, Crawl-delay and a multiple of the last answer's time. Milliseconds. */
export function pauseOf(rules: PauseRules, crawlDelayS: number | null, answerMs: number): number {
  const asked = Math.min((crawlDelayS ?? 0) * 1000, rules.crawlDelayCapMs);
  return Math.max(rules.hostPauseMs, asked, Math.min(answerMs * rules.answerTimeFactor, LONGEST_REST_MS));
}

/**
 * What the lock holds after a visit.
 *
 * @param visit.lastEnd end of the last request. @param visit.fault the visit ended because the host is in trouble.
 * @param visit.restUntil what the host asked for. @param skewMs a little more, where other workers have other clocks.
 */
export function lockAfterVisit(
  lock: LockItem,
  visit: { lastEnd: number; pauseMs: number; fault: boolean; restUntil?: number },
  skewMs: number,
): LockChange {
  const failures = visit.fault ? lock.failures + 1 : 0;
  const rest = visit.fault ? Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - 1)) : 0;
  const openAt = Math.max(visit.lastEnd + Math.max(visit.pauseMs, rest), visit.restUntil ?? 0) + skewMs;
  return { openAt, pauseMs: visit.pauseMs, failures };
}
