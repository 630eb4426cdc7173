import { statSync } from 'node:fs';
import { access, constants, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError, type UsageLine } from '../command.ts';
import { isReplaced, partFile, partFlag, removeStrayParts } from './part-file.ts';

/**
 * Checks that a file can be written, before long work for it starts.
 *
 * @param option the option that names the file, such as `--out`
 * @throws UsageError that says why it cannot
 */
export async function checkOutputFile(file: string, option: string): Promise<void> {
  refuse(file, option, file === '-' ? STANDARD_OUTPUT : await findFault(file));
}

/**
 * Checks that a folder can be created or has been, before long work for it starts.
 *
 * @param option as for `checkOutputFile`
 * @throws UsageError that says why it cannot
 */
export function checkOutputFolder(folder: string, option: string): void {
  refuse(folder, option, folder === '-' ? STANDARD_OUTPUT : findFolderFault(folder));
}

const STANDARD_OUTPUT: UsageLine = {
  command: 'standard output has the report of this command; give another name (./- for a file or folder named -)',
  library: 'stands for standard output, which the library does not write to; ./- is a file or folder of this name',
};

/** @throws UsageError if there is a fault */
function refuse(output: string, option: string, fault: UsageLine | undefined): void {
  if (fault === undefined) return;
  const { command, library } = typeof fault === 'string' ? { command: fault, library: fault } : fault;
  // An empty name says nothing before a colon.
  throw new UsageError({
    command: `${option} ${output}: ${command}`,
    library: `${output === '' ? 'output' : output}: ${library}`,
  });
}

function findFolderFault(folder: string): string | undefined {
  if (folder === '') return 'the name is empty; give the name of a folder';
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    return !found || found.isDirectory() ? undefined : 'is not a folder; give the name of a folder';
  } catch (error) {
    return (error as Error).message;
  }
}

async function findFault(file: string): Promise<string | undefined> {
  if (file === '') return 'the name is empty; give the name of a file';
  const folder = dirname(file);
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory()) return 'is a folder; give the name of a file';
    if (found) await access(file, constants.W_OK);
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder`;
    if (isReplaced(file)) await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return `the folder ${folder} does not exist; create it first`;
    if (code === 'EROFS') return 'the disk is read-only; give the name of a file on another one';
    return code === 'EACCES' ? 'no permission to write it' : message;
  }
}

/** Writes a file so that a reader never sees a part of it, also after a power failure. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = partFile(file);
  if (part !== file) removeStrayParts(file);
  try {
    // A device or a pipe cannot be synced.
    await writeFile(part, bytes, { flag: partFlag(part, file), flush: part !== file });
    if (part !== file) await rename(part, file);
  } catch (error) {
    if (part !== file) await rm(part, { force: true });
    // Errors of writes do not name the file.
    throw Object.assign(error as Error, { path: file });
  }
}
