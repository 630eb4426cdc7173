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
/**
 * Age from which the last look tells nothing about the time since: the crawl was stopped, or had no `notify`. Three looks. Milliseconds.
 */
const MAX_GAP_MS = 900_000;

/** What was seen of a crawl at the last look. */
export type CrawlWatch = {
  /** Counts that change only when the crawl makes progress. */
  counts: string;
  /** Since when they are so, epoch ms. */
  since: number;
  /** Number of pages that were neither refused nor failed. */
  fetched: number;
  /** Since when hosts are due at every look without a new page, epoch ms. Absent: no host was due, or a limit has stopped the crawl. */
  dueSince?: number;
  /** Objects that stages have to process, and since when their number is so, epoch ms. Absent: none. */
  objects?: { count: string; since: number };
  /** Time of the look, epoch ms. Absent: neither of the two is present. An idle crawl does not change, because each change is a billed put. */
  at?: number;
  /** Events since the last page. */
  reported: NoticeEvent[];
};

/**
 * What a look has found. `event`: one that was not reported since the last page; absent: there is none. `quietMs`: time without a change; for a
 * standstill, time with due hosts and without a page, or without progress of the stages.
 */
export type Look = { watch: CrawlWatch; event?: NoticeEvent; quietMs: number };

/**
 * Compares the status of a crawl with that of the last look, to find out that it has ended, reached a limit or stalled. In a stack a crawl
 * has no run that ends: hosts that rest become due again. So each event is found once, and again after a page was fetched.
 *
 * @param last undefined: this is the first look, or the crawl was closed at the last one
 * @param now epoch milliseconds
 * @param stalledMs time without a page after which a crawl with due hosts counts as stalled
 * @returns undefined if the crawl is paused or stopped
 */
export function watchCrawl(
  last: CrawlWatch | undefined,
  status: CrawlStatus,
  now: number,
  stalledMs: number,
): Look | undefined {
  if (status.state === 'paused' || status.state === 'stopped') return undefined;
  const before = last?.at !== undefined && now - last.at > MAX_GAP_MS ? undefined : last;
  const counts = progressOf(status);
  const fetched = status.pages - (status.unfetchedPages ?? 0);
  const hasNewPages = before !== undefined && before.fetched !== fetched;
  const timed = {
    // A limit that is raised later ends no standstill.
    ...(status.due > 0 && status.limit === undefined && { dueSince: hasNewPages ? now : (before?.dueSince ?? now) }),
    ...(hasObjects(status) && { objects: objectsOf(status, before, now) }),
  };
  const watch: CrawlWatch = {
    counts,
    since: before?.counts === counts ? before.since : now,
    fetched,
    ...timed,
    ...(Object.keys(timed).length > 0 && { at: now }),
    reported: before && !hasNewPages ? before.reported : [],
  };
  const quiet = {
    unchangedMs: now - watch.since,
    dueMs: now - (watch.dueSince ?? now),
    stagesMs: now - Math.max(watch.since, watch.objects?.since ?? now),
  };
  const event = eventOf(status, quiet, stalledMs);
  const quietMs = event === 'stalled' ? quiet.dueMs : hasObjects(status) ? quiet.stagesMs : quiet.unchangedMs;
  if (!event || watch.reported.includes(event)) return { watch, quietMs };
  return { watch: { ...watch, reported: [...watch.reported, event] }, event, quietMs };
}

/**
 * Times without a change, milliseconds. `unchangedMs`: of the crawl; `dueMs`: with due hosts and without a page; `stagesMs`: of the crawl and
 * of the number of objects that stages have to process.
 */
type Quiet = { unchangedMs: number; dueMs: number; stagesMs: number };

function eventOf(
  status: CrawlStatus,
  { unchangedMs: quietMs, dueMs, stagesMs }: Quiet,
  stalledMs: number,
): NoticeEvent | undefined {
  const hasEnded = quietMs >= (status.outdated ? OUTDATED_END_MS : ENDED_AFTER_MS);
  if (hasEnded && status.limit !== undefined) return 'limit';
  if (status.limit === undefined && dueMs >= stalledMs) return 'stalled';
  if (status.due > 0 || !hasEnded) return undefined;
  // The objects in the stages may be those of another crawl. While their number changes, the stages work.
  if (status.state === 'running') return stagesMs >= stalledMs ? 'incomplete' : undefined;
  return hasLeftovers(status) || isEveryHostUnreachable(status) ? 'incomplete' : 'done';
}

/** Whether stages have objects that they have not processed, or do not say so. */
const hasObjects = ({ processing = 0, unansweredQueues = 0 }: CrawlStatus): boolean =>
  processing + unansweredQueues > 0;

function objectsOf(
  { processing = 0, unansweredQueues = 0 }: CrawlStatus,
  before: CrawlWatch | undefined,
  now: number,
): NonNullable<CrawlWatch['objects']> {
  const count = `${processing}+${unansweredQueues}`;
  return { count, since: before?.objects?.count === count ? before.objects.since : now };
}

const progressOf = ({ pages, urls, hosts, verdicts, links, due }: CrawlStatus): string =>
  JSON.stringify([pages, urls, hosts, verdicts, links, due === 0]);
