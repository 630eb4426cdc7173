import type { DatabaseSync } from 'node:sqlite';
import type { Control, ControlStore, Counts, CrawlState } from '../ports/control.ts';
import { inTransaction } from './database.ts';

/** A control store with the operations of the single process that runs a data folder. */
export type SqliteControl = ControlStore & {
  /** Adds to the counts as `addUsage` does. Synchronous, for a transaction with other changes of the file. */
  addCounts(crawl: string, counts: Counts): void;
  /** Deletes the budget reservations of a killed process. */
  releaseAll(): void;
};

type Row = {
  crawl: string;
  state: CrawlState;
  settings_key: string;
  created_at: number;
  counts: string;
  shares: string;
  reindex_at: number | null;
  reindex_seen_at: number | null;
};

/** Opens the control store in a database, and creates its table if it does not exist. */
export function sqliteControl(db: DatabaseSync): SqliteControl {
  db.exec(`CREATE TABLE IF NOT EXISTS control (
    crawl TEXT PRIMARY KEY, state TEXT NOT NULL, settings_key TEXT NOT NULL, created_at INTEGER NOT NULL,
    counts TEXT NOT NULL DEFAULT '{}', shares TEXT NOT NULL DEFAULT '{}',
    reindex_at INTEGER, reindex_seen_at INTEGER)`);
  const find = db.prepare('SELECT * FROM control WHERE crawl = ?');
  const all = db.prepare('SELECT * FROM control ORDER BY crawl');
  const create = db.prepare(
    `INSERT INTO control (crawl, state, settings_key, created_at) VALUES (?, 'open', ?, ?) ON CONFLICT DO NOTHING`,
  );
  const setState = db.prepare('UPDATE control SET state = ? WHERE crawl = ?');
  const setSettingsKey = db.prepare('UPDATE control SET settings_key = ? WHERE crawl = ? AND settings_key IN (?, ?)');
  const setNumbers = db.prepare('UPDATE control SET counts = ?, shares = ? WHERE crawl = ?');
  const releaseAll = db.prepare(`UPDATE control SET shares = '{}'`);

  const getExisting = (crawl: string): Control => {
    const row = find.get(crawl) as Row | undefined;
    if (!row) throw new Error(`there is no crawl ${crawl}`);
    return parseRow(row);
  };
  const change = (crawl: string, work: (control: Control) => void) =>
    inTransaction(db, () => {
      const control = getExisting(crawl);
      work(control);
      setNumbers.run(JSON.stringify(control.counts), JSON.stringify(control.shares), crawl);
    });

  const add = (crawl: string, counts: Counts, shareId?: string): void =>
    change(crawl, (control) => {
      for (const [name, n] of Object.entries(counts)) control.counts[name] = (control.counts[name] ?? 0) + n;
      if (shareId !== undefined) delete control.shares[shareId];
    });

  return {
    async get(crawl) {
      const row = find.get(crawl) as Row | undefined;
      return row && parseRow(row);
    },
    list: async () => (all.all() as Row[]).map(parseRow),
    create: async (crawl, settingsKey, now) => create.run(crawl, settingsKey, now).changes === 1,
    async setState(crawl, state) {
      getExisting(crawl);
      setState.run(state, crawl);
    },
    async setSettingsKey(crawl, seen, settingsKey) {
      getExisting(crawl);
      return setSettingsKey.run(settingsKey, crawl, seen, settingsKey).changes === 1;
    },
    reserve: async (crawl, id, share) =>
      change(crawl, (control) => {
        control.shares[id] = share;
      }),
    async claim(crawl, id, by) {
      let claimed = false;
      change(crawl, ({ shares }) => {
        const share = shares[id];
        claimed = share !== undefined && (share.by === undefined || share.by === by);
        if (share && claimed) shares[id] = { ...share, by };
      });
      return claimed;
    },
    addUsage: async (crawl, counts, shareId) => add(crawl, counts, shareId),
    addCounts: add,
    ...reindexCalls(db, getExisting),
    releaseAll: () => void releaseAll.run(),
  };
}

/** @param getExisting throws if the crawl does not exist */
function reindexCalls(
  db: DatabaseSync,
  getExisting: (crawl: string) => Control,
): Pick<ControlStore, 'setReindexing' | 'clearReindexing'> {
  const setReindexing = db.prepare(
    'UPDATE control SET reindex_at = :at, reindex_seen_at = :seenAt WHERE crawl = :crawl AND ifnull(reindex_at, 0) <= :at',
  );
  const clearReindexing = db.prepare(
    'UPDATE control SET reindex_at = NULL, reindex_seen_at = NULL WHERE crawl = ? AND reindex_at = ?',
  );
  return {
    async setReindexing(crawl, { at, seenAt }) {
      getExisting(crawl);
      setReindexing.run({ crawl, at, seenAt });
    },
    clearReindexing: async (crawl, at) => void clearReindexing.run(crawl, at),
  };
}

function parseRow(row: Row): Control {
  return {
    crawl: row.crawl,
    state: row.state,
    settingsKey: row.settings_key,
    createdAt: row.created_at,
    counts: JSON.parse(row.counts),
    shares: JSON.parse(row.shares),
    ...(row.reindex_at !== null && {
      reindexing: { at: row.reindex_at, seenAt: row.reindex_seen_at! },
    }),
  };
}
