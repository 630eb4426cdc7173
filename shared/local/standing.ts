import type { DatabaseSync } from 'node:sqlite';

/** What is still to be done in a data folder, by one read of its file: nothing can slip through between two. */
export type Standing = {
  /** Messages of any queue, waiting or under way. */
  messages: number;
  /** Groups that are held. */
  leases: number;
  /** Earliest due time of a head of the crawl, epoch ms; undefined: none is ever due. */
  due: number | undefined;
};

export function standing(db: DatabaseSync): (crawl: string, now: number) => Standing {
  const read = db.prepare(`SELECT (SELECT count(*) FROM message) AS messages,
    (SELECT count(*) FROM host_lock WHERE until > :now) AS leases,
    (SELECT min(due) FROM head WHERE crawl = :crawl) AS due`);
  return (crawl, now) => {
    const row = read.get({ crawl, now }) as { messages: number; leases: number; due: number | null };
    return { messages: row.messages, leases: row.leases, due: row.due ?? undefined };
  };
}
