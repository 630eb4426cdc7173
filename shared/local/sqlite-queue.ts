import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../ports/clock.ts';
import type { DeadLetter, Delivery, Queue, QueueDepth } from '../ports/queue.ts';
import { inTransaction } from './database.ts';

/** How a queue redelivers, dead-letters and expires its messages. */
export type QueueOptions = {
  /** Messages expire after this time. Milliseconds. Absent: never, also those that an earlier version gave an expiry. */
  retentionMs?: number;
  /** Number of receives without an `ack` after which a message is dead-lettered. */
  maxReceives: number;
  /** False: messages are dropped instead of dead-lettered, because their sender sends them again. */
  hasDeadLetters: boolean;
};

/** A queue with the operations of the single process that runs a data folder. */
export type SqliteQueue<Message> = Queue<Message> & {
  /**
   * Returns all messages that a killed process had received, however long ago. Refunds the receive, because the message is
   * probably not at fault; after `MAX_REFUNDS` kills the receive counts.
   */
  releaseAll(): void;
  /**
   * Returns messages without counting the receive, because this machine is at fault, and not they. They can be received again
   * after `delayMs`.
   */
  release(deliveries: readonly Pick<Delivery<Message>, 'receipt'>[], delayMs: number): Promise<void>;
  /** Deletes all messages of the queue. */
  clear(): void;
  /**
   * Deletes a processed message, or dead-letters it. Synchronous, for a transaction with other changes of the file.
   *
   * @returns false if the message is gone: it was redelivered, and the other delivery has settled it
   */
  settle(delivery: Pick<Delivery<Message>, 'receipt'>, end: 'done' | 'dead'): boolean;
  /** Dead-letters messages that crashed their worker, before they reach `maxReceives`. */
  deadLetter(deliveries: readonly Pick<Delivery<Message>, 'receipt'>[]): Promise<void>;
  /** Lists up to `max` dead letters, oldest first. */
  listDeadLetters(max: number): DeadLetter<Message>[];
  /** Sends the oldest `max` dead letters again, as new messages. @returns their number. */
  redrive(max: number): number;
  /** Deletes the oldest `max` dead letters. @returns what they were. */
  discard(max: number): DeadLetter<Message>[];
};

/**
 * Number of kills of the process during which a message was leased, up to which they do not count as receives. A message that
 * itself ends the process (out of memory, a crash of native code) is killed each time: the receives that count afterwards find
 * the poison page, or dead-letter the message. No store tells such an end from a kill by a user or the system.
 */
export const MAX_REFUNDS = 8;

