import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { findResourceFault } from '../../../shared/http/local-fault.ts';

/** Properties of errors of SQLite (`errcode`), and of the file system and the network (`code`). */
export type StorageError = {
  message: string;
  code?: string;
  errcode?: number;
  path?: string;
  syscall?: string;
  port?: number;
};

/** SQLite result codes (https://www.sqlite.org/rescode.html) that point to the data folder, not to a bug. */
export const SQLITE = { readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

const SQLITE_CODES: ReadonlySet<number> = new Set(Object.values(SQLITE));
const SYSTEM_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO']);

/** Finds a full disk in the text of an error that lost its properties on the way, such as that of a crashed thread. */
const DISK_FULL = /\b(?:ENOSPC|EDQUOT|EFBIG|EROFS)\b|SQLITE_FULL|database or disk is full/;

/** Maximum number of causes that are searched. */
const MAX_CAUSES = 5;

/**
 * Finds a fault of the data folder in an error or its causes: a full disk, a missing permission, a damaged database. A retry
 * does not help until the operator repairs it.
 *
 * @returns undefined if the error is none
 */
export function findStorageFault(error: unknown): StorageError | undefined {
  const causes = causesOf(error);
  const named = causes.find(
    ({ code = '', errcode }) =>
      (errcode !== undefined && SQLITE_CODES.has(primaryCode(errcode))) || SYSTEM_CODES.has(code),
  );
  if (named) return named;
  const text = causes.find(({ message }) => DISK_FULL.test(message));
  return text && { message: text.message, code: 'ENOSPC' };
}

/** Tells whether an error means that this process may not write the data folder, or that its disk is read-only. */
export function isReadOnlyFault(error: unknown): boolean {
  return causesOf(error).some(({ code = '', errcode, path }) => {
    const primary = errcode === undefined ? undefined : primaryCode(errcode);
    if (primary === SQLITE.readOnly || code === 'EROFS') return true;
    // A file that does not exist cannot be created.
    const isRefused = primary === SQLITE.cannotOpen || code === 'EACCES' || code === 'EPERM';
    return isRefused && path !== undefined && !canCreateIn(dirname(path));
  });
}

function canCreateIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** SQLITE_IOERR_SHMSIZE: the index of the write-ahead log cannot grow. Only a full disk causes it. */
const LOG_INDEX_CANNOT_GROW = 4874;

/** Returns the primary result code: the lowest byte of an extended one, or that of a full disk if only that explains the error. */
export function primaryCode(errcode: number): number {
  return errcode === LOG_INDEX_CANNOT_GROW ? SQLITE.full : errcode & 0xff;
}

/** Lists an error and its causes, from the outside in. */
export function causesOf(error: unknown): StorageError[] {
  const found: StorageError[] = [];
  for (let at = error; at && found.length < MAX_CAUSES; at = (at as { cause?: unknown }).cause)
    found.push(at instanceof Error || typeof at === 'object' ? (at as StorageError) : { message: String(at) });
  return found;
}

/** Returns what remains of an error when it is posted to another thread. */
export function postableError(error: unknown): StorageError {
  const fault: StorageError = findStorageFault(error) ?? findResourceFault(error) ?? (error as StorageError);
  const { message, code, errcode, path } = error instanceof Error ? fault : { ...fault, message: String(error) };
  return { message, ...(code && { code }), ...(errcode !== undefined && { errcode }), ...(path && { path }) };
}

/** Returns an error of another thread as an `Error`, with its properties. */
export const asError = (error: unknown): Error =>
  error instanceof Error ? error : Object.assign(new Error((error as StorageError).message), error);
