import { TopicFileError } from '../shared/classify/topic-file.ts';
import { SettingsError } from '../shared/settings/faults.ts';
import { ServiceError } from './aws/error.ts';
import { EXIT, type ExitCode, UsageError } from './command.ts';
import { FolderInUseError } from './run/folder-lock.ts';

/** What the user is told of an error, and how the command ends. */
export type ErrorReport = { lines: readonly string[]; code: ExitCode };

/** Result codes of SQLite (https://www.sqlite.org/rescode.html) that come from the folder and not from a mistake here. */
const SQLITE_ERRORS: Record<number, string> = {
  8: 'the data folder cannot be written',
  10: 'the disk reports an error',
  11: 'a database file in the data folder is damaged',
  13: 'the disk is full',
  14: 'a database file in the data folder cannot be opened',
  26: 'a file in the data folder is no database',
};

const SYSTEM_ERRORS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file would become larger than is allowed',
  EROFS: 'the disk cannot be written',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EIO: 'the disk reports an error',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  ENOTDIR: 'not a folder',
  EEXIST: 'a file is in the way',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'no such address on this machine',
};

/** Every error that reaches the edge, said in as few lines as it takes. */
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

/** Disk full and the like, also as the cause of another error. */
function describeStorageError(error: unknown): string | undefined {
  for (
    let at = error as ErrorWithCode | undefined, depth = 0;
    at && depth < 5;
    at = at.cause as ErrorWithCode | undefined, depth++
  ) {
    // Extended result codes carry the plain one in their lowest byte.
    const sqlite = at.errcode === undefined ? undefined : SQLITE_ERRORS[at.errcode & 0xff];
    if (sqlite) return `${sqlite} (${at.message})`;
    const system = at.code === undefined ? undefined : SYSTEM_ERRORS[at.code];
    if (system) return `${system}${at.path ? `: ${at.path}` : ''} (${at.code})`;
  }
  return undefined;
}
