import { TopicFileError } from '../shared/classify/topic-file.ts';
import { SettingsError } from '../shared/settings/faults.ts';
import { ServiceError } from './aws/error.ts';
import { EXIT, type ExitCode, UsageError } from './command.ts';
import { FolderInUseError } from './run/folder-lock.ts';

/** Error message in lines, and the exit code of the command. */
export type ErrorReport = { lines: readonly string[]; code: ExitCode };

/** SQLite result codes (https://www.sqlite.org/rescode.html) that point to the data folder, not to a bug. */
const SQLITE_ERRORS: Record<number, string> = {
  8: 'the data folder is read-only',
  10: 'the disk reported an I/O error',
  11: 'a database file in the data folder is damaged',
  13: 'the disk is full',
  14: 'a database file in the data folder cannot be opened',
  26: 'a file in the data folder is not a database',
};

const SYSTEM_ERRORS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file would exceed the maximum file size',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk reported an I/O error',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  ENOTDIR: 'not a folder',
  EEXIST: 'the file exists already',
  EADDRINUSE: 'the port is in use; choose another one with --port',
  EADDRNOTAVAIL: 'this machine does not have the address',
};

/**
 * Describes an error that a command throws, and chooses the exit code.
 *
 * @param debug true: print the stack of unexpected errors
 */
export function describeError(error: unknown, debug = false): ErrorReport {
  for (const kind of [UsageError, SettingsError, TopicFileError])
    if (error instanceof kind) return { lines: error.lines, code: EXIT.usage };
  if (error instanceof FolderInUseError || error instanceof ServiceError)
    return { lines: [error.message], code: EXIT.unreachable };
  const fault = describeStorageError(error);
  if (fault) return { lines: [fault], code: EXIT.unreachable };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { lines: [debug ? (stack ?? message) : `unexpected error: ${message}`], code: EXIT.errors };
}

type ErrorWithCode = {
  code?: string;
  errcode?: number;
  path?: string;
  message?: string;
  name?: string;
  cause?: unknown;
};

/** Describes storage errors such as a full disk, also as the cause of another error. */
function describeStorageError(error: unknown): string | undefined {
  for (
    let at = error as ErrorWithCode | undefined, depth = 0;
    at && depth < 5;
    at = at.cause as ErrorWithCode | undefined, depth++
  ) {
    // The lowest byte of an extended result code is the primary one.
    const sqlite = at.errcode === undefined ? undefined : SQLITE_ERRORS[at.errcode & 0xff];
    if (sqlite) return `${sqlite} (${at.message})`;
    const system = at.code === undefined ? undefined : SYSTEM_ERRORS[at.code];
    if (system) return `${system}${at.path ? `: ${at.path}` : ''} (${at.code})`;
  }
  return undefined;
}
