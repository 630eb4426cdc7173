import type { DatabaseSync } from 'node:sqlite';
import type { Announcement, DueHost, Frontier, Head, HeadState, HostKey } from '../ports/frontier.ts';
import { inTransaction } from './database.ts';

/** What the one runner of a data folder may do besides. */
export type SqliteFrontier = Frontier & {
  /**
   * Takes back the attempts of a runner that is gone. It had many hosts open in one process, and may have been killed from
   * outside: its end says nothing about any of them, and must not make their URLs look like poison.
   */
  freeAll(): void;
};

type Row = {
  crawl: string;
  host: string;
  grp: string;
  epoch: number;
  state: HeadState;
  manifest: string;
  inbox: number;
  due: number | null;
  best: number;
  attempts: number;
  alone: number;
  noted: string | null;
  counts: string;
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS head (
    crawl TEXT NOT NULL, host TEXT NOT NULL, grp TEXT NOT NULL, epoch INTEGER NOT NULL, state TEXT NOT NULL,
    manifest TEXT NOT NULL DEFAULT '', inbox INTEGER NOT NULL, due INTEGER, best INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, alone INTEGER NOT NULL DEFAULT 0, noted TEXT, counts TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (crawl, host)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS head_due ON head (crawl, due) WHERE due IS NOT NULL;
  CREATE INDEX IF NOT EXISTS head_best ON head (crawl, best, due) WHERE due IS NOT NULL;
  CREATE TABLE IF NOT EXISTS bundle (
    crawl TEXT NOT NULL, host TEXT NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (crawl, host, name));
  CREATE TABLE IF NOT EXISTS inbox (
    crawl TEXT NOT NULL, host TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (crawl, host, id))`;

/** Other heads are no use to a dispatcher either: they would fill its list for ever. */
const MAY_OPEN = `state NOT IN ('paused', 'poor')`;

const CLASSES = [0, 1, 2, 3, 4, 5, 6, 7];

export function sqliteFrontier(db: DatabaseSync): SqliteFrontier {
  db.exec(SCHEMA);
  const longestDue = db.prepare(`SELECT * FROM head WHERE crawl = ? AND due <= ? AND ${MAY_OPEN} ORDER BY due LIMIT ?`);
  const dueOfClass = db.prepare(
    `SELECT * FROM head WHERE crawl = ? AND best = ? AND due <= ? AND ${MAY_OPEN} ORDER BY due LIMIT ?`,
  );
  const find = db.prepare('SELECT * FROM head WHERE crawl = ? AND host = ?');
  const all = db.prepare('SELECT * FROM head WHERE crawl = ? AND host > ? ORDER BY host LIMIT 500');
  const open = db.prepare(`UPDATE head SET epoch = epoch + 1, attempts = attempts + 1
    WHERE crawl = :crawl AND host = :host AND due <= :now AND ${MAY_OPEN} AND grp = :group RETURNING *`);
  const commit =
    db.prepare(`UPDATE head SET state = :state, due = :due, manifest = :manifest, best = :best, counts = :counts,
      attempts = 0, alone = 0, noted = NULL
    WHERE crawl = :crawl AND host = :host AND epoch = :epoch AND (:inbox IS NULL OR inbox = :inbox)`);
  const postpone = db.prepare('UPDATE head SET due = ? WHERE crawl = ? AND host = ? AND due = ?');
  const note = db.prepare('UPDATE head SET noted = ? WHERE crawl = ? AND host = ? AND epoch = ?');
  const setAside = db.prepare(
    'UPDATE head SET alone = 1, attempts = attempts - 1 WHERE crawl = ? AND host = ? AND epoch = ? AND attempts > 0',
  );
  const freeAll = db.prepare('UPDATE head SET attempts = 0, alone = 0, noted = NULL WHERE attempts > 0');
  const putBundle = db.prepare('INSERT OR REPLACE INTO bundle (crawl, host, name, bytes) VALUES (?, ?, ?, ?)');
  const getBundle = db.prepare('SELECT bytes FROM bundle WHERE crawl = ? AND host = ? AND name = ?');
  const dropBundle = db.prepare('DELETE FROM bundle WHERE crawl = ? AND host = ? AND name = ?');
  const putInbox = db.prepare('INSERT OR REPLACE INTO inbox (crawl, host, id, body) VALUES (?, ?, ?, ?)');
  const readInbox = db.prepare('SELECT id, body FROM inbox WHERE crawl = ? AND host = ? LIMIT ?');
  const dropInbox = db.prepare('DELETE FROM inbox WHERE crawl = ? AND host = ? AND id = ?');
  // The forms of an announcement in one statement; a store without such a CASE tries them in turn. Numbers arrive as
  // reals: without the cast the epoch would keep a fraction, and the names of bundles with it.
  const announce = db.prepare(`
    INSERT INTO head (crawl, host, grp, epoch, state, inbox, due, best)
    VALUES (:crawl, :host, :group, CAST(:now / 1000 AS INTEGER), 'ready', 1, :now, :best)
    ON CONFLICT (crawl, host) DO UPDATE SET inbox = inbox + 1,
      due = CASE state WHEN 'idle' THEN :now ELSE due END,
      best = CASE state WHEN 'idle' THEN :best ELSE min(best, :best) END,
      state = CASE state WHEN 'idle' THEN 'ready' ELSE state END
    WHERE state NOT IN ('poor', 'dead')`);

  const tell = ({ crawl, host, group, best }: Announcement, now: number) =>
    announce.run({ crawl, host, group, best, now }).changes === 1 ? 'told' : 'refused';

  return {
    async due(crawl, now, limit) {
      const found = new Map<string, DueHost>();
      const add = (rows: Row[]) => rows.forEach((row) => void found.set(row.host, dueHost(row)));
      const half = Math.ceil(limit / 2);
      add(longestDue.all(crawl, now, half) as Row[]);
      // Fewer than asked for: these are all.
      for (const best of found.size < half ? [] : CLASSES) {
        if (found.size >= limit) break;
        add(dueOfClass.all(crawl, best, now, limit) as Row[]);
      }
      return [...found.values()].slice(0, limit);
    },
    async open(key, now, group) {
      const row = open.get({ crawl: key.crawl, host: key.host, now, group }) as Row | undefined;
      if (row) return { head: headOf(row) };
      const found = find.get(key.crawl, key.host) as Row | undefined;
      return { refused: whyNot(found, now, group) };
    },
    async commit(key, epoch, { state, due, manifest, best, counts, inbox }) {
      const { changes } = commit.run({
        crawl: key.crawl,
        host: key.host,
        epoch,
        state,
        // Whom nobody may open is not due: it would stand before those who are.
        due: state === 'paused' || state === 'poor' ? null : (due ?? null),
        manifest,
        best,
        counts: JSON.stringify(counts),
        inbox: inbox ?? null,
      });
      if (changes === 1) return 'committed';
      const found = find.get(key.crawl, key.host) as Row | undefined;
      return found?.epoch === epoch ? 'inbox-moved' : 'epoch-lost';
    },
    postpone: async ({ crawl, host }, seenDue, due) => postpone.run(due, crawl, host, seenDue).changes === 1,
    note: async ({ crawl, host }, epoch, url) => note.run(url, crawl, host, epoch).changes === 1,
    setAside: async ({ crawl, host }, epoch) => setAside.run(crawl, host, epoch).changes === 1,
    async head({ crawl, host }) {
      const row = find.get(crawl, host) as Row | undefined;
      return row && headOf(row);
    },
    async *heads(crawl, after = '') {
      for (let last = after; ; ) {
        const rows = all.all(crawl, last) as Row[];
        if (rows.length === 0) return;
        yield* rows.map(headOf);
        last = rows.at(-1)!.host;
      }
    },
    async writeBundles({ crawl, host }, pieces) {
      if (pieces.length === 0) return;
      inTransaction(db, () => {
        for (const { name, bytes } of pieces) putBundle.run(crawl, host, name, bytes);
      });
    },
    readBundles: async ({ crawl, host }, names) =>
      names.map((name) => (getBundle.get(crawl, host, name) as { bytes: Uint8Array } | undefined)?.bytes),
    async deleteBundles({ crawl, host }, names) {
      if (names.length === 0) return;
      inTransaction(db, () => {
        for (const name of names) dropBundle.run(crawl, host, name);
      });
    },
    async putInbox(items) {
      inTransaction(db, () => {
        for (const { crawl, host, id, body } of items) putInbox.run(crawl, host, id, body);
      });
    },
    announce: async (entries, now) => inTransaction(db, () => entries.map((entry) => tell(entry, now))),
    async readInbox({ crawl, host }, limit) {
      const items = readInbox.all(crawl, host, limit + 1) as { id: string; body: Uint8Array }[];
      return { items: items.slice(0, limit), end: items.length <= limit };
    },
    async deleteInbox({ crawl, host }, ids) {
      if (ids.length === 0) return;
      inTransaction(db, () => {
        for (const id of ids) dropInbox.run(crawl, host, id);
      });
    },
    freeAll: () => void freeAll.run(),
  };
}

function whyNot(row: Row | undefined, now: number, group: string) {
  if (!row) return 'missing';
  if (row.state === 'paused' || row.state === 'poor') return 'state';
  if (row.due === null || row.due > now) return 'not-due';
  return row.grp === group ? 'not-due' : 'group';
}

function dueHost(row: Row): DueHost {
  const { crawl, host, grp: group, best } = row;
  return { crawl, host, group, due: row.due!, best, alone: row.alone === 1, begun: row.manifest !== '' };
}

function headOf(row: Row): Head {
  const key: HostKey = { crawl: row.crawl, host: row.host };
  return {
    ...key,
    group: row.grp,
    epoch: row.epoch,
    state: row.state,
    manifest: row.manifest,
    inbox: row.inbox,
    ...(row.due === null ? {} : { due: row.due }),
    best: row.best,
    attempts: row.attempts,
    ...(row.alone ? { alone: true } : {}),
    ...(row.noted === null ? {} : { noted: row.noted }),
    counts: JSON.parse(row.counts),
  };
}
