import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';

export type FollowEnd =
  /** Nothing is due, and nothing has come of what was under way. */
  | 'idle'
  | 'paused'
  | 'stopped'
  /** A limit of its budget is reached. */
  | 'limit'
  /** It says that it runs, and nothing changes: left to itself. */
  | 'quiet'
  /** Who looked on went away. */
  | 'left';

export type FollowOptions = {
  fetchStatus(): Promise<CrawlStatus>;
  show(status: CrawlStatus): void;
  /** Epoch milliseconds. */
  now(): number;
  /** Ends early when whoever looks on goes away. */
  sleep(ms: number): Promise<void>;
  quit: AbortSignal;
};

/**
 * Between a page and what comes of its links lie three queues that gather for seconds, and dispatch comes by each minute:
 * a crawl without anything due is over when that has brought nothing new. Milliseconds.
 */
const IDLE_END_MS = 120_000;
/** Hosts may rest for an hour or a day; nobody waits for that. Milliseconds. */
const UNCHANGED_END_MS = 900_000;
const STATUS_POLL_MS = 5_000;
/** Counting a hundred thousand hosts takes seconds and is paid for. A status comes at most after so many times what the last took. */
const STATUS_INTERVAL_FACTOR = 20;

/** Looks on until the crawl has come to an end or whoever looks on goes away; the crawl itself needs nobody to look on. */
export async function followStatus(watch: FollowOptions): Promise<{ status: CrawlStatus; end: FollowEnd }> {
  let before = '';
  let sinceMs = watch.now();
  for (;;) {
    const asked = watch.now();
    const status = await watch.fetchStatus();
    const now = watch.now();
    const seen = progressKey(status);
    if (seen !== before) sinceMs = now;
    before = seen;
    watch.show(status);
    const end = watch.quit.aborted ? 'left' : endOf(status, now - sinceMs);
    if (end) return { status, end };
    await watch.sleep(Math.max(STATUS_POLL_MS, STATUS_INTERVAL_FACTOR * (now - asked)));
    if (watch.quit.aborted) return { status, end: 'left' };
  }
}

function endOf(status: CrawlStatus, unchangedMs: number): FollowEnd | undefined {
  if (status.state === 'paused' || status.state === 'stopped') return status.state;
  if (unchangedMs >= IDLE_END_MS && status.limit !== undefined) return 'limit';
  if (unchangedMs >= IDLE_END_MS && status.state === 'done') return 'idle';
  return unchangedMs >= UNCHANGED_END_MS ? 'quiet' : undefined;
}

/** What only changes when the crawl gets on: neither times nor money. */
function progressKey({ pages, hosts, records, verdicts, links, due }: CrawlStatus): string {
  return JSON.stringify([pages, hosts, records, verdicts, links, due === 0]);
}
