import type { DatabaseSync } from 'node:sqlite';
import type { RobotsItem, RobotsStore } from '../ports/robots-store.ts';

type Row = {
  origin: string;
  text: string;
  read_at: number;
  expires_at: number;
  unreachable_since: number | null;
  cause: string | null;
};

/** Opens the store of robots.txt files in a database, and creates its table if it does not exist. */
export function sqliteRobotsStore(db: DatabaseSync): RobotsStore {
  db.exec(`CREATE TABLE IF NOT EXISTS robots (
    origin TEXT PRIMARY KEY, text TEXT NOT NULL, read_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, unreachable_since INTEGER, cause TEXT)`);
  addCauseColumn(db);
  const find = db.prepare('SELECT * FROM robots WHERE origin = ?');
  const put = db.prepare(`INSERT OR REPLACE INTO robots (origin, text, read_at, expires_at, unreachable_since, cause)
    VALUES (:origin, :text, :readAt, :expiresAt, :since, :cause)`);
  return {
    async get(origin) {
      const row = find.get(origin) as Row | undefined;
      if (!row) return undefined;
      const since = row.unreachable_since === null ? {} : { unreachableSince: row.unreachable_since };
      const cause = row.cause === null ? {} : { cause: JSON.parse(row.cause) as NonNullable<RobotsItem['cause']> };
      return { origin: row.origin, text: row.text, readAt: row.read_at, expiresAt: row.expires_at, ...since, ...cause };
    },
    async put({ origin, text, readAt, expiresAt, unreachableSince, cause }) {
      put.run({
        origin,
        text,
        readAt,
        expiresAt,
        since: unreachableSince ?? null,
        cause: cause ? JSON.stringify(cause) : null,
      });
    },
  };
}

/** Adds the column `cause` to data folders that were created without it. */
function addCauseColumn(db: DatabaseSync): void {
  const columns = db.prepare('PRAGMA table_info(robots)').all() as { name: string }[];
  if (!columns.some(({ name }) => name === 'cause')) db.exec('ALTER TABLE robots ADD COLUMN cause TEXT');
}
