import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../ports/clock.ts';
import type { CrawlSchedule, ScheduledCall, Schedules } from '../ports/schedules.ts';
import { inTransaction } from './database.ts';

/** Schedules that the runner polls: on one machine, no service makes the calls. */
export type SqliteSchedules = Schedules & {
  /** Lists the due calls of a crawl, each once even if it was missed several times. They stay due until `called`. */
  due(crawl: string): { call: ScheduledCall; called(): void }[];
  /** Time of the next call, epoch ms; undefined if there is none. */
  next(crawl: string): number | undefined;
  /** Lists the schedules of a crawl with the time of their next call (epoch ms; undefined if there is none). */
  list(crawl: string): { name: string; due: number | undefined }[];
};

/** Computes the times of schedules; the adapter only stores them. All times are epoch ms. */
export type ScheduleTimes = {
  /** Returns the first time after `after`; undefined if there is none. `since`: when the schedule was created. */
  next(timing: Timing, after: number, since: number): number | undefined;
  /** Returns the last time from `first` up to `now`. */
  last(timing: Timing, first: number, now: number, since: number): number;
};
type Timing = Pick<CrawlSchedule, 'at' | 'timezone'>;

/** `after` is empty in the row of a schedule. Otherwise the row is a one-time call that continues after this host. */
type Row = {
  name: string;
  after: string;
  at: string;
  timezone: string;
  since: number;
  due: number | null;
  /** Due time of the call that is continued, as the call carries it. Null in the row of a schedule. */
  original_at: string | null;
};

/** Opens the schedules in a database, and creates their table if it does not exist. */
export function sqliteSchedules(db: DatabaseSync, clock: Clock, times: ScheduleTimes): SqliteSchedules {
  db.exec(`CREATE TABLE IF NOT EXISTS schedule (
    crawl TEXT NOT NULL, name TEXT NOT NULL, after TEXT NOT NULL, at TEXT NOT NULL, timezone TEXT NOT NULL,
    since INTEGER NOT NULL, due INTEGER, original_at TEXT, PRIMARY KEY (crawl, name, after)) WITHOUT ROWID`);
  const find = db.prepare(`SELECT * FROM schedule WHERE crawl = ? AND name = ? AND after = ''`);
  const write = db.prepare(`INSERT OR REPLACE INTO schedule (crawl, name, after, at, timezone, since, due, original_at)
    VALUES (:crawl, :name, :after, :at, :timezone, :since, :due, :original_at)`);
  const move = db.prepare(`UPDATE schedule SET due = :due WHERE crawl = :crawl AND name = :name AND after = ''`);
  const drop = db.prepare('DELETE FROM schedule WHERE crawl = ? AND name = ? AND after = ?');
  const dropAll = db.prepare('DELETE FROM schedule WHERE crawl = ? AND name = ?');
  const waiting = db.prepare('SELECT * FROM schedule WHERE crawl = ? AND due <= ? ORDER BY due');
  const first = db.prepare('SELECT min(due) AS due FROM schedule WHERE crawl = ?');
  const all = db.prepare(`SELECT name, due FROM schedule WHERE crawl = ? AND after = '' ORDER BY name`);

  const callOf = (crawl: string, row: Row, now: number): ScheduledCall => {
    const { name, after, original_at, since, due } = row;
    if (after !== '') return { scheduled: { crawl, name, at: original_at!, after } };
    return { scheduled: { crawl, name, at: new Date(times.last(row, due!, now, since)).toISOString() } };
  };

  return {
    async put({ crawl, name, at, timezone }) {
      inTransaction(db, () => {
        const known = find.get(crawl, name) as Row | undefined;
        // An unchanged schedule keeps its times: otherwise each run would restart a rate.
        if (known?.at === at && known.timezone === timezone) return;
        const since = clock.now();
        const due = times.next({ at, timezone }, since - 1, since) ?? null;
        write.run({ crawl, name, after: '', at, timezone, since, due, original_at: null });
      });
    },
    async scheduleContinuation({ scheduled: { crawl, name, at, after = '' } }, when) {
      write.run({ crawl, name, after, at: '', timezone: '', since: when, due: when, original_at: at });
    },
    async remove({ crawl, name }) {
      dropAll.run(crawl, name);
    },
    due(crawl) {
      const now = clock.now();
      return (waiting.all(crawl, now) as Row[]).map((row) => ({
        call: callOf(crawl, row, now),
        called() {
          if (row.after !== '') drop.run(crawl, row.name, row.after);
          else move.run({ crawl, name: row.name, due: times.next(row, now, row.since) ?? null });
        },
      }));
    },
    next: (crawl) => (first.get(crawl) as { due: number | null }).due ?? undefined,
    list: (crawl) =>
      (all.all(crawl) as { name: string; due: number | null }[]).map(({ name, due }) => ({
        name,
        due: due ?? undefined,
      })),
  };
}
