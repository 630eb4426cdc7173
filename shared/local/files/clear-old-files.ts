import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Deletes the files of a folder that are not needed any more, as far as the system allows: files that cannot be deleted stay. A missing
 * folder has none.
 *
 * @param named names of the files that may be deleted. Others, and folders, belong to other programs: a NAS adds folders of its own
 * @param kept names of files that are needed
 * @param before only files that were last written before this time, epoch ms: another process may have just begun to need a later one
 */
export function clearOldFiles(folder: string, named: RegExp, kept: ReadonlySet<string>, before: number): void {
  const names = unlessFailed(() => readdirSync(folder)) ?? [];
  for (const name of names) {
    if (!named.test(name) || kept.has(name)) continue;
    const path = join(folder, name);
    unlessFailed(() => {
      const stat = lstatSync(path);
      if (stat.isFile() && stat.mtimeMs < before) rmSync(path, { force: true });
    });
  }
}

/** Another process deletes files at the same time, holds them open (EBUSY), or this user may not delete them (EPERM, EROFS). */
function unlessFailed<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
