import type { DatabaseSync } from 'node:sqlite';

/**
 * Notes in the header of an index file that `thresher reindex` has made it. `user_version` has 31 bits, so it is in seconds.
 *
 * @param nowMs epoch milliseconds
 */
export const noteRebuilt = (db: DatabaseSync, nowMs: number): void =>
  db.exec(`PRAGMA user_version = ${Math.floor(nowMs / 1_000) % 2 ** 31}`);

/** Returns when the index file was made by a reindex, in full seconds of epoch milliseconds; 0 if it was not. */
export const readRebuiltAt = (db: DatabaseSync): number =>
  1_000 * (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
