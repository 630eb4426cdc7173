import { existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { quoteForShell } from '../../output/quote-for-shell.ts';

/** The data folder cannot be used as it is. The message says why, and what to do. */
export class DataFolderError extends Error {
  override readonly name: string = 'DataFolderError';
  /** Kind of the fault, for programs. It never changes. */
  readonly code: string = 'ERR_DATA_FOLDER';
}

/** Paths of the database files of a data folder. */
export const frontierFile = (dir: string): string => join(dir, 'frontier.sqlite');

/** Returns the path of the search index of a data folder. */
export const indexFile = (dir: string): string => join(dir, 'index.sqlite');

/** Returns the path of the annotations of a data folder. */
export const annotationsFile = (dir: string): string => join(dir, 'annotations.sqlite');
/** The index file that `thresher reindex` writes before it replaces the current one. */
export const newIndexFile = (dir: string): string => `${indexFile(dir)}.new`;

/**
 * Creates the data folder if it does not exist.
 *
 * @throws DataFolderError if there is something else at its path
 */
export function createDataFolder(dir: string): void {
  try {
    for (const path of missingFolders(dir)) createFolder(path);
    // A file at the path itself: the same error as for a file above it.
    if (!isFolder(dir)) throw Object.assign(new Error(dir), { code: 'ENOTDIR' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTDIR' && !existsSync(dir) && lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new DataFolderError(`${dir}: a symbolic link to a folder that does not exist`);
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new DataFolderError(`${dir}: not a folder; use another one`);
    // Node reports a folder that cannot be created on a read-only disk as missing.
    throw code === 'ENOENT'
      ? new DataFolderError(`${dir}: cannot be created; is its disk read-only? Use another folder`)
      : error;
  }
}

/** Returns the folders to create, from the outermost on. The recursion of `mkdirSync` does not end below `/proc`. */
function missingFolders(dir: string): string[] {
  const missing: string[] = [];
  for (let path = resolve(dir); !existsSync(path); path = dirname(path)) missing.unshift(path);
  return missing;
}

/** Creates one folder. Another process may create it meanwhile. */
function createFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Checks that the frontier was not lost beside stored pages. SQLite would create an empty one, and the crawl would fetch
 * everything again.
 *
 * @throws DataFolderError
 */
export function checkDataFolder(dir: string): void {
  if (existsSync(dir) && !statSync(dir).isDirectory())
    throw new DataFolderError(`${dir}: not a folder; use another one`);
  if (isLost(frontierFile(dir)) && hasObjects(dir, 'raw'))
    throw new DataFolderError(
      `${frontierFile(dir)} is missing or empty, but ${dir}/objects has fetched pages; restore the file from a backup, or ${importAdvice(dir)}`,
    );
}

/** Says how to bring a data folder of an earlier version to the current layout, which a user who cannot write it cannot do. */
export const updateAdvice = (dir: string): string =>
  `run this once as its owner: npx thresher search word --dir ${quoteForShell(dir)}`;

/** Says how to use the pages of a folder without its frontier. */
export function importAdvice(dir: string): string {
  const [crawl = '', ...others] = archivedCrawls(dir);
  const archive = quoteForShell(join(dir, 'objects', 'raw', crawl));
  const command = `npx thresher import ${archive} --crawl crawl.yaml --follow --dir other`;
  const each = others.length === 0 ? '' : `, and so for each of its ${others.length + 1} crawls`;
  return `build the crawl again from its archive (docs/maintenance.md): ${command}${each}`;
}

/** Returns the names of the crawls whose responses are in a data folder, sorted. */
function archivedCrawls(dir: string): string[] {
  const folder = join(dir, 'objects', 'raw');
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** Returns whether the index was lost beside stored records. SQLite would create an empty one, and search would find nothing. */
export const isIndexLost = (dir: string): boolean => isLost(indexFile(dir)) && hasObjects(dir, 'records');

/**
 * What happened to the index file of a data folder. `missing`: also of length zero. `older`: it is a copy of an earlier state, or its log
 * was lost. `damaged`: SQLite cannot read it. `incomplete`: stored objects could not be read when it was rebuilt, and were mended since.
 */
export type IndexState = 'missing' | 'shortened' | 'older' | 'damaged' | 'incomplete';

/** The index lacks records. The message names the command that rebuilds it. */
export class IndexFaultError extends DataFolderError {
  override readonly name = 'IndexFaultError';
  readonly fault: IndexState;

  constructor(dir: string, fault: IndexState) {
    super(
      `${indexFile(dir)} ${FAULT_TEXTS[fault]}; rebuild it from the stored records: npx thresher reindex --dir ${quoteForShell(dir)}`,
    );
    this.fault = fault;
  }
}

/** Says what happened to an index file, after its name. */
export const FAULT_TEXTS: Record<IndexState, string> = {
  missing: 'is missing or empty',
  shortened: 'is shorter than the crawl left it',
  older: 'is older than the crawl, or its log index.sqlite-wal was lost',
  damaged: 'is damaged',
  incomplete: 'lacked the records of stored objects that can be read again, or were deleted',
};

function isLost(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function hasObjects(dir: string, stage: string): boolean {
  const folder = join(dir, 'objects', stage);
  return existsSync(folder) && readdirSync(folder).length > 0;
}
