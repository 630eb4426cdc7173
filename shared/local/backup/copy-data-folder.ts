import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openDatabase } from '../database.ts';
import { PART_SUFFIX } from '../files/clear-parts.ts';
import { sqliteIndexMarks } from '../search-index/index-mark/sqlite-index-mark.ts';
import { type CopiedFiles, copyFiles, deleteOthers, filesBelow } from './copy-files.ts';
import { type DatabaseSnapshot, takeSnapshot } from './database-snapshot.ts';

/** Folders of objects that belong to fetched pages. Each object has a new name. */
const PAGES = ['raw', 'clean', 'records'];
const SETTINGS = join('objects', 'settings');
/** Folders of a data folder beside its databases and objects. */
const OTHER_FOLDERS = ['seeds', 'notices'];

/** `onProgress`: called after each file that was copied. `signal`: ends the copy. */
export type CopyOptions = { onProgress(copied: CopiedFiles): void; signal: AbortSignal };

/**
 * Copies a data folder, also while a crawl writes to it. The databases are copied as they were at one moment. Objects are stored before a database
 * refers to them and do not change, so those that exist right after this moment are enough. A killed copy can be repeated: the databases take
 * their places at the end.
 *
 * @param files databases of `dir`, the frontier first and the index after it: an index that is behind the frontier counts as damaged, and one
 * that is ahead does not
 * @param to folder of the copy, which may have an earlier one
 * @returns what was copied beside the databases
 * @throws the error of SQLite or of the file system; the reason of `signal`
 */
export async function copyDataFolder(
  dir: string,
  files: readonly [frontier: string, ...others: string[]],
  to: string,
  { onProgress, signal }: CopyOptions,
): Promise<CopiedFiles> {
  const copied = { files: 0, bytes: 0 };
  const onCopied = (bytes: number) => {
    copied.files++;
    copied.bytes += bytes;
    onProgress(copied);
  };
  const kept = new Set<string>();
  const copy = async (names: AsyncIterable<string> | Iterable<string>) => {
    for await (const name of copyFiles(dir, to, names, onCopied, signal)) kept.add(name);
  };
  // Old versions of settings are deleted. The one that the copied frontier names is there now, or is kept for its first minute.
  await copy(filesBelow(dir, SETTINGS));
  const snapshots = takeSnapshots(files);
  let pages: string[];
  try {
    // Later ones belong to pages that the copied frontier has not fetched.
    pages = await listPages(dir);
    await copy(filesBelow(dir, SETTINGS));
    for (const [i, snapshot] of snapshots.entries()) await snapshot.copyTo(newPart(files[i]!, to), signal);
  } finally {
    for (const snapshot of snapshots) snapshot.close();
  }
  await copy(pages);
  const others = readdirSync(join(dir, 'objects')).filter((name) => !PAGES.includes(name));
  for (const name of others) await copy(filesBelow(dir, join('objects', name)));
  // A new version of a model replaces the one before it, maybe while its folder was read.
  await copy(filesBelow(dir, join('objects', 'models')));
  for (const folder of OTHER_FOLDERS) await copy(filesBelow(dir, folder));
  putDatabases(files, to);
  for (const folder of ['objects', ...OTHER_FOLDERS]) await deleteOthers(to, folder, kept);
  return copied;
}

async function listPages(dir: string): Promise<string[]> {
  const names: string[] = [];
  for (const folder of PAGES) for await (const name of filesBelow(dir, join('objects', folder))) names.push(name);
  return names;
}

/** @throws the error of SQLite */
function takeSnapshots(files: readonly string[]): DatabaseSnapshot[] {
  const snapshots: DatabaseSnapshot[] = [];
  try {
    for (const file of files) snapshots.push(takeSnapshot(file));
    return snapshots;
  } catch (error) {
    for (const snapshot of snapshots) snapshot.close();
    throw error;
  }
}

const partOf = (file: string, to: string): string => join(to, `${basename(file)}${PART_SUFFIX}`);

/** Returns the path of an unfinished copy of a database, without one that a killed backup has left. */
function newPart(file: string, to: string): string {
  const part = partOf(file, to);
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${suffix}`, { force: true });
  return part;
}

/** Gives the copied databases their names, and removes those that the backup no longer has. */
function putDatabases(files: readonly [frontier: string, ...others: string[]], to: string): void {
  const frontier = openDatabase(partOf(files[0], to));
  // The copied index may be smaller than the file that the marks know.
  sqliteIndexMarks(frontier).forgetSize();
  frontier.close();
  // The logs of an earlier backup do not fit to the new databases.
  for (const name of readdirSync(to)) if (/^\w+\.sqlite(?:-wal|-shm)?$/.test(name)) rmSync(join(to, name));
  for (const file of files) renameSync(partOf(file, to), join(to, basename(file)));
}
