import type { DatabaseSync } from 'node:sqlite';
import { OBJECT_QUEUES, type ObjectQueueName } from '../ports/messages.ts';

/** Maximum number of faults that SQLite lists per database. */
const MAX_FAULTS = 20;

type MessageRow = { id: number; queue: ObjectQueueName; body: string; visible_at: number; receives: number };

/** Reads the state of a data folder that its other adapters do not show: damage, messages and leases. */
export function folderChecks(db: DatabaseSync, indexDb: DatabaseSync, now: () => number) {
  const named = OBJECT_QUEUES.map((queue) => `'${queue}'`).join(', ');
  return {
    damage: () => [...damageOf('frontier.sqlite', db), ...damageOf('index.sqlite', indexDb)],

    *messages() {
      const rows = db.prepare(
        `SELECT id, queue, body, visible_at, receives FROM message WHERE queue IN (${named}) ORDER BY id`,
      );
      for (const { id, queue, body, visible_at, receives } of rows.all() as MessageRow[])
        yield { id, queue, ...pointerOf(body), isLeased: receives > 0 && visible_at > now() };
    },

    *deadLetters() {
      const rows = db.prepare(`SELECT queue, body FROM dead_letter WHERE queue IN (${named}) ORDER BY id`);
      for (const { queue, body } of rows.all() as MessageRow[]) yield { queue, ...pointerOf(body) };
    },

    remove(ids: readonly number[]): void {
      const remove = db.prepare('DELETE FROM message WHERE id = ?');
      for (const id of ids) remove.run(id);
    },

    leases(at: number): string[] {
      const locks = db.prepare('SELECT grp FROM host_lock WHERE until > ?').all(at) as { grp: string }[];
      const heads = db.prepare('SELECT host FROM head WHERE attempts > 0').all() as { host: string }[];
      return [...locks.map(({ grp }) => `lock of ${grp}`), ...heads.map(({ host }) => `unfinished visit of ${host}`)];
    },
  };
}

const pointerOf = (body: string) => JSON.parse(body) as { crawl: string; key: string };

function damageOf(file: string, db: DatabaseSync): string[] {
  const rows = db.prepare(`PRAGMA integrity_check(${MAX_FAULTS})`).all() as { integrity_check: string }[];
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return faults.map((text) => `${file}: ${text.replace(/\s+/g, ' ')}`);
}
