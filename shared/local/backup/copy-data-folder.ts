import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { openDatabase } from '../database.ts';
import { clearParts, PART_SUFFIX } from '../files/clear-parts.ts';
import { sqliteIndexMarks } from '../search-index/index-mark/sqlite-index-mark.ts';
import { type CopiedFiles, copyFiles, deleteOthers, filesBelow } from './copy-files.ts';
import { type DatabaseSnapshot, takeSnapshot } from './database-snapshot.ts';

/**
 * Folders of objects that belong to fetched pages. Each object has a new name. Records refer to documents and documents to captures, which are
 * stored first: listed in this order, none refers to an object that was not listed.
 */
const PAGES = ['records', 'clean', 'raw'];
const CAPTURES = join('objects', 'raw', sep);
const SETTINGS = join('objects', 'settings');
/** Folders of objects that are replaced under the same name. */
const REPLACED = ['applied', 'sums', 'judgements', 'models'].map((name) => join('objects', name, sep));
/** Folders of a data folder beside its databases and objects. Others may be of any size, and may lead to the backup by a link. */
const OTHER_FOLDERS = ['seeds', 'notices', 'aws'];
const FOLDERS = ['objects', ...OTHER_FOLDERS];

/** What a backup did. `removed`: number of files that the data folder no longer has. */
export type Backup = CopiedFiles & { removed: number };

/**
 * `beforePlacing`: called with the path of the new frontier when all copies are complete, right before they replace those of an earlier backup.
 * `onProgress`: called after each file that was copied. `signal`: ends the copy.
 */
export type CopyOptions = {
  beforePlacing(frontier: string): Promise<void>;
  onProgress(copied: CopiedFiles): void;
  signal: AbortSignal;
};

/**
 * Copies a data folder, also while a crawl writes to it. The databases are copied as they were at one moment. Objects are stored before a database
 * refers to them and do not change, so those that exist right after this moment are enough. A killed copy can be repeated: the databases take
 * their places at the end.
 *
 * @param files databases of `dir`, the frontier first and the index after it: an index that is behind the frontier counts as damaged, and one
 * that is ahead does not
 * @param to folder of the copy, which may have an earlier one
 * @returns what was copied and removed beside the databases
 * @throws MissedChangeError if the user cannot write a database that changed meanwhile; the error of SQLite or of the file system; the reason of `signal`
 */
export async function copyDataFolder(
  dir: string,
  files: readonly [frontier: string, ...others: string[]],
  to: string,
  { beforePlacing, onProgress, signal }: CopyOptions,
): Promise<Backup> {
  // A killed backup may have left them.
  for (const folder of FOLDERS) clearParts(join(to, folder));
  for (const name of readdirSync(to)) if (/^\w+\.sqlite\.part(?:-\w+)?$/.test(name)) rmSync(join(to, name));
  const copied = { files: 0, bytes: 0 };
  const onCopied = (bytes: number) => {
    copied.files++;
    copied.bytes += bytes;
    onProgress(copied);
  };
  const kept = new Set<string>();
  const copy = async (names: AsyncIterable<string> | Iterable<string>) => {
    for await (const name of copyFiles(dir, to, names, { isReplaced, onCopied, signal })) kept.add(name);
  };
  // Old versions of settings are deleted. The one that the copied frontier names is there now, or is kept for its first minute.
  await copy(filesBelow(dir, SETTINGS));
  const snapshots = takeSnapshots(files);
  let pages: string[];
  try {
    // Later ones belong to pages that the copied frontier has not fetched.
    pages = await listPages(dir);
    await copy(filesBelow(dir, SETTINGS));
    for (const [i, snapshot] of snapshots.entries()) await snapshot.copyTo(partOf(files[i]!, to), signal);
  } finally {
    for (const snapshot of snapshots) snapshot.close();
  }
  await copy(pages);
  const others = readdirSync(join(dir, 'objects')).filter((name) => !PAGES.includes(name));
  for (const name of others) await copy(filesBelow(dir, join('objects', name)));
  // A new version of a model replaces the one before it, maybe while its folder was read.
  await copy(filesBelow(dir, join('objects', 'models')));
  for (const folder of OTHER_FOLDERS) await copy(filesBelow(dir, folder));
  finishFrontier(partOf(files[0], to));
  await beforePlacing(partOf(files[0], to));
  putDatabases(files, to);
  const preserved = listPreserved(to, kept);
  const isKept = (name: string) => kept.has(name) || preserved.some((folder) => name.startsWith(folder));
  let removed = 0;
  for (const folder of FOLDERS) removed += await deleteOthers(to, folder, isKept);
  return { ...copied, removed };
}

const isReplaced = (name: string): boolean => REPLACED.some((folder) => name.startsWith(folder));

/**
 * Returns the folders of a backup from which nothing is removed. No command deletes captures, so those that are missing were moved away, or
 * their disk is not mounted. The latter also holds if a crawl has no documents or no records at all.
 */
function listPreserved(to: string, kept: ReadonlySet<string>): string[] {
  const hasFiles = new Set(Array.from(kept, (name) => name.split(sep).slice(0, 3).join(sep)));
  const ofCrawls = PAGES.flatMap((stage) => {
    const folder = join('objects', stage);
    const crawls = existsSync(join(to, folder)) ? readdirSync(join(to, folder)) : [];
    return crawls.map((crawl) => join(folder, crawl));
  });
  return [CAPTURES, ...ofCrawls.filter((folder) => !hasFiles.has(folder)).map((folder) => join(folder, sep))];
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

/** Returns the path of an unfinished copy of a database. */
const partOf = (file: string, to: string): string => join(to, `${basename(file)}${PART_SUFFIX}`);

function finishFrontier(part: string): void {
  const frontier = openDatabase(part);
  // The copied index may be smaller than the file that the marks know.
  sqliteIndexMarks(frontier).forgetSize();
  frontier.close();
}

/**
 * Gives the copied databases their names, the frontier last, because the others may be ahead of it. Then removes those that the backup no longer
 * has. A kill leaves databases of the earlier backup, never none.
 */
function putDatabases(files: readonly [frontier: string, ...others: string[]], to: string): void {
  const names = files.map((file) => basename(file)).reverse();
  for (const name of names) {
    // The log of an earlier backup does not fit to the new database.
    for (const suffix of ['-wal', '-shm']) rmSync(join(to, `${name}${suffix}`), { force: true });
    renameSync(partOf(name, to), join(to, name));
  }
  for (const name of readdirSync(to)) {
    const [database] = /^\w+\.sqlite(?=(?:-wal|-shm)?$)/.exec(name) ?? [];
    if (database !== undefined && !names.includes(database)) rmSync(join(to, name));
  }
}
