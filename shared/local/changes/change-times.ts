import type { DatabaseSync } from 'node:sqlite';

/**
 * Time between a change and the end of its transaction, at most. The time of a change lies so far ahead, so that readers who have seen all
 * changes up to now have missed none. Milliseconds.
 */
const COMMIT_MS = 2_000;

/** Returns a function that notes when a transaction has changed records. Each gets a later time than the one before. */
export function changeTimes(
  db: DatabaseSync,
  { times }: { times: string },
  now: () => number,
): (version: number) => void {
  const note = db.prepare(
    `INSERT INTO ${times} (version, at) VALUES (:version, max(:at, ifnull((SELECT max(at) + 1 FROM ${times}), 0)))`,
  );
  return (version) => void note.run({ version, at: now() + COMMIT_MS });
}

/**
 * Gives the transactions of an index of an earlier version a time, which is now: nobody has harvested them.
 *
 * @param nowMs epoch milliseconds
 */
export function fillChangeTimes(
  db: DatabaseSync,
  { record, times }: { record: string; times: string },
  nowMs: number,
): void {
  db.prepare(
    `INSERT INTO ${times} (version, at) SELECT version, ? + row_number() OVER (ORDER BY version) FROM (
      SELECT version FROM ${record} INDEXED BY ${record}_facets WHERE shown IS NOT NULL
      UNION SELECT version FROM ${record} INDEXED BY ${record}_hidden WHERE shown IS NULL AND version > 0)`,
  ).run(nowMs);
}
