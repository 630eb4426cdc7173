import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';

export type FollowEnd =
  /** Nothing is due, and no work is in progress. Hosts may rest, and URLs may wait. */
  | 'idle'
  | 'paused'
  | 'stopped'
  /** A limit or budget is reached. */
  | 'limit'
  /** The crawl is running, but has made no progress for a long time. */
  | 'quiet'
  /** The user quit. */
  | 'left';

export type FollowOptions = {
  fetchStatus(): Promise<CrawlStatus>;
  show(status: CrawlStatus): void;
  /** Epoch milliseconds. */
  now(): number;
  /** Sleeps; resolves early when the user quits. */
  sleep(ms: number): Promise<void>;
  quit: AbortSignal;
};

/**
 * Time without progress after which an idle crawl counts as ended. Three queues that batch for seconds lie between a
 * page and its links, and dispatch runs each minute. Milliseconds.
 */
const IDLE_END_MS = 120_000;
/**
 * Time without progress after which following a running crawl ends: hosts are due, or objects wait to be processed, but nothing happens. Milliseconds.
 */
const UNCHANGED_END_MS = 900_000;
const STATUS_POLL_MS = 5_000;
/**
 * Time between two statuses, as a multiple of the time that one takes. Counting 100,000 hosts takes seconds and costs
 * money.
 */
const STATUS_INTERVAL_FACTOR = 20;

/** Follows the status of a crawl until it ends or the user quits. The crawl does not depend on it. */
export async function followStatus(watch: FollowOptions): Promise<{ status: CrawlStatus; end: FollowEnd }> {
  let before = '';
  let sinceMs = watch.now();
  for (;;) {
    const requestedMs = watch.now();
    const status = await watch.fetchStatus();
    const now = watch.now();
    const seen = progressKey(status);
    if (seen !== before) sinceMs = now;
    before = seen;
    watch.show(status);
    const end = watch.quit.aborted ? 'left' : endOf(status, now - sinceMs);
    if (end) return { status, end };
    await watch.sleep(Math.max(STATUS_POLL_MS, STATUS_INTERVAL_FACTOR * (now - requestedMs)));
    if (watch.quit.aborted) return { status, end: 'left' };
  }
}

function endOf(status: CrawlStatus, unchangedMs: number): FollowEnd | undefined {
  if (status.state === 'paused' || status.state === 'stopped') return status.state;
  // Counted hosts decide between these ends and their exit codes, so they must include the last progress.
  const isCurrent = !status.outdated || unchangedMs >= UNCHANGED_END_MS;
  if (unchangedMs >= IDLE_END_MS && isCurrent && status.limit !== undefined) return 'limit';
  if (unchangedMs >= IDLE_END_MS && isCurrent && status.state !== 'running') return 'idle';
  return unchangedMs >= UNCHANGED_END_MS ? 'quiet' : undefined;
}

/** Returns a key of the counts that change only when the crawl makes progress: no times and no cost. */
function progressKey({ pages, urls, hosts, records, verdicts, links, due }: CrawlStatus): string {
  return JSON.stringify([pages, urls, hosts, records, verdicts, links, due === 0]);
}
