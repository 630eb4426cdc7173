import type { Control, ControlStore } from '../../shared/ports/control.ts';

/*
 * A running reindex is marked in the control item of its crawl: a reservation of no pages, named `reindex-<time>`. The admin
 * function writes it first, and each call that continues the reindex renews it. Dispatch deletes it after it expires.
 */

/** Lifetime of a mark. Longer than a call with all its retries until the message is dead-lettered. Milliseconds. */
const MARK_TTL_MS = 3_600_000;

const MARK_PREFIX = 'reindex-';

/** @param requestedAt when the reindex was requested, epoch ms. */
export const reindexMarkId = (requestedAt: number): string => `${MARK_PREFIX}${requestedAt}`;

export const markReindexing = (
  { reserve }: Pick<ControlStore, 'reserve'>,
  crawl: string,
  requestedAt: number,
  now: number,
): Promise<void> => reserve(crawl, reindexMarkId(requestedAt), { pages: 0, until: now + MARK_TTL_MS });

/** Times of a running reindex, epoch ms: the request, the last renewal of its mark, and the expiry of the mark. */
export type RunningReindex = { requestedAt: number; lastActiveAt: number; expiresAt: number };

/** @returns the reindex that was requested last, or undefined if none is running. */
export function findRunningReindex({ shares }: Control, now: number): RunningReindex | undefined {
  const running = Object.entries(shares).flatMap(([id, { until }]) =>
    id.startsWith(MARK_PREFIX) && until > now
      ? [{ requestedAt: Number(id.slice(MARK_PREFIX.length)), lastActiveAt: until - MARK_TTL_MS, expiresAt: until }]
      : [],
  );
  return running.sort((a, b) => b.requestedAt - a.requestedAt)[0];
}
