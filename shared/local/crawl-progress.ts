import type { DatabaseSync } from 'node:sqlite';

/** What is still to be done in a data folder, by one read of its file: nothing can slip through between two. */
export type Standing = {
  /** Messages of any queue, waiting or under way. */
  messages: number;
  /** Groups that are held. */
  leases: number;
  /** When something of the crawl is due that is worth waiting for, epoch ms; undefined: nothing is. */
  due: number | undefined;
};

/** A first retry, a Retry-After of a few seconds: waited for. Milliseconds. */
const PATIENCE_MS = 12_000;
/** URLs that wait behind their host's pause are waited for, and so long behind a host that rests after failures. */
const REST_MS = 60_000;

/**
 * A host with URLs to fetch is waited for through its pause, however long a Crawl-delay makes it; a host that rests because
 * it failed, or a page that is wanted again, only for a moment: a later run goes on with them.
 */
export function standing(db: DatabaseSync): (crawl: string, now: number) => Standing {
  const read = db.prepare(`SELECT (SELECT count(*) FROM message) AS messages,
    (SELECT count(*) FROM host_lock WHERE until > :now) AS leases,
    (SELECT min(due) FROM head WHERE crawl = :crawl AND due <= :soon) AS due`);
  const behindPause = db.prepare(`SELECT min(due) AS due FROM head LEFT JOIN host_lock USING (grp)
    WHERE crawl = :crawl AND state = 'ready' AND due <= :now + max(:rest, coalesce(pause_ms, 0) + 1000)`);
  type Row = { messages: number; leases: number; due: number | null };
  return (crawl, now) => {
    const { messages, leases, due } = read.get({ crawl, now, soon: now + PATIENCE_MS }) as Row;
    // The second question reads every waiting head: asked only when the first finds nothing.
    const later = due ?? (behindPause.get({ crawl, now, rest: REST_MS }) as Row).due;
    return { messages, leases, due: later ?? undefined };
  };
}
