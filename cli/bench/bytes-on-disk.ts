import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Sums the sizes of the files in a data folder: frontier and index, archived responses (`raw`), documents and records. */
export function bytesOnDisk(dir: string): number {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
