import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Suffix of files that are being written, or whose process was killed meanwhile. */
export const PART_SUFFIX = '.part';

/**
 * Deletes the files below a folder that a killed process had not finished writing. A missing folder has none.
 *
 * @param before only files that were last written before this time, epoch ms: later ones may be those of a running process
 */
export function clearParts(folder: string, before = Number.POSITIVE_INFINITY): void {
  for (const name of namesBelow(folder)) {
    const path = join(folder, name);
    if (name.endsWith(PART_SUFFIX) && writtenAt(path) < before) rmSync(path, { force: true });
  }
}

/** A file that is gone meanwhile was written at the end of time: nothing is to be deleted. */
const writtenAt = (path: string): number =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;

function namesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
