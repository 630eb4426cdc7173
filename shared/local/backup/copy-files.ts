import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PART_SUFFIX } from '../files/clear-parts.ts';

/** What was copied. `files`: number of files that were new or had changed. */
export type CopiedFiles = { files: number; bytes: number };

/** How files are copied. */
export type CopyRules = {
  /** Returns whether a file may get a new version of the same size within a second; its content is compared too. */
  isReplaced(name: string): boolean;
  /** Called after each file that was copied. */
  onCopied(bytes: number): void;
  /** Ends the copy before the next file. */
  signal: AbortSignal;
};

/**
 * Copies files of a folder that the copy lacks, or has with another size or time. Files and new folders get the permissions of the
 * original, less what the umask forbids. A running process may delete files meanwhile: these are left out.
 *
 * @param names paths of the files relative to the folder
 * @returns the names of the files that the copy has then
 */
export async function* copyFiles(
  from: string,
  to: string,
  names: AsyncIterable<string> | Iterable<string>,
  { isReplaced, onCopied, signal }: CopyRules,
): AsyncGenerator<string> {
  for await (const name of names) {
    signal.throwIfAborted();
    const copied = await copyIfChanged(from, to, name, isReplaced(name));
    if (copied === 'gone') continue;
    if (copied !== 'unchanged') onCopied(copied.bytes);
    yield name;
  }
}

/** Deletes the files below `below` in a folder whose paths relative to the folder are not kept. @returns the number of deleted files */
export async function deleteOthers(folder: string, below: string, isKept: (name: string) => boolean): Promise<number> {
  let deleted = 0;
  for await (const name of filesBelow(folder, below)) {
    if (isKept(name)) continue;
    await rm(join(folder, name), { force: true });
    deleted++;
  }
  return deleted;
}

/** @returns the size of the copied file; `unchanged`: the copy has it already; `gone`: a process has deleted the file */
async function copyIfChanged(
  fromFolder: string,
  toFolder: string,
  name: string,
  isReplaced: boolean,
): Promise<{ bytes: number } | 'unchanged' | 'gone'> {
  const [from, to] = [join(fromFolder, name), join(toFolder, name)];
  const [source, copy] = await Promise.all([statOf(from), statOf(to)]);
  if (!source) return 'gone';
  const part = `${to}${PART_SUFFIX}`;
  try {
    const seemsSame = copy?.size === source.size && sameTime(copy.mtimeMs, source.mtimeMs);
    if (seemsSame && !(isReplaced && (await differ(from, to)))) return 'unchanged';
    await createFolder(fromFolder, toFolder, dirname(name));
    await copyFile(from, part, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await statOf(from))) return 'gone';
    throw error;
  }
  await utimes(part, source.atime, source.mtime);
  await rename(part, to);
  return { bytes: source.size };
}

const differ = async (a: string, b: string): Promise<boolean> => !(await readFile(a)).equals(await readFile(b));

/** Creates a folder below `to`, and those above it, with the modes of their sources. The owner must be able to write them. */
async function createFolder(from: string, to: string, name: string): Promise<void> {
  if (name === '.' || (await statOf(join(to, name)))) return;
  await createFolder(from, to, dirname(name));
  await mkdir(join(to, name), { mode: (await stat(join(from, name))).mode | 0o700 });
}

/** Not every file system keeps fractions of a second, and a time may be rounded into the next one. */
const sameTime = (a: number, b: number): boolean => Math.abs(a - b) < 1_000;

const statOf = (file: string) =>
  stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Lists the files below `below` in a folder by their paths relative to the folder, except unfinished ones. Follows symbolic links: a part of a
 * data folder may be on another disk. A path that is missing, or no folder, has none.
 */
export async function* filesBelow(folder: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  for (const entry of entries) {
    const name = join(below, entry.name);
    const found = entry.isSymbolicLink() ? await statOf(join(folder, name)) : entry;
    if (found?.isDirectory()) yield* filesBelow(folder, name);
    else if (found?.isFile() && !entry.name.endsWith(PART_SUFFIX)) yield name;
  }
}
