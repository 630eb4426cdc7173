import type { NoticeEvent } from '../../shared/alerts/notice.ts';
import { hasLeftovers, isEveryHostUnreachable } from '../../shared/frontier/explain/leftovers.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';

/**
 * Time without a change after which a crawl with nothing to do has ended: a few seconds in queues lie between a page and its links. Two
 * looks are five minutes apart, or a little less. Milliseconds.
 */
const ENDED_AFTER_MS = 240_000;
/** The same while the stored sums of a large crawl are older than its last change. Milliseconds. */
const OUTDATED_END_MS = 900_000;

/** What was seen of a crawl at the last look. */
export type CrawlWatch = {
  /** Counts that change only when the crawl makes progress. */
  counts: string;
  /** Since when they are so, epoch ms. */
  since: number;
  pages: number;
  /** Since when hosts are due at every look without a new page, epoch ms. Absent: no host was due. */
  dueSince?: number;
  /** Events since the last page. */
  reported: NoticeEvent[];
};

/**
 * What a look has found. `event`: one that was not reported since the last page; absent: there is none. `quietMs`: time without a change; for a
 * standstill, time with due hosts and without a page.
 */
export type Look = { watch: CrawlWatch; event?: NoticeEvent; quietMs: number };

/**
 * Compares the status of a crawl with that of the last look, to find out that it has ended, reached a limit or stalled. In a stack a crawl
 * has no run that ends: hosts that rest become due again. So each event is found once, and again after a page was fetched.
 *
 * @param before undefined: this is the first look, or the crawl was closed at the last one
 * @param now epoch milliseconds
 * @param stalledMs time without a page after which a crawl with due hosts counts as stalled
 * @returns undefined if the crawl is paused or stopped
 */
export function watchCrawl(
  before: CrawlWatch | undefined,
  status: CrawlStatus,
  now: number,
  stalledMs: number,
): Look | undefined {
  if (status.state === 'paused' || status.state === 'stopped') return undefined;
  const counts = progressOf(status);
  const hasNewPages = before !== undefined && before.pages !== status.pages;
  const watch: CrawlWatch = {
    counts,
    since: before?.counts === counts ? before.since : now,
    pages: status.pages,
    ...(status.due > 0 && { dueSince: hasNewPages ? now : (before?.dueSince ?? now) }),
    reported: before && !hasNewPages ? before.reported : [],
  };
  const [unchangedMs, dueMs] = [now - watch.since, now - (watch.dueSince ?? now)];
  const event = eventOf(status, unchangedMs, dueMs, stalledMs);
  const quietMs = event === 'stalled' ? dueMs : unchangedMs;
  if (!event || watch.reported.includes(event)) return { watch, quietMs };
  return { watch: { ...watch, reported: [...watch.reported, event] }, event, quietMs };
}

function eventOf(status: CrawlStatus, quietMs: number, dueMs: number, stalledMs: number): NoticeEvent | undefined {
  const hasEnded = quietMs >= (status.outdated ? OUTDATED_END_MS : ENDED_AFTER_MS);
  if (hasEnded && status.limit !== undefined) return 'limit';
  if (status.limit === undefined && dueMs >= stalledMs) return 'stalled';
  if (status.due > 0 || !hasEnded) return undefined;
  // The objects in the stages may be those of another crawl, or nothing processes them.
  if (status.state === 'running') return hasObjects(status) && quietMs >= stalledMs ? 'incomplete' : undefined;
  return hasLeftovers(status) || isEveryHostUnreachable(status) ? 'incomplete' : 'done';
}

/** Whether stages have objects that they have not processed, or do not say so. */
const hasObjects = ({ processing = 0, unansweredQueues = 0 }: CrawlStatus): boolean =>
  processing + unansweredQueues > 0;

const progressOf = ({ pages, urls, hosts, verdicts, links, due }: CrawlStatus): string =>
  JSON.stringify([pages, urls, hosts, verdicts, links, due === 0]);