// `leased`: 1 from a receive until the message is deleted or returned. `refunds`: number of kills while it was leased.
// AUTOINCREMENT: otherwise SQLite reuses the id of a deleted last row, and a late `ack` would delete another message.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, body TEXT NOT NULL,
    visible_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0,
    leased INTEGER NOT NULL DEFAULT 0, refunds INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS message_visible ON message (queue, visible_at);
  CREATE TABLE IF NOT EXISTS dead_letter (
    id INTEGER PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, died_at INTEGER NOT NULL,
    receives INTEGER)`;

/** Whether a message is of a crawl. One that cannot be read may be of any. */
const OF_CRAWL = `coalesce(CASE WHEN json_valid(body) THEN body ->> '$.crawl' END, :crawl) = :crawl`;

type MessageRow = { id: number; body: string; receives: number; expires_at: number };
type DeadRow = { id: number; body: string; died_at: number; receives: number | null };

const prepareStatements = (db: DatabaseSync, maxReceives: number) => ({
  insert: db.prepare('INSERT INTO message (queue, body, visible_at, expires_at) VALUES (?, ?, ?, ?)'),
  // Two plain statements: a single one with a subquery and RETURNING builds two temporary tables per message.
  selectVisible: db.prepare(`SELECT id, body, receives + 1 AS receives, expires_at FROM message
    WHERE queue = ? AND visible_at <= ? ORDER BY visible_at, id LIMIT ?`),
  markReceived: db.prepare('UPDATE message SET visible_at = ?, receives = receives + 1, leased = 1 WHERE id = ?'),
  hasVisible: db.prepare('SELECT 1 FROM message WHERE queue = ? AND visible_at <= ? LIMIT 1'),
  // The receive that exceeded the limit delivered the message to no one, so it does not count.
  addDead: db.prepare(`INSERT OR IGNORE INTO dead_letter (id, queue, body, died_at, receives)
    SELECT id, queue, body, ?, min(receives, ${maxReceives}) FROM message WHERE id = ?`),
  remove: db.prepare('DELETE FROM message WHERE id = ?'),
  makeVisible: db.prepare('UPDATE message SET visible_at = ?, leased = 0 WHERE id = ?'),
  refund: db.prepare('UPDATE message SET visible_at = ?, leased = 0, receives = max(0, receives - 1) WHERE id = ?'),
  clear: db.prepare('DELETE FROM message WHERE queue = ?'),
  releaseAll: db.prepare(`UPDATE message SET visible_at = min(visible_at, :now), leased = 0, refunds = refunds + leased,
      receives = max(0, receives - (leased AND refunds < ${MAX_REFUNDS}))
    WHERE queue = :name AND (leased OR visible_at > :now)`),
  selectDead: db.prepare(
    'SELECT id, body, died_at, receives FROM dead_letter WHERE queue = ? ORDER BY died_at, id LIMIT ?',
  ),
  removeDead: db.prepare('DELETE FROM dead_letter WHERE id = ?'),
  depth: db.prepare(`
    SELECT count(*) FILTER (WHERE visible_at <= :now) AS waiting, count(*) FILTER (WHERE visible_at > :now) AS inFlight,
      (SELECT count(*) FROM dead_letter WHERE queue = :name) AS dead
    FROM message WHERE queue = :name`),
  depthOf: db.prepare(`
    SELECT count(*) FILTER (WHERE visible_at <= :now) AS waiting, count(*) FILTER (WHERE visible_at > :now) AS inFlight,
      (SELECT count(*) FROM dead_letter WHERE queue = :name AND ${OF_CRAWL}) AS dead
    FROM message WHERE queue = :name AND ${OF_CRAWL}`),
});

/** Opens a queue in a database, which may hold several, and creates the tables if they do not exist. Messages are stored as JSON. */
export function sqliteQueue<Message>(
  db: DatabaseSync,
  name: string,
  clock: Clock,
  options: QueueOptions,
): SqliteQueue<Message> {
  db.exec(SCHEMA);
  addColumns(db);
  const statements = prepareStatements(db, options.maxReceives);
  const { insert, remove, makeVisible } = statements;
  const queue = { db, statements, name, clock, options };

  return {
    async send(messages, delayMs = 0) {
      const now = clock.now();
      inTransaction(db, () => {
        for (const message of messages)
          insert.run(name, JSON.stringify(message), now + delayMs, expiryOf(now, options));
      });
    },

    async receive(max, visibilityMs) {
      // Most receives of an idle process find nothing, and this query needs no write lock.
      if (!statements.hasVisible.get(name, clock.now())) return [];
      const receive = () => receiveOnce<Message>(queue, max, visibilityMs);
      return inTransaction(db, () => {
        let deliveries = receive();
        // All messages were expired or dead-lettered: an empty list would look like an empty queue.
        while (deliveries?.length === 0) deliveries = receive();
        return deliveries ?? [];
      });
    },

    async ack(deliveries) {
      inTransaction(db, () => {
        for (const { receipt } of deliveries) remove.run(Number(receipt));
      });
    },

    async nack(deliveries, delayMs) {
      const at = clock.now() + delayMs;
      inTransaction(db, () => {
        for (const { receipt } of deliveries) makeVisible.run(at, Number(receipt));
      });
    },

    async depth(crawl) {
      const values = { name, now: clock.now() };
      const row = crawl === undefined ? statements.depth.get(values) : statements.depthOf.get({ ...values, crawl });
      return row as QueueDepth;
    },

    ...deadLetterCalls<Message>(queue),
  };
}

/** Returns when a message that is sent now expires, epoch ms. */
function expiryOf(now: number, { retentionMs }: QueueOptions): number {
  return retentionMs === undefined ? Number.MAX_SAFE_INTEGER : now + retentionMs;
}

/** One of the queues in a database. */
type QueueInDatabase = {
  db: DatabaseSync;
  statements: ReturnType<typeof prepareStatements>;
  name: string;
  clock: Clock;
  options: QueueOptions;
};

/** Result code of SQLite for a damaged file. */
const SQLITE_CORRUPT = 11;

/** @throws an error as SQLite reports a damaged file, with its `path` */
function parseBody<Message>(db: DatabaseSync, body: string): Message {
  try {
    return JSON.parse(body) as Message;
  } catch (cause) {
    const path = db.location() ?? undefined;
    throw Object.assign(new Error('a message is not JSON', { cause }), { errcode: SQLITE_CORRUPT, path });
  }
}

/** @returns undefined if no message is visible; an empty list if all visible messages were expired or dead-lettered. */
function receiveOnce<Message>(
  { db, statements, name, clock, options }: QueueInDatabase,
  max: number,
  visibilityMs: number,
): Delivery<Message>[] | undefined {
  const { selectVisible, markReceived, addDead, remove } = statements;
  const { maxReceives, hasDeadLetters, retentionMs } = options;
  const now = clock.now();
  const rows = selectVisible.all(name, now, max) as MessageRow[];
  if (rows.length === 0) return undefined;
  return rows.flatMap((row) => {
    markReceived.run(now + visibilityMs, row.id);
    const isExhausted = row.receives > maxReceives;
    if (!isExhausted && (retentionMs === undefined || row.expires_at > now)) {
      return [{ message: parseBody<Message>(db, row.body), receipt: `${row.id}`, receives: row.receives }];
    }
    if (isExhausted && hasDeadLetters) addDead.run(now, row.id);
    remove.run(row.id);
    return [];
  });
}

function deadLetterCalls<Message>({
  db,
  statements,
  name,
  clock,
  options,
}: QueueInDatabase): Omit<SqliteQueue<Message>, keyof Queue<Message>> {
  const { addDead, remove, insert, clear, refund, releaseAll, selectDead, removeDead } = statements;
  const { maxReceives, hasDeadLetters } = options;
  const settle = ({ receipt }: Pick<Delivery<Message>, 'receipt'>, end: 'done' | 'dead'): boolean => {
    if (end === 'dead' && hasDeadLetters) addDead.run(clock.now(), Number(receipt));
    return remove.run(Number(receipt)).changes === 1;
  };
  const toLetter = ({ body, died_at, receives }: DeadRow): DeadLetter<Message> => ({
    message: parseBody<Message>(db, body),
    since: died_at,
    receives: receives ?? maxReceives,
  });
  return {
    releaseAll: () => void releaseAll.run({ name, now: clock.now() }),

    async release(deliveries, delayMs) {
      const at = clock.now() + delayMs;
      inTransaction(db, () => {
        for (const { receipt } of deliveries) refund.run(at, Number(receipt));
      });
    },

    clear: () => void clear.run(name),

    settle,

    async deadLetter(deliveries) {
      inTransaction(db, () => {
        for (const delivery of deliveries) settle(delivery, 'dead');
      });
    },

    listDeadLetters: (max) => (selectDead.all(name, max) as DeadRow[]).map(toLetter),

    redrive: (max) =>
      inTransaction(db, () => {
        const rows = selectDead.all(name, max) as DeadRow[];
        const now = clock.now();
        for (const { id, body } of rows) {
          insert.run(name, body, now, expiryOf(now, options));
          removeDead.run(id);
        }
        return rows.length;
      }),

    discard: (max) =>
      inTransaction(db, () => {
        const rows = selectDead.all(name, max) as DeadRow[];
        for (const { id } of rows) removeDead.run(id);
        return rows.map(toLetter);
      }),
  };
}

/** Adds the columns that data folders of earlier versions lack. */
function addColumns(db: DatabaseSync): void {
  addColumn(db, 'dead_letter', 'receives', 'ALTER TABLE dead_letter ADD COLUMN receives INTEGER');
  // An earlier version did not record leases: a killed process may have held any message that was received.
  addColumn(
    db,
    'message',
    'leased',
    `ALTER TABLE message ADD COLUMN leased INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN refunds INTEGER NOT NULL DEFAULT 0;
    UPDATE message SET leased = 1 WHERE receives > 0`,
  );
}

function addColumn(db: DatabaseSync, table: string, name: string, sql: string): void {
  const column = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?');
  if (column.get(table, name)) return;
  inTransaction(db, () => {
    // Another process may have added it meanwhile.
    if (!column.get(table, name)) db.exec(sql);
  });
}
