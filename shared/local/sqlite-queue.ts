import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../ports/clock.ts';
import type { DeadLetter, Delivery, Queue } from '../ports/queue.ts';
import { inTransaction } from './database.ts';

export type QueueRules = {
  /** A message is forgotten after that. Milliseconds. */
  keepMs: number;
  /** After so many receives without an end it goes to the dead letters. */
  maxReceives: number;
  /** false: what would go there is dropped, because something else repeats it. */
  deadLetters: boolean;
};

/** What the one runner of a data folder may do besides. */
export type SqliteQueue<Message> = Queue<Message> & {
  /** Gives back at once what a runner that is gone had received; that it was killed is no fault of the message. */
  freeAll(): void;
  /** Puts messages that ended their workers with the dead letters, before `maxReceives`. */
  bury(deliveries: readonly Pick<Delivery<Message>, 'receipt'>[]): Promise<void>;
  /** The oldest of those that were given up. */
  deadLetters(max: number): DeadLetter<Message>[];
  /** Sends those again, as new ones: the oldest `max`. @returns how many there were. */
  redrive(max: number): number;
};

export function sqliteQueue<Message>(
  db: DatabaseSync,
  name: string,
  clock: Clock,
  rules: QueueRules,
): SqliteQueue<Message> {
  // AUTOINCREMENT: without it the id of a deleted last row comes again, and a late `done` ends somebody else's message.
  db.exec(`
    CREATE TABLE IF NOT EXISTS message (
      id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, body TEXT NOT NULL,
      visible_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX IF NOT EXISTS message_visible ON message (queue, visible_at);
    CREATE TABLE IF NOT EXISTS dead_letter (
      id INTEGER PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, died_at INTEGER NOT NULL,
      receives INTEGER)`);
  countReceives(db);
  const send = db.prepare('INSERT INTO message (queue, body, visible_at, expires_at) VALUES (?, ?, ?, ?)');
  // Two plain statements: one with a subquery and RETURNING builds two tables of its own for each message.
  const waiting = db.prepare(`SELECT id, body, receives + 1 AS receives, expires_at FROM message
    WHERE queue = ? AND visible_at <= ? ORDER BY visible_at, id LIMIT ?`);
  const giveOut = db.prepare('UPDATE message SET visible_at = ?, receives = receives + 1 WHERE id = ?');
  const anyVisible = db.prepare('SELECT 1 FROM message WHERE queue = ? AND visible_at <= ? LIMIT 1');
  // The look that found a message worn out gave it to nobody.
  const bury = db.prepare(`INSERT OR IGNORE INTO dead_letter (id, queue, body, died_at, receives)
    SELECT id, queue, body, ?, min(receives, ${rules.maxReceives}) FROM message WHERE id = ?`);
  const remove = db.prepare('DELETE FROM message WHERE id = ?');
  const hide = db.prepare('UPDATE message SET visible_at = ? WHERE id = ?');
  const freeAll = db.prepare(`UPDATE message SET visible_at = :now, receives = max(0, receives - 1)
    WHERE queue = :name AND visible_at > :now`);
  const dead = db.prepare(
    'SELECT id, body, died_at, receives FROM dead_letter WHERE queue = ? ORDER BY died_at, id LIMIT ?',
  );
  const exhume = db.prepare('DELETE FROM dead_letter WHERE id = ?');
  const depth = db.prepare(`
    SELECT count(*) FILTER (WHERE visible_at <= :now) AS waiting, count(*) FILTER (WHERE visible_at > :now) AS underWay,
      (SELECT count(*) FROM dead_letter WHERE queue = :name) AS dead
    FROM message WHERE queue = :name`);

  type DeadRow = { id: number; body: string; died_at: number; receives: number | null };
  type Row = { id: number; body: string; receives: number; expires_at: number };
  /** @returns undefined when nothing is there; a list is empty when all that was there was forgotten or buried. */
  const give = (max: number, visibilityMs: number): Delivery<Message>[] | undefined => {
    const now = clock.now();
    const rows = waiting.all(name, now, max) as Row[];
    if (rows.length === 0) return undefined;
    return rows.flatMap((row) => {
      giveOut.run(now + visibilityMs, row.id);
      const worn = row.receives > rules.maxReceives;
      if (!worn && row.expires_at > now) {
        return [{ message: JSON.parse(row.body) as Message, receipt: `${row.id}`, receives: row.receives }];
      }
      if (worn && rules.deadLetters) bury.run(now, row.id);
      remove.run(row.id);
      return [];
    });
  };

  return {
    async send(messages, delayMs = 0) {
      const now = clock.now();
      inTransaction(db, () => {
        for (const message of messages) send.run(name, JSON.stringify(message), now + delayMs, now + rules.keepMs);
      });
    },
    // A list of nothing but forgotten and buried messages must not look like an empty queue.
    async receive(max, visibilityMs) {
      // Asking is most of what an idle receiver does, and needs no write.
      if (!anyVisible.get(name, clock.now())) return [];
      return inTransaction(db, () => {
        let given = give(max, visibilityMs);
        while (given?.length === 0) given = give(max, visibilityMs);
        return given ?? [];
      });
    },
    async done(deliveries) {
      inTransaction(db, () => {
        for (const { receipt } of deliveries) remove.run(Number(receipt));
      });
    },
    async giveBack(deliveries, delayMs) {
      const at = clock.now() + delayMs;
      inTransaction(db, () => {
        for (const { receipt } of deliveries) hide.run(at, Number(receipt));
      });
    },
    depth: async () => depth.get({ name, now: clock.now() }) as { waiting: number; underWay: number; dead: number },
    freeAll: () => void freeAll.run({ name, now: clock.now() }),
    async bury(deliveries) {
      const now = clock.now();
      inTransaction(db, () => {
        for (const { receipt } of deliveries) {
          if (rules.deadLetters) bury.run(now, Number(receipt));
          remove.run(Number(receipt));
        }
      });
    },
    deadLetters: (max) =>
      (dead.all(name, max) as DeadRow[]).map(({ body, died_at, receives }) => ({
        message: JSON.parse(body) as Message,
        since: died_at,
        receives: receives ?? rules.maxReceives,
      })),
    redrive: (max) =>
      inTransaction(db, () => {
        const rows = dead.all(name, max) as DeadRow[];
        const now = clock.now();
        for (const { id, body } of rows) {
          send.run(name, body, now, now + rules.keepMs);
          exhume.run(id);
        }
        return rows.length;
      }),
  };
}

/** Folders from before it was kept have dead letters without it. */
function countReceives(db: DatabaseSync): void {
  const has = db.prepare("SELECT 1 FROM pragma_table_info('dead_letter') WHERE name = 'receives'");
  if (has.get()) return;
  inTransaction(db, () => {
    // Another process may have been first.
    if (!has.get()) db.exec('ALTER TABLE dead_letter ADD COLUMN receives INTEGER');
  });
}
