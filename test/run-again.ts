import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

/** Folders whose files run again in a long test of their own. */
const ON_THEIR_OWN = ['clean', 'cli', 'contracts', 'fetch', 'flow'];

const FILES = globSync('**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) =>
    !file.endsWith('.long.test.ts') && /\/long-test\.ts'/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/**
 * Declares the tests of files that have more to check than `npm test` has time for (`long-test.ts`).
 *
 * @param folders names of `ON_THEIR_OWN`; absent: all other folders
 */
export function runAgain(...folders: string[]): void {
  const isMine = (folder = '') => (folders.length > 0 ? folders.includes(folder) : !ON_THEIR_OWN.includes(folder));
  const own = FILES.filter((file) => isMine(file.split('/')[0])).sort();
  // In groups, because hooks of a file concern its own tests only.
  describe.each(own)('%s', async (file) => void (await import(join(import.meta.dirname, file))));
}
