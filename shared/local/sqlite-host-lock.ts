import type { DatabaseSync } from 'node:sqlite';
import { type HostLock, LOCK_TTL_MS, type LockItem } from '../ports/host-lock.ts';

/** What the one runner of a data folder may do besides. */
export type SqliteHostLock = HostLock & {
  /** Ends the leases of a runner that is gone, each group's pause counted from now. */
  freeAll(now: number): void;
  /** Drops items past their expiry. */
  purge(now: number): void;
};

type Row = { token: string; until: number; open_at: number; pause_ms: number; failures: number };

export function sqliteHostLock(db: DatabaseSync): SqliteHostLock {
  db.exec(`CREATE TABLE IF NOT EXISTS host_lock (
    grp TEXT PRIMARY KEY, token TEXT NOT NULL, until INTEGER NOT NULL, open_at INTEGER NOT NULL,
    pause_ms INTEGER NOT NULL, failures INTEGER NOT NULL) WITHOUT ROWID`);
  // One statement, so that of two connections on one file only one can believe it holds a group.
  const take = db.prepare(`
    INSERT INTO host_lock (grp, token, until, open_at, pause_ms, failures)
    VALUES (:group, :token, :now + :leaseMs + :pauseMs, :now, :pauseMs, 0)
    ON CONFLICT (grp) DO UPDATE SET token = :token, until = :now + :leaseMs + pause_ms
    WHERE until < :now AND open_at <= :now
    RETURNING token, until, open_at, pause_ms, failures`);
  const find = db.prepare('SELECT token, until, open_at, pause_ms, failures FROM host_lock WHERE grp = ?');
  const note = db.prepare('UPDATE host_lock SET open_at = :openAt WHERE grp = :group AND token = :token');
  const releaseAsFound = db.prepare('UPDATE host_lock SET until = 0 WHERE grp = :group AND token = :token');
  const release =
    db.prepare(`UPDATE host_lock SET until = 0, open_at = :openAt, pause_ms = :pauseMs, failures = :failures
    WHERE grp = :group AND token = :token`);
  const freeAll = db.prepare('UPDATE host_lock SET until = 0, open_at = max(open_at, :now + pause_ms) WHERE until > 0');
  const purge = db.prepare('DELETE FROM host_lock WHERE max(until, open_at) < ?');

  return {
    async take(group, { token, now, leaseMs, pauseMs }) {
      const taken = take.get({ group, token, now, leaseMs, pauseMs }) as Row | undefined;
      return { taken: taken !== undefined, lock: lockItem(taken ?? (find.get(group) as Row)) };
    },
    note: async (group, token, openAt) => note.run({ group, token, openAt }).changes === 1,
    async release(group, token, change) {
      const run = change ? release.run({ group, token, ...change }) : releaseAsFound.run({ group, token });
      return run.changes === 1;
    },
    freeAll: (now) => void freeAll.run({ now }),
    purge: (now) => void purge.run(now - LOCK_TTL_MS),
  };
}

function lockItem(row: Row): LockItem {
  return { token: row.token, until: row.until, openAt: row.open_at, pauseMs: row.pause_ms, failures: row.failures };
}
