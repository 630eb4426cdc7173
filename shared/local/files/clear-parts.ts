import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Suffix of files that are being written, or whose process was killed meanwhile. */
export const PART_SUFFIX = '.part';

/** Deletes the files below a folder that a killed process had not finished writing. A missing folder has none. */
export function clearParts(folder: string): void {
  for (const name of namesBelow(folder)) if (name.endsWith(PART_SUFFIX)) rmSync(join(folder, name), { force: true });
}

function namesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
