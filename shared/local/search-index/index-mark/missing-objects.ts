import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../database.ts';

/** Stored objects whose records an index file lacks, because they could not be read when the file was rebuilt. */
export type MissingObjects = {
  /** Returns their keys. */
  list(): string[];
  /** Stores their keys, in place of earlier ones. */
  set(keys: readonly string[]): void;
};

/** The list is part of the index file, so the next rebuilt file replaces it. */
export function sqliteMissingObjects(indexDb: DatabaseSync): MissingObjects {
  return {
    list() {
      const table = indexDb.prepare("SELECT 1 FROM sqlite_master WHERE name = 'missing_object'");
      if (!table.get()) return [];
      const rows = indexDb.prepare('SELECT key FROM missing_object ORDER BY key').all() as { key: string }[];
      return rows.map(({ key }) => key);
    },
    set: (keys) =>
      inTransaction(indexDb, () => {
        indexDb.exec('CREATE TABLE IF NOT EXISTS missing_object (key TEXT PRIMARY KEY); DELETE FROM missing_object');
        const insert = indexDb.prepare('INSERT OR IGNORE INTO missing_object (key) VALUES (?)');
        for (const key of keys) insert.run(key);
      }),
  };
}
