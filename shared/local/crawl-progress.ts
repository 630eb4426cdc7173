import type { DatabaseSync } from 'node:sqlite';

/** Pending work in a data folder, as read by one atomic query. */
export type CrawlProgress = {
  /** Messages in all queues, visible or in flight. */
  pendingMessages: number;
  /** Locks that are held. */
  heldLocks: number;
  /** When the next host of the crawl is due that is worth waiting for, epoch ms; undefined if there is none. */
  nextDue: number | undefined;
};

/** A run waits this long for any host: for a first retry, or a short `Retry-After`. Milliseconds. */
const MAX_WAIT_MS = 12_000;
/** A run waits this long for a host with queued URLs that backs off after failures. Milliseconds. */
const MAX_BACKOFF_WAIT_MS = 60_000;

/**
 * Creates a function that returns the first keys, in their order, of the objects of a crawl that wait for clean and for classify. Keys begin with
 * the time at which their object was opened.
 */
export function unjudgedKeysReader(db: DatabaseSync): (crawl: string) => string[] {
  const read = db.prepare(`SELECT min(body ->> '$.key') AS key FROM message
    WHERE queue IN ('captures', 'documents') AND json_valid(body) AND body ->> '$.crawl' = ? GROUP BY queue`);
  return (crawl) => (read.all(crawl) as { key: string | null }[]).flatMap(({ key }) => key ?? []);
}

/**
 * Creates a function that reads the progress of a crawl. A run waits for a host with queued URLs until its pause has passed, even
 * if a Crawl-delay makes it long. It waits only briefly for a host that backs off or for a scheduled recrawl: a later run
 * continues with those.
 */
export function crawlProgressReader(db: DatabaseSync): (crawl: string, now: number) => CrawlProgress {
  const read = db.prepare(`SELECT (SELECT count(*) FROM message) AS messages,
    (SELECT count(*) FROM host_lock WHERE until > :now) AS leases,
    (SELECT min(due) FROM head WHERE crawl = :crawl AND due <= :soon) AS due`);
  const behindPause = db.prepare(`SELECT min(due) AS due FROM head LEFT JOIN host_lock USING (grp)
    WHERE crawl = :crawl AND state = 'ready' AND due <= :now + max(:rest, coalesce(pause_ms, 0) + 1000)`);
  type Row = { messages: number; leases: number; due: number | null };
  return (crawl, now) => {
    const { messages, leases, due } = read.get({ crawl, now, soon: now + MAX_WAIT_MS }) as Row;
    // The second query reads all ready heads, so it runs only if the first finds nothing.
    const nextDue = due ?? (behindPause.get({ crawl, now, rest: MAX_BACKOFF_WAIT_MS }) as Row).due;
    return { pendingMessages: messages, heldLocks: leases, nextDue: nextDue ?? undefined };
  };
}
