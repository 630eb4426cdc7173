import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PART_SUFFIX } from '../files/clear-parts.ts';

/** What was copied. `files`: number of files that were new or had changed. */
export type CopiedFiles = { files: number; bytes: number };

/**
 * Copies files of a folder that the copy lacks, or has with another size or time. A running process may delete files meanwhile: those that are
 * gone are left out.
 *
 * @param names paths of the files relative to the folder
 * @param onCopied called after each file that was copied
 * @returns the names of the files that the copy has then
 */
export async function* copyFiles(
  from: string,
  to: string,
  names: AsyncIterable<string> | Iterable<string>,
  onCopied: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const name of names) {
    signal.throwIfAborted();
    const bytes = await copyIfChanged(join(from, name), join(to, name));
    if (bytes === undefined) continue;
    if (bytes >= 0) onCopied(bytes);
    yield name;
  }
}

/** Deletes the files below `below` in a folder whose paths relative to the folder are not in `kept`. */
export async function deleteOthers(folder: string, below: string, kept: ReadonlySet<string>): Promise<void> {
  for await (const name of filesBelow(folder, below))
    if (!kept.has(name)) await rm(join(folder, name), { force: true });
}

/** @returns the size of the copied file; -1 if the copy was there; undefined if the file is gone */
async function copyIfChanged(from: string, to: string): Promise<number | undefined> {
  const [source, copy] = await Promise.all([statOf(from), statOf(to)]);
  if (!source) return undefined;
  if (copy?.size === source.size && sameSecond(copy.mtimeMs, source.mtimeMs)) return -1;
  await mkdir(dirname(to), { recursive: true });
  const part = `${to}${PART_SUFFIX}`;
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await statOf(from))) return undefined;
    throw error;
  }
  await utimes(part, source.atime, source.mtime);
  await rename(part, to);
  return source.size;
}

/** Not every file system keeps fractions of a second. */
const sameSecond = (a: number, b: number): boolean => Math.floor(a / 1_000) === Math.floor(b / 1_000);

const statOf = (file: string) =>
  stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Lists the files below `below` in a folder by their paths relative to the folder, except unfinished ones. A missing folder has none. */
export async function* filesBelow(folder: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const name = join(below, entry.name);
    if (entry.isDirectory()) yield* filesBelow(folder, name);
    else if (!entry.name.endsWith(PART_SUFFIX)) yield name;
  }
}
