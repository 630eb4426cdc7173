import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { UsageError } from '../command.ts';
import { checkHasCrawl } from '../open-crawl.ts';
import { lockFolder } from '../run/folder/folder-lock.ts';
import { copyFolder } from '../run/wiring.ts';

/** File that marks a folder as a backup, which the next backup may change. */
const MARK_FILE = 'backup.json';

/**
 * Copies a data folder to another folder, also while a crawl writes to it.
 *
 * @param to a folder that is empty or does not exist, or an earlier backup, of which files that are still the same are kept
 * @param options.withoutIndex leaves out the search index, which the next crawl in the backup writes again
 * @returns what was copied beside the databases
 * @throws UsageError if `to` is neither, or if one folder is in the other; FolderInUseError if a crawl runs in `to`; what copying throws
 */
export async function backupFolder(
  dir: string,
  to: string,
  options: Parameters<typeof copyFolder>[2],
): ReturnType<typeof copyFolder> {
  checkHasCrawl(dir);
  checkTarget(dir, to);
  const unlock = lockFolder(to);
  try {
    writeFileSync(join(to, MARK_FILE), `${JSON.stringify({ of: resolve(dir) })}\n`);
    return await copyFolder(dir, to, options);
  } finally {
    unlock();
  }
}

function checkTarget(dir: string, to: string): void {
  const names = existsSync(to) ? readdirSync(to) : [];
  if (names.length > 0 && !names.includes(MARK_FILE))
    throw new UsageError(`${to}: not empty, and no earlier backup; give an empty or new folder`);
  checkApart(resolve(dir), resolve(to), to);
  mkdirSync(to, { recursive: true });
  // Links may lead from one to the other.
  checkApart(realpathSync(dir), realpathSync(to), to);
}

function checkApart(source: string, target: string, to: string): void {
  if (`${source}${sep}`.startsWith(`${target}${sep}`) || target.startsWith(`${source}${sep}`))
    throw new UsageError(`${to}: a backup and its data folder cannot be in each other`);
}
