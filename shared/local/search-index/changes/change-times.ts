import type { DatabaseSync } from 'node:sqlite';
import { HOUR_MS } from '../../../text/time-units.ts';

/**
 * Time between a change and the end of its transaction, at most. Changes are dated this far ahead, so that readers who have seen all
 * changes up to now have missed none. Milliseconds.
 */
const COMMIT_MS = 2_000;

/**
 * Returns a function that notes when a transaction has changed records, and returns that time in epoch milliseconds. Each gets a later time
 * than the one before.
 */
export function changeTimes(
  db: DatabaseSync,
  { times }: { times: string },
  now: () => number,
): (version: number) => number {
  const note = db.prepare(
    `INSERT INTO ${times} (version, at) VALUES (:version, max(:at, ifnull((SELECT max(at) + 1 FROM ${times}), 0))) RETURNING at`,
  );
  return (version) => (note.get({ version, at: now() + COMMIT_MS }) as { at: number }).at;
}

/**
 * How far in the past the changes of an index of an earlier version get their times. It is longer than a request takes, so that the
 * request that opens the index lists these changes, and it has a millisecond for each of them. No client has harvested them yet.
 * Milliseconds.
 */
const EARLIER_MS = HOUR_MS;

/** Time from the last write of a rebuilt index until all readers use it, at most. Milliseconds. */
const REPLACE_MS = 30_000;

/** Gives the transactions of an index of an earlier version a time. @param nowMs epoch milliseconds */
export const fillChangeTimes = (db: DatabaseSync, tables: ChangeTables, nowMs: number): void =>
  addTimes(db, tables, nowMs - EARLIER_MS);

/**
 * Gives the transactions of a rebuilt index, which is about to replace another one, a later time: readers have seen the other one until
 * then.
 *
 * @param nowMs epoch milliseconds
 */
export function renewChangeTimes(db: DatabaseSync, tables: ChangeTables, nowMs: number): void {
  db.exec(`DELETE FROM ${tables.times}`);
  addTimes(db, tables, nowMs + REPLACE_MS);
}

type ChangeTables = { record: string; times: string };

/** Gives each transaction a time, in their order, from a time on. */
function addTimes(db: DatabaseSync, { record, times }: ChangeTables, fromMs: number): void {
  db.prepare(
    `INSERT INTO ${times} (version, at) SELECT version, ? + row_number() OVER (ORDER BY version) FROM (
      SELECT version FROM ${record} INDEXED BY ${record}_facets WHERE shown IS NOT NULL
      UNION SELECT version FROM ${record} INDEXED BY ${record}_hidden WHERE shown IS NULL AND version > 0)`,
  ).run(fromMs);
}
