/** Runs the files again that have more to check than `npm test` has time for (`long-test.ts`). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

const FILES = globSync('**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) =>
    !file.endsWith('.long.test.ts') && /\/long-test\.ts'/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

// In groups, because hooks of a file concern its own tests only.
describe.each(FILES.sort())('%s', async (file) => void (await import(join(import.meta.dirname, file))));
