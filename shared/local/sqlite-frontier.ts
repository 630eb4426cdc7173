import type { DatabaseSync } from 'node:sqlite';
import type { DueHost, Frontier, Head, HostKey, OpenRefusal } from '../ports/frontier.ts';
import { inTransaction } from './database.ts';
import { type HeadRow, prepareHeadStatements } from './sqlite-head-statements.ts';

/** A frontier with the operations of the single process that runs a data folder. */
export type SqliteFrontier = Frontier & {
  /**
   * Refunds the attempts of a killed process. It had many hosts open, and may have been killed from outside, so its end must not
   * make their URLs look like poison pages.
   */
  releaseAll(): void;
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS head (
    crawl TEXT NOT NULL, host TEXT NOT NULL, grp TEXT NOT NULL, epoch INTEGER NOT NULL, state TEXT NOT NULL,
    manifest TEXT NOT NULL DEFAULT '', inbox INTEGER NOT NULL, due INTEGER, best INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, alone INTEGER NOT NULL DEFAULT 0, noted TEXT, counts TEXT NOT NULL DEFAULT '{}',
    removals TEXT, PRIMARY KEY (crawl, host)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS head_due ON head (crawl, due) WHERE due IS NOT NULL;
  CREATE INDEX IF NOT EXISTS head_best ON head (crawl, best, due) WHERE due IS NOT NULL;
  CREATE TABLE IF NOT EXISTS bundle (
    crawl TEXT NOT NULL, host TEXT NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (crawl, host, name));
  CREATE TABLE IF NOT EXISTS inbox (
    crawl TEXT NOT NULL, host TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (crawl, host, id));
  CREATE TABLE IF NOT EXISTS domain (
    crawl TEXT NOT NULL, domain TEXT NOT NULL, hosts INTEGER NOT NULL, PRIMARY KEY (crawl, domain)) WITHOUT ROWID`;

const CLASSES = [0, 1, 2, 3, 4, 5, 6, 7];

/** Opens the frontier in a database, and creates its tables if they do not exist. */
export function sqliteFrontier(db: DatabaseSync): SqliteFrontier {
  db.exec(SCHEMA);
  return { ...headCalls(db), ...bundleCalls(db), ...inboxCalls(db) };
}

type BundleCalls = Pick<Frontier, 'writeBundles' | 'readBundles' | 'deleteBundles'>;
type InboxCalls = Pick<Frontier, 'putInbox' | 'readInbox' | 'deleteInbox'>;
type HeadCalls = Omit<SqliteFrontier, keyof BundleCalls | keyof InboxCalls>;

function headCalls(db: DatabaseSync): HeadCalls {
  const statements = prepareHeadStatements(db);
  const find = ({ crawl, host }: HostKey) => statements.find.get(crawl, host) as HeadRow | undefined;

  return {
    async listDue(crawl, now, limit) {
      const found = new Map<string, DueHost>();
      const add = (rows: HeadRow[]) => rows.forEach((row) => void found.set(row.host, toDueHost(row)));
      const half = Math.ceil(limit / 2);
      add(statements.longestDue.all(crawl, now, half) as HeadRow[]);
      // If there are fewer than requested, these are all.
      for (const best of found.size < half ? [] : CLASSES) {
        if (found.size >= limit) break;
        add(statements.dueOfClass.all(crawl, best, now, limit) as HeadRow[]);
      }
      return [...found.values()].slice(0, limit);
    },

    async open(key, now, group) {
      const row = statements.open.get({ crawl: key.crawl, host: key.host, now, group }) as HeadRow | undefined;
      return row ? { head: toHead(row) } : { refused: refusalOf(find(key), now, group) };
    },

    async commit(key, epoch, { state, due, manifest, best, counts, removals, inbox }) {
      const { changes } = statements.commit.run({
        crawl: key.crawl,
        host: key.host,
        epoch,
        state,
        due: due ?? null,
        manifest,
        best,
        counts: JSON.stringify(counts),
        removals: removals ? JSON.stringify(removals) : null,
        inbox: inbox ?? null,
      });
      if (changes === 1) return 'committed';
      return find(key)?.epoch === epoch ? 'inbox-moved' : 'epoch-lost';
    },

    postpone: async ({ crawl, host }, seenDue, due) =>
      statements.postpone.run(due, crawl, host, seenDue).changes === 1 || find({ crawl, host })?.due === due,
    setCrashMarker: async ({ crawl, host }, epoch, url) =>
      statements.setCrashMarker.run(url, crawl, host, epoch).changes === 1,
    isolate: async ({ crawl, host }, epoch, attempts) =>
      statements.isolate.run(attempts - 1, crawl, host, epoch).changes === 1,

    async getHead(key) {
      const row = find(key);
      return row && toHead(row);
    },

    async *listHeads(crawl, after = '') {
      for (let last = after; ; ) {
        const rows = statements.list.all(crawl, last) as HeadRow[];
        if (rows.length === 0) return;
        yield* rows.map(toHead);
        last = rows.at(-1)!.host;
      }
    },

    notifyHosts: async (entries, now) =>
      inTransaction(db, () =>
        entries.map(({ crawl, host, group, best, onlyIfReady = false, domainLimit }) => {
          if (domainLimit && statements.exists.get(crawl, host) === undefined) {
            const { changes } = statements.countHost.run({ crawl, ...domainLimit });
            if (changes === 0) return 'domain-full';
          }
          const values = { crawl, host, group, best, now, onlyIfReady: onlyIfReady ? 1 : 0 };
          if (statements.notify.run(values).changes === 1) return 'notified';
          return (statements.find.get(crawl, host) as { state: string }).state === 'idle' ? 'idle' : 'refused';
        }),
      ),

    async countHosts(crawl, domain) {
      const row = statements.hostsOfDomain.get(crawl, domain) as { hosts: number } | undefined;
      return row?.hosts ?? 0;
    },

    releaseAll: () => void statements.releaseAll.run(),
  };
}

function bundleCalls(db: DatabaseSync): BundleCalls {
  const put = db.prepare('INSERT OR REPLACE INTO bundle (crawl, host, name, bytes) VALUES (?, ?, ?, ?)');
  const get = db.prepare('SELECT bytes FROM bundle WHERE crawl = ? AND host = ? AND name = ?');
  const drop = db.prepare('DELETE FROM bundle WHERE crawl = ? AND host = ? AND name = ?');
  return {
    async writeBundles({ crawl, host }, pieces) {
      if (pieces.length === 0) return;
      inTransaction(db, () => {
        for (const { name, bytes } of pieces) put.run(crawl, host, name, bytes);
      });
    },
    readBundles: async ({ crawl, host }, names) =>
      names.map((name) => (get.get(crawl, host, name) as { bytes: Uint8Array } | undefined)?.bytes),
    async deleteBundles({ crawl, host }, names) {
      if (names.length === 0) return;
      inTransaction(db, () => {
        for (const name of names) drop.run(crawl, host, name);
      });
    },
  };
}

function inboxCalls(db: DatabaseSync): InboxCalls {
  const put = db.prepare('INSERT OR REPLACE INTO inbox (crawl, host, id, body) VALUES (?, ?, ?, ?)');
  const read = db.prepare('SELECT id, body FROM inbox WHERE crawl = ? AND host = ? LIMIT ?');
  const drop = db.prepare('DELETE FROM inbox WHERE crawl = ? AND host = ? AND id = ?');
  return {
    async putInbox(items) {
      inTransaction(db, () => {
        for (const { crawl, host, id, body } of items) put.run(crawl, host, id, body);
      });
      return items.map(() => undefined);
    },
    async readInbox({ crawl, host }, limit, known = new Set()) {
      const all = read.all(crawl, host, limit + known.size + 1) as { id: string; body: Uint8Array }[];
      const items = all.filter(({ id }) => !known.has(id));
      return { items: items.slice(0, limit), end: items.length <= limit };
    },
    async deleteInbox({ crawl, host }, ids) {
      if (ids.length === 0) return;
      inTransaction(db, () => {
        for (const id of ids) drop.run(crawl, host, id);
      });
    },
  };
}

function refusalOf(row: HeadRow | undefined, now: number, group: string): OpenRefusal {
  if (!row) return 'missing';
  if (row.due === null || row.due > now) return 'not-due';
  return row.grp === group ? 'not-due' : 'group';
}

function toDueHost(row: HeadRow): DueHost {
  const { crawl, host, grp: group, best } = row;
  return { crawl, host, group, due: row.due!, best, alone: row.alone === 1, isStarted: row.manifest !== '' };
}

function toHead(row: HeadRow): Head {
  return {
    crawl: row.crawl,
    host: row.host,
    group: row.grp,
    epoch: row.epoch,
    state: row.state,
    manifest: row.manifest,
    inbox: row.inbox,
    ...(row.due === null ? {} : { due: row.due }),
    best: row.best,
    attempts: row.attempts,
    ...(row.alone ? { alone: true } : {}),
    ...(row.noted === null ? {} : { crashMarker: row.noted }),
    counts: JSON.parse(row.counts),
    ...(row.removals === null ? {} : { removals: JSON.parse(row.removals) }),
  };
}
