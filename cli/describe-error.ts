import { basename, dirname } from 'node:path';
import { ModelFileError } from '../shared/classify/models/model-file.ts';
import { TopicFileError } from '../shared/classify/terms/topic-file.ts';
import { findResourceFault } from '../shared/http/local-fault.ts';
import { SettingsError } from '../shared/settings/faults.ts';
import { ServiceError } from './aws/error.ts';
import { EXIT, type ExitCode, UsageError } from './command.ts';
import { quoteForShell } from './output/quote-for-shell.ts';
import { LastingFaultError } from './run/fault-limit.ts';
import { DataFolderError, importAdvice, updateAdvice } from './run/folder/data-folder.ts';
import { findDescriptorFault } from './run/folder/free-descriptors.ts';
import { causesOf, primaryCode, SQLITE, type StorageError } from './run/folder/storage-fault.ts';

/** Error message in lines, and the exit code of the command. */
export type ErrorReport = { lines: readonly string[]; code: ExitCode };

/** Text of an error, and what to do about it. */
type Advice = [what: string, todo?: string];

const FREE_SPACE = 'free some space, then run the command again; nothing is lost';
const CHECK_OWNER = 'check the owner and the permissions';

const SYSTEM_ERRORS: Record<string, Advice> = {
  ENOSPC: ['the disk is full', FREE_SPACE],
  EDQUOT: ['the disk quota is used up', FREE_SPACE],
  EFBIG: ['a file would exceed the maximum file size', 'raise the limit (`ulimit -f`), then run the command again'],
  EROFS: ['the disk is read-only', 'mount it writable, or use another folder'],
  EACCES: ['permission denied', CHECK_OWNER],
  EPERM: ['permission denied', CHECK_OWNER],
  EIO: ['the disk reported an I/O error', 'check the disk'],
  EMFILE: ['too many open files', 'raise the limit (`ulimit -n`)'],
  ENFILE: ['too many open files', 'end other programs, or raise the limit of the system (`sysctl fs.file-max`)'],
  ENOMEM: ['too little memory', 'end other programs, or add memory'],
  ENOTDIR: ['not a folder'],
  ENAMETOOLONG: ['the path is too long', 'use a shorter one'],
  ELOOP: ['a symbolic link leads back to itself'],
  EEXIST: ['the file exists already'],
  EADDRNOTAVAIL: ['this machine does not have the address'],
};

/**
 * Describes an error that a command throws, and chooses the exit code.
 *
 * @param debug true: print the stack of unexpected errors
 */
export function describeError(error: unknown, debug = false): ErrorReport {
  if (error instanceof ModelFileError) return { lines: [error.message], code: EXIT.usage };
  for (const kind of [UsageError, SettingsError, TopicFileError])
    if (error instanceof kind) return { lines: error.lines, code: EXIT.usage };
  if (error instanceof DataFolderError || error instanceof ServiceError)
    return { lines: [error.message], code: EXIT.unreachable };
  const fault = describeStorageError(error);
  if (error instanceof LastingFaultError)
    return { lines: [error.message, ...(fault === undefined ? [] : [fault])], code: EXIT.unreachable };
  if (fault) return { lines: [fault], code: EXIT.unreachable };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { lines: [debug ? (stack ?? message) : `unexpected error: ${message}`], code: EXIT.errors };
}

/** Describes storage errors such as a full disk, also as the cause of another error. @returns undefined for other errors */
export function describeStorageError(error: unknown): string | undefined {
  for (const at of causesOf(error)) {
    const described = at.errcode === undefined ? describeSystemError(at) : describeSqliteError(at, at.errcode);
    if (described) return described;
  }
  // A thread that does not start names its fault in the message only.
  const fault = findResourceFault(error);
  return fault && describeSystemError({ message: fault.message, code: fault.code });
}

/** Returns what to do about a system error. @returns undefined if nothing is known about its code */
export const adviceFor = (code: string): string | undefined => SYSTEM_ERRORS[code]?.[1];

/** Faults of a server that cannot listen on its port. */
const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'is in use; choose another one with --port',
  EACCES: 'needs administrator rights; choose another one with --port, such as 8080',
};

function describeSystemError({ code = '', path, syscall, port }: StorageError): string | undefined {
  const fault = syscall === 'listen' ? LISTEN_ERRORS[code] : undefined;
  if (fault !== undefined) return `port ${port} ${fault} (${code})`;
  const advice = SYSTEM_ERRORS[code];
  if (!advice) return undefined;
  const [what, todo] = advice;
  return `${what}${path ? `: ${path}` : ''} (${code})${todo ? `; ${todo}` : ''}`;
}

/** Describes errors of a database file that are no bugs. */
function describeSqliteError({ message, path: file = 'a database file' }: StorageError, errcode: number) {
  switch (primaryCode(errcode)) {
    case SQLITE.full:
      return `the disk is full: ${file} (${message}); ${FREE_SPACE}`;
    case SQLITE.readOnly:
      return `${file} is read-only (${message}); ${readOnlyAdvice(file)}`;
    case SQLITE.ioError:
      return `the disk reported an I/O error: ${file} (${message}); check the disk and its free space`;
    case SQLITE.cannotOpen: {
      const code = findDescriptorFault();
      if (code !== undefined) return describeSystemError({ message, code, path: file });
      return `${file} cannot be opened (${message}); ${CHECK_OWNER} of the file and its folder`;
    }
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return `${file} is damaged (${message}); ${repairOf(file)}`;
    default:
      // The tables are created before they are used, so the file was made by another version, or is the other database.
      return /^no such (?:table|column)|^table \S+ has no column named/.test(message)
        ? `${file} has another layout (${message}): another version of Thresher wrote it, or it was replaced; use that version, or ${importAdvice(dirname(file))}`
        : undefined;
  }
}

/**
 * Says what to do about a read-only file. Commands that write the index write the frontier or lock the folder first. So only the
 * update of an index of an earlier version, before a search, finds the index read-only.
 */
function readOnlyAdvice(file: string): string {
  if (basename(file) !== 'index.sqlite') return `${CHECK_OWNER}, or use another folder`;
  return `an earlier version of Thresher wrote it; ${updateAdvice(dirname(file))}`;
}

/** Says how to repair or replace a damaged file of a data folder. */
function repairOf(file: string): string {
  const dir = dirname(file);
  switch (basename(file)) {
    case 'index.sqlite':
      return `rebuild it from the stored records: npx thresher reindex --dir ${quoteForShell(dir)}`;
    case 'frontier.sqlite':
      return `restore it from a backup, or ${importAdvice(dir)}`;
    case 'runner.lock':
      return 'delete it: it holds no data';
    default:
      return 'restore it from a backup';
  }
}
