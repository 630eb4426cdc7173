import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { UsageError } from '../command.ts';
import { checkHasCrawl } from '../open-crawl.ts';
import { completeName } from '../output/part-file.ts';
import { frontierFile } from '../run/folder/data-folder.ts';
import { lockFolder } from '../run/folder/folder-lock.ts';
import { copyFolder, type FolderOrigin, readFolderOrigin } from '../run/wiring.ts';
import {
  type BackupMark,
  isBackupChanged,
  MARK_FILE,
  markNewFrontier,
  readBackupMark,
  writeBackupMark,
} from './backup-mark.ts';

/** Files that a backup may leave which is killed before it has marked its folder. An earlier version wrote the last one. */
const BEFORE_MARK = new Set(['runner.lock', 'runner.lock-journal', `${MARK_FILE}.part`]);

/**
 * Copies a data folder to another folder, also while a crawl writes to it.
 *
 * @param to a folder that is empty or does not exist, or an earlier backup of `dir`, of which files that are still the same are kept
 * @param options.withoutIndex leaves out the search index, which the next crawl in the backup writes again
 * @returns what was copied and removed beside the databases
 * @throws UsageError if `to` is neither, or a backup that a command has changed or whose crawls `dir` no longer has, or if one folder is in the
 * other; FolderInUseError if a crawl runs in `to`; what copying throws
 */
export async function backupFolder(
  dir: string,
  to: string,
  options: Omit<Parameters<typeof copyFolder>[2], 'beforePlacing'>,
): ReturnType<typeof copyFolder> {
  checkHasCrawl(dir);
  checkTarget(dir, to);
  const unlock = lockFolder(to);
  try {
    const mark = await markTarget(dir, to);
    return await copyFolder(dir, to, {
      ...options,
      beforePlacing: (frontier) => writeBackupMark(to, markNewFrontier(to, mark, frontier)),
    });
  } finally {
    unlock();
  }
}

const isLeftBeforeMark = (name: string): boolean => BEFORE_MARK.has(name) || completeName(name) === MARK_FILE;

function checkTarget(dir: string, to: string): void {
  const names = existsSync(to) ? readdirSync(to) : [];
  if (!names.includes(MARK_FILE) && names.some((name) => !isLeftBeforeMark(name)))
    throw new UsageError(`${to}: not empty, and no earlier backup; give an empty or new folder`);
  checkApart(resolve(dir), resolve(to), to);
  createTarget(dir, to);
  // Links may lead from one to the other.
  checkApart(realpathSync(dir), realpathSync(to), to);
}

/** Creates the folder of the backup with the mode of the data folder, which may be private. */
function createTarget(dir: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(dirname(resolve(to)), { recursive: true });
  mkdirSync(to, { mode: statSync(dir).mode | 0o700 });
}

/** @throws UsageError if the folder has a backup that must not be overwritten */
async function markTarget(dir: string, to: string): Promise<BackupMark> {
  const of = realpathSync(dir);
  const mark = readBackupMark(to);
  const origin = await readFolderOrigin(dir);
  if (!mark) {
    const created = { of, ...origin, frontiers: [] };
    await writeBackupMark(to, created);
    return created;
  }
  if (mark.of !== of)
    throw new UsageError(
      `${to}: a backup of ${mark.of}, not of ${of}; give another folder, or, if the data folder was moved, change its path in ${join(to, MARK_FILE)}`,
    );
  if (isBackupChanged(to, mark))
    throw new UsageError(
      `${to}: a command has changed this backup since it was made, or it was copied without its times, and a new backup would overwrite it; give another folder, or delete its frontier.sqlite to give up the change`,
    );
  const isKnown = mark.crawls !== undefined && mark.identity !== undefined;
  const others = otherCrawls(isKnown ? mark : { ...(await originOfBackup(to)), ...mark }, origin);
  if (others.length > 0)
    throw new UsageError(
      `${to}: has ${formatCrawls(others)}, which ${of} no longer has or has created again, so this may be the last copy and a new backup would mix both; give another folder`,
    );
  return { ...mark, ...origin };
}

/** Reads the origin from the frontier of a backup. Marks of earlier versions lack it. */
const originOfBackup = async (to: string): Promise<Partial<FolderOrigin>> =>
  existsSync(frontierFile(to)) ? readFolderOrigin(to) : {};

/**
 * Returns the names of the crawls of a backup that a data folder lacks. Those of the same name are others if they were created at another time,
 * or if the folder has another identity: `thresher frontier load` creates a crawl with the time in the dump. Without an identity, the times decide.
 */
function otherCrawls({ identity, crawls = {} }: Partial<FolderOrigin>, folder: FolderOrigin): string[] {
  const isOther = folder.identity !== 0 && identity !== undefined && identity !== folder.identity;
  return Object.keys(crawls).filter((crawl) => isOther || crawls[crawl] !== folder.crawls[crawl]);
}

const formatCrawls = (names: readonly string[]): string =>
  `the ${names.length === 1 ? 'crawl' : 'crawls'} ${names.join(', ')}`;

function checkApart(source: string, target: string, to: string): void {
  if (`${source}${sep}`.startsWith(`${target}${sep}`) || target.startsWith(`${source}${sep}`))
    throw new UsageError(`${to}: a backup and its data folder cannot be in each other`);
}
