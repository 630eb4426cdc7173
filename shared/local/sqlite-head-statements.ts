import type { DatabaseSync } from 'node:sqlite';
import type { HeadState } from '../ports/frontier.ts';

export type HeadRow = {
  crawl: string;
  host: string;
  grp: string;
  epoch: number;
  state: HeadState;
  manifest: string;
  inbox: number;
  due: number | null;
  best: number;
  attempts: number;
  alone: number;
  noted: string | null;
  counts: string;
  removals: string | null;
};

/** Prepares the statements on heads and domains; `sqlite-frontier.ts` creates the tables. */
export const prepareHeadStatements = (db: DatabaseSync) => ({
  longestDue: db.prepare('SELECT * FROM head WHERE crawl = ? AND due <= ? ORDER BY due LIMIT ?'),
  dueOfClass: db.prepare('SELECT * FROM head WHERE crawl = ? AND best = ? AND due <= ? ORDER BY due LIMIT ?'),
  find: db.prepare('SELECT * FROM head WHERE crawl = ? AND host = ?'),
  exists: db.prepare('SELECT 1 FROM head WHERE crawl = ? AND host = ?'),
  list: db.prepare('SELECT * FROM head WHERE crawl = ? AND host > ? ORDER BY host LIMIT 500'),
  open: db.prepare(`UPDATE head SET epoch = epoch + 1, attempts = attempts + 1
    WHERE crawl = :crawl AND host = :host AND due <= :now AND grp = :group RETURNING *`),
  commit: db.prepare(`UPDATE head SET state = :state, due = :due, manifest = :manifest, best = :best, counts = :counts,
      removals = :removals, attempts = 0, alone = 0, noted = NULL
    WHERE crawl = :crawl AND host = :host AND epoch = :epoch AND (:inbox IS NULL OR inbox = :inbox)`),
  postpone: db.prepare('UPDATE head SET due = ? WHERE crawl = ? AND host = ? AND due = ?'),
  setCrashMarker: db.prepare('UPDATE head SET noted = ? WHERE crawl = ? AND host = ? AND epoch = ?'),
  isolate: db.prepare(
    'UPDATE head SET alone = 1, attempts = ? WHERE crawl = ? AND host = ? AND epoch = ? AND (attempts > 0 OR alone)',
  ),
  countHost: db.prepare(`INSERT INTO domain (crawl, domain, hosts) VALUES (:crawl, :domain, 1)
    ON CONFLICT (crawl, domain) DO UPDATE SET hosts = hosts + 1 WHERE hosts < :maxHosts`),
  hostsOfDomain: db.prepare('SELECT hosts FROM domain WHERE crawl = ? AND domain = ?'),
  releaseAll: db.prepare('UPDATE head SET attempts = 0, alone = 0, noted = NULL WHERE attempts > 0'),
  // node:sqlite binds numbers as reals. Without the cast, the epoch would have a fraction, and so would the names of bundles.
  notify: db.prepare(`
    INSERT INTO head (crawl, host, grp, epoch, state, inbox, due, best)
    VALUES (:crawl, :host, :group, CAST(:now / 1000 AS INTEGER), 'ready', 1, :now, :best)
    ON CONFLICT (crawl, host) DO UPDATE SET inbox = inbox + 1,
      due = CASE state WHEN 'idle' THEN :now ELSE due END,
      best = CASE state WHEN 'idle' THEN :best ELSE min(best, :best) END,
      state = CASE state WHEN 'idle' THEN 'ready' ELSE state END
    WHERE state <> 'dead' AND NOT (state = 'idle' AND :onlyIfReady)`),
});
