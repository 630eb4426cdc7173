import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { openReadOnlyFile } from './files/read-only-file.ts';

/** How long a statement waits for the writer of another connection. Milliseconds. */
const BUSY_TIMEOUT_MS = 30_000;

/** `code` of the errors of `node:sqlite` for a closed database, and for its statements. */
export const CLOSED_DATABASE = 'ERR_INVALID_STATE';

type DatabaseOptions = {
  /** Never writes the file, which must exist and have a write-ahead log. Default: false. */
  isReadOnly?: boolean;
  /** Size of the pages of a new file, a power of two. Existing files keep theirs. Default: that of SQLite, 4096. */
  pageBytes?: number;
};

/**
 * Opens an SQLite database file, or `:memory:`. Errors of the database have the property `path`, the file.
 *
 * Uses a write-ahead log that is synced at checkpoints. A killed process loses no data. A power failure loses at most the last
 * seconds of transactions, and leaves a consistent earlier state. Other connections wait up to 30 s for the writer.
 *
 * A file that this process cannot write is opened for reading (`read-only-file.ts`).
 *
 * @throws Error with `errcode` and `path` if the file cannot be opened, or is not a database
 */
export function openDatabase(path: string, { isReadOnly = false, pageBytes }: DatabaseOptions = {}): DatabaseSync {
  const unwritable = withPath(path, () => openReadOnlyFile(path));
  const db = unwritable ?? withPath(path, () => new DatabaseSync(path, { readOnly: isReadOnly }));
  nameFileInErrors(db, path);
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA temp_store = MEMORY`);
    if (!isReadOnly && !unwritable) {
      // The log creates the first page of a new file, which fixes the size of all.
      if (pageBytes) db.exec(`PRAGMA page_size = ${pageBytes}`);
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** Makes SQLite overwrite what this connection deletes, instead of leaving it in free pages of the file. */
export function overwriteDeleted(db: DatabaseSync): void {
  db.exec('PRAGMA secure_delete = ON');
}

/**
 * Copies the write-ahead log into the database and empties it, because it may hold pages with deleted rows.
 *
 * @param waitMs longest time to wait for read transactions of other connections, milliseconds. Default: that of all statements
 * @returns false if a read transaction still needs the log
 */
export function emptyLog(db: DatabaseSync, waitMs = BUSY_TIMEOUT_MS): boolean {
  db.exec(`PRAGMA busy_timeout = ${waitMs}`);
  try {
    return (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Runs `work` in a write transaction, or in the one that is open. `work` must be synchronous. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work` on one state of the database, also while another connection writes. `work` must be synchronous. */
export function inReadTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    if (db.isTransaction) db.exec('COMMIT');
  }
}

/** Adds the file to errors of the database and of its statements: SQLite's messages do not name it. */
function nameFileInErrors(db: DatabaseSync, path: string): void {
  const { exec, prepare } = db;
  db.exec = (sql) => withPath(path, () => exec.call(db, sql));
  db.prepare = (sql, options) => {
    const statement = withPath(path, () => prepare.call(db, sql, options));
    for (const name of ['run', 'get', 'all'] as const) nameFileInMethod(statement, name, path);
    return statement;
  };
}

function nameFileInMethod(statement: StatementSync, name: 'run' | 'get' | 'all', path: string): void {
  const method = statement[name].bind(statement) as (...values: unknown[]) => unknown;
  const named = (...values: unknown[]) => {
    try {
      return method(...values);
    } catch (error) {
      throw addPath(error, path);
    }
  };
  statement[name] = named as never;
}

function withPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw addPath(error, path);
  }
}

function addPath(error: unknown, path: string): unknown {
  if (error instanceof Error && 'errcode' in error) Object.assign(error, { path });
  return error;
}
