/**
 * The identity of a data folder, stored as `application_id` of its frontier: a field in the header of the file, which earlier versions ignore.
 * Copies of the frontier keep it. Times do not tell folders apart: `thresher frontier load` keeps the creation time of a crawl for its budget.
 */
import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';

/** End of the range of identities, which is not in it: the field has 32 bits with a sign. */
const IDENTITY_END = 2 ** 31;

/** Gives a folder its identity if its frontier has no tables yet. @throws the error of SQLite */
export function identifyNewFolder(db: DatabaseSync): void {
  if (hasTables(db)) return;
  inTransaction(db, () => {
    // Another process may have created the folder meanwhile.
    if (!hasTables(db) && readIdentity(db) === 0) db.exec(`PRAGMA application_id = ${randomInt(1, IDENTITY_END)}`);
  });
}

/** Returns the identity of a folder: a whole number, 0 if an earlier version created it. */
export const readIdentity = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA application_id').get() as { application_id: number }).application_id;

const hasTables = (db: DatabaseSync): boolean => db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
