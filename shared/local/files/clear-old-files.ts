import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Deletes the files of a folder that are not needed any more. A missing folder has none.
 *
 * @param kept names of files that are needed
 * @param before only files that were last written before this time, epoch ms: another process may have just begun to need a later one
 */
export function clearOldFiles(folder: string, kept: ReadonlySet<string>, before: number): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before;
    if (!kept.has(name) && writtenAt < before) rmSync(path, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
