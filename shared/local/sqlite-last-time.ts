import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';

/** The time of the last run of a data folder, to notice that the clock was set back since. */
export type SqliteLastTime = {
  /** Stores the current time, epoch ms, at most once a second. */
  set(now: number): void;
  /**
   * Brings stored times forward by as much as the clock was set back since the last `set`: due times of hosts and schedules, and
   * ends of pauses. Otherwise nothing would be due until the clock has caught up. Robots rules that were read in the future
   * are deleted, and read again. The other tables must exist.
   *
   * Stores no time: a process that is killed before the next `set` adjusts again, which makes hosts due too early at worst. The
   * frontier of a host keeps the times of single URLs, which `cli/run/set-back-pages.ts` adjusts.
   *
   * @returns by how much the clock was set back, in milliseconds; 0 if it was not
   */
  adjust(now: number): number;
};

/** Differences up to this are ignored: clocks are corrected by some milliseconds all the time. Milliseconds. */
const TOLERANCE_MS = 1_000;

/** Minimum time between two writes. Milliseconds. */
const SET_EVERY_MS = 1_000;

/** Opens the last time in a database, and creates its table if it does not exist. */
export function sqliteLastTime(db: DatabaseSync): SqliteLastTime {
  db.exec('CREATE TABLE IF NOT EXISTS last_time (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL)');
  const get = db.prepare('SELECT at FROM last_time');
  const put = db.prepare('INSERT OR REPLACE INTO last_time (only, at) VALUES (1, ?)');
  let stored = 0;
  return {
    set(now) {
      if (Math.abs(now - stored) < SET_EVERY_MS) return;
      stored = now;
      put.run(now);
    },
    adjust(now) {
      const backMs = ((get.get() as { at: number } | undefined)?.at ?? now) - now;
      if (backMs <= TOLERANCE_MS) return 0;
      inTransaction(db, () => {
        for (const sql of [
          'UPDATE host_lock SET open_at = open_at - :backMs WHERE open_at > :now',
          'UPDATE head SET due = due - :backMs WHERE due > :now',
          'UPDATE schedule SET due = due - :backMs WHERE due > :now',
          'UPDATE message SET visible_at = visible_at - :backMs WHERE visible_at > :now',
        ])
          db.prepare(sql).run({ now, backMs });
        db.prepare('DELETE FROM robots WHERE read_at > ?').run(now);
      });
      return backMs;
    },
  };
}
