import type { DatabaseSync } from 'node:sqlite';
import { type HostLock, LOCK_TTL_MS, type LockItem } from '../ports/host-lock.ts';

/** A host lock with the operations of the single process that runs a data folder. */
export type SqliteHostLock = HostLock & {
  /** Returns the item of a group; undefined if it has none. */
  get(group: string): LockItem | undefined;
  /** Releases the locks of a killed process. The pause of each group starts now. */
  releaseAll(now: number): void;
  /** Deletes expired items. */
  deleteExpired(now: number): void;
};

type Row = { token: string; until: number; open_at: number; pause_ms: number; failures: number };

/** Opens the locks in a database, and creates their table if it does not exist. */
export function sqliteHostLock(db: DatabaseSync): SqliteHostLock {
  db.exec(`CREATE TABLE IF NOT EXISTS host_lock (
    grp TEXT PRIMARY KEY, token TEXT NOT NULL, until INTEGER NOT NULL, open_at INTEGER NOT NULL,
    pause_ms INTEGER NOT NULL, failures INTEGER NOT NULL) WITHOUT ROWID`);
  // A single statement, so that two connections cannot both acquire the lock.
  const acquire = db.prepare(`
    INSERT INTO host_lock (grp, token, until, open_at, pause_ms, failures)
    VALUES (:group, :token, :now + :leaseMs + :pauseMs, :now, :pauseMs, 0)
    ON CONFLICT (grp) DO UPDATE SET token = :token, until = :now + :leaseMs + pause_ms
    WHERE until < :now AND open_at <= :now
    RETURNING token, until, open_at, pause_ms, failures`);
  const find = db.prepare('SELECT token, until, open_at, pause_ms, failures FROM host_lock WHERE grp = ?');
  const setOpenAt = db.prepare('UPDATE host_lock SET open_at = :openAt WHERE grp = :group AND token = :token');
  const releaseUnchanged = db.prepare('UPDATE host_lock SET until = 0 WHERE grp = :group AND token = :token');
  const release =
    db.prepare(`UPDATE host_lock SET until = 0, open_at = :openAt, pause_ms = :pauseMs, failures = :failures
    WHERE grp = :group AND token = :token`);
  const releaseAll = db.prepare(
    'UPDATE host_lock SET until = 0, open_at = max(open_at, :now + pause_ms) WHERE until > 0',
  );
  const deleteExpired = db.prepare('DELETE FROM host_lock WHERE max(until, open_at) < ?');

  return {
    async acquire(group, { token, now, leaseMs, pauseMs }) {
      const row = acquire.get({ group, token, now, leaseMs, pauseMs }) as Row | undefined;
      return { acquired: row !== undefined, lock: parseLock(row ?? (find.get(group) as Row)) };
    },
    setOpenAt: async (group, token, openAt) => setOpenAt.run({ group, token, openAt }).changes === 1,
    async release(group, token, change) {
      const run = change ? release.run({ group, token, ...change }) : releaseUnchanged.run({ group, token });
      return run.changes === 1;
    },
    get(group) {
      const row = find.get(group) as Row | undefined;
      return row && parseLock(row);
    },
    releaseAll: (now) => void releaseAll.run({ now }),
    deleteExpired: (now) => void deleteExpired.run(now - LOCK_TTL_MS),
  };
}

function parseLock(row: Row): LockItem {
  return { token: row.token, until: row.until, openAt: row.open_at, pauseMs: row.pause_ms, failures: row.failures };
}
