/** Names of files and folders while they are written. Two processes may write the same output at a time: each writes to a name of its own. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HOUR_MS } from '../../shared/text/time-units.ts';

/** Process, random digits. The longest exported names stay below the 255 bytes of file systems with it. */
const PART_NAME = /^(.+)\.(\d+)-[0-9a-f]{6}\.parts?$/s;

/** Whether a file is written under another name first. A device or a pipe, such as `/dev/stdout`, is written directly. */
export const isReplaced = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;

/** Returns the name under which a file is written until it is complete: another one with each call, or `file` itself if it is not replaced. */
export const partFile = (file: string): string => (isReplaced(file) ? `${ownName(file)}.part` : file);

/** Returns the name of a folder in which several files are written until all are complete: another one with each call. */
export const partFolder = (file: string): string => `${ownName(file)}.parts`;

const ownName = (file: string): string => `${file}.${process.pid}-${randomBytes(3).toString('hex')}`;

/** Flag of `open` for a part: a file that is there already belongs to another process, and a device is no part. */
export const partFlag = (part: string, file: string): 'w' | 'wx' => (part === file ? 'w' : 'wx');

/**
 * Removes what killed processes have not completed of a file. Does not wait: a stream that is to be written may fail meanwhile, unnoticed.
 * A folder of parts has none, and may have thousands of files.
 */
export function removeStrayParts(file: string): void {
  const folder = dirname(file);
  if (completeName(basename(folder)) !== undefined) return;
  for (const name of namesIn(folder))
    if (completeName(name) === basename(file) && isStrayPart(join(folder, name))) removeIfAllowed(join(folder, name));
}

/** In a folder such as `/tmp` only their owner can remove files. */
function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The export does not need it.
  }
}

/** A folder that cannot be read may still be written. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the name that a part gets once it is complete; undefined if a name is not that of a part. */
export const completeName = (part: string): string | undefined => PART_NAME.exec(part)?.[1];

/**
 * Returns whether a part will not be completed: its process has ended, and it was not written for an hour. The hour is for processes of other
 * machines and containers that share the folder: their numbers say nothing here.
 */
export function isStrayPart(path: string): boolean {
  const pid = Number(PART_NAME.exec(basename(path))?.[2]);
  if (!Number.isSafeInteger(pid) || isRunning(pid)) return false;
  return writtenAt(path) < Date.now() - HOUR_MS;
}

/** Returns when a file, or a file of a folder, was last written, epoch ms. One that is gone meanwhile was written at the end of time. */
function writtenAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return Number.POSITIVE_INFINITY;
  const files = found.isDirectory() ? namesIn(path) : [];
  return files.reduce((latest, name) => Math.max(latest, writtenAt(join(path, name))), found.mtimeMs);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: a process of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
