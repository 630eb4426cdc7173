import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type {
  AlertChannel,
  AlertKey,
  AlertState,
  AlertStore,
  ChangePlace,
  PendingMessage,
} from '../../ports/alert-store.ts';
import { inTransaction } from '../database.ts';

type Row = { at: number | null; place: string | null; pending: string | null };

/**
 * Keeps reported records by a hash of their ids, because an alert may have as many as the crawl. The tables are created on first use:
 * most crawls have no alerts, and a file that this process cannot write may be of an earlier version.
 */
export function sqliteAlertStore(db: DatabaseSync): AlertStore {
  let opened: AlertStore | undefined;
  const open = () => {
    opened ??= openTables(db);
    return opened;
  };
  const hasTables = () => db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'alert'`).get() !== undefined;
  return {
    get: async (alert) => (hasTables() ? open().get(alert) : undefined),
    prepare: (alert) => open().prepare(alert),
    create: (alert, place) => open().create(alert, place),
    addReported: (alert, ids) => open().addReported(alert, ids),
    unreported: async (alert, ids) => (hasTables() ? open().unreported(alert, ids) : [...ids]),
    moveTo: (alert, place) => open().moveTo(alert, place),
    setPending: (alert, message) => open().setPending(alert, message),
    confirm: (alert, message, sent) => open().confirm(alert, message, sent),
    keepOnly: async (crawl, alerts) => (hasTables() ? open().keepOnly(crawl, alerts) : undefined),
  };
}

function openTables(db: DatabaseSync): AlertStore {
  db.exec(`CREATE TABLE IF NOT EXISTS alert (
    number INTEGER PRIMARY KEY, crawl TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL, is_ready INTEGER NOT NULL DEFAULT 0,
    at INTEGER, place TEXT, pending TEXT, UNIQUE (crawl, name, query));
    CREATE TABLE IF NOT EXISTS alert_reported (
    alert INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY (alert, hash)) WITHOUT ROWID`);
  const which = 'crawl = :crawl AND name = :name AND query = :query';
  const find = db.prepare(`SELECT at, place, pending FROM alert WHERE ${which} AND is_ready`);
  const numberOf = db.prepare(`SELECT number FROM alert WHERE ${which}`);
  const start = db.prepare('INSERT INTO alert (crawl, name, query) VALUES (:crawl, :name, :query)');
  const finish = db.prepare(`UPDATE alert SET is_ready = 1, at = :at, place = :place WHERE ${which}`);
  const move = db.prepare(`UPDATE alert SET at = :at, place = :place WHERE ${which}`);
  const note = db.prepare(`UPDATE alert SET pending = :pending WHERE ${which}`);
  const add = db.prepare('INSERT OR IGNORE INTO alert_reported (alert, hash) VALUES (?, ?)');
  const has = db.prepare('SELECT 1 FROM alert_reported WHERE alert = ? AND hash = ?');
  const listed = db.prepare('SELECT number, name, query FROM alert WHERE crawl = ?');
  const dropReported = db.prepare('DELETE FROM alert_reported WHERE alert = ?');
  const drop = db.prepare('DELETE FROM alert WHERE number = ?');

  const keyOf = ({ crawl, name, query, channel }: AlertKey) => ({ crawl, name: storedName(name, channel), query });
  const rowNumber = (alert: AlertKey) => (numberOf.get(keyOf(alert)) as { number: number } | undefined)?.number;
  const placed = (place: ChangePlace | undefined) => ({ at: place?.at ?? null, place: place?.key ?? null });

  function remove(alert: AlertKey): void {
    const number = rowNumber(alert);
    if (number !== undefined) removeRow(number);
  }

  function removeRow(number: number): void {
    dropReported.run(number);
    drop.run(number);
  }

  function addAll(alert: AlertKey, ids: readonly string[]): void {
    const number = rowNumber(alert);
    if (number !== undefined) for (const id of ids) add.run(number, hashOf(id));
  }

  return {
    async get(alert) {
      const row = find.get(keyOf(alert)) as Row | undefined;
      return row && stateOf(row);
    },
    async prepare(alert) {
      inTransaction(db, () => {
        remove(alert);
        start.run(keyOf(alert));
      });
    },
    async create(alert, place) {
      finish.run({ ...keyOf(alert), ...placed(place) });
    },
    async addReported(alert, ids) {
      inTransaction(db, () => addAll(alert, ids));
    },
    async unreported(alert, ids) {
      const number = rowNumber(alert);
      return number === undefined ? [...ids] : ids.filter((id) => has.get(number, hashOf(id)) === undefined);
    },
    async moveTo(alert, place) {
      move.run({ ...keyOf(alert), ...placed(place) });
    },
    async setPending(alert, message) {
      note.run({ ...keyOf(alert), pending: JSON.stringify(message) });
    },
    async confirm(alert, { place }, sent) {
      inTransaction(db, () => {
        addAll(alert, sent);
        move.run({ ...keyOf(alert), ...placed(place) });
        note.run({ ...keyOf(alert), pending: null });
      });
    },
    async keepOnly(crawl, alerts) {
      const kept = new Set(alerts.map(keyOf).map(({ name, query }) => `${name}\0${query}`));
      const all = listed.all(crawl) as { number: number; name: string; query: string }[];
      const gone = all.filter(({ name, query }) => !kept.has(`${name}\0${query}`));
      for (const { number } of gone) inTransaction(db, () => removeRow(number));
    },
  };
}

/** Names have no blank, so the two forms never meet. */
const storedName = (name: string, channel: AlertChannel): string =>
  channel === 'webhook' ? name : `${name} ${channel}`;

function stateOf({ at, place, pending }: Row): AlertState {
  return {
    ...(at !== null && place !== null && { place: { at, key: place } }),
    ...(pending !== null && { pending: JSON.parse(pending) as PendingMessage }),
  };
}

/** Returns 64 bits of a hash: two of a million ids share them with a probability of 10⁻⁷. */
const hashOf = (id: string): bigint => createHash('sha256').update(id).digest().readBigInt64BE();
