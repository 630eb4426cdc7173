import type { DatabaseSync } from 'node:sqlite';
import type { RobotsStore } from '../ports/robots-store.ts';

type Row = { origin: string; text: string; read_at: number; expires_at: number; unreachable_since: number | null };

export function sqliteRobotsStore(db: DatabaseSync): RobotsStore {
  db.exec(`CREATE TABLE IF NOT EXISTS robots (
    origin TEXT PRIMARY KEY, text TEXT NOT NULL, read_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, unreachable_since INTEGER)`);
  const find = db.prepare('SELECT * FROM robots WHERE origin = ?');
  const put = db.prepare(`INSERT OR REPLACE INTO robots (origin, text, read_at, expires_at, unreachable_since)
    VALUES (:origin, :text, :readAt, :expiresAt, :since)`);
  return {
    async get(origin) {
      const row = find.get(origin) as Row | undefined;
      if (!row) return undefined;
      const since = row.unreachable_since === null ? {} : { unreachableSince: row.unreachable_since };
      return { origin: row.origin, text: row.text, readAt: row.read_at, expiresAt: row.expires_at, ...since };
    },
    async put({ origin, text, readAt, expiresAt, unreachableSince }) {
      put.run({ origin, text, readAt, expiresAt, since: unreachableSince ?? null });
    },
  };
}
