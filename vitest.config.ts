import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

// As `bin/thresher.js` does: tests load packages some hundred times, and start the command some dozen times.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/thresher');

/** Minutes of CPU: left to `npm run test:long`, so that `npm test` takes about a minute. */
const LONG = 'test/**/*.long.test.ts';

const ENGINES = ['test/services/aws-*.test.ts', 'test/services/drill/*.test.ts'];

/** `unit` and `long` need npm alone; `services` starts independent programs, `engines` real servers; `browser` needs Chromium. */
export default defineConfig({
  test: {
    // Half of the tests wait for something, some for ten seconds: with one more than there are cores, all of them are used.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [LONG, 'test/services/**', 'test/browser/**'],
          // To end what hangs, and nothing else: a busy machine takes ten times as long as a quiet one.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'long',
          include: [LONG],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'services',
          include: ['test/services/**/*.test.ts'],
          exclude: ENGINES,
          // Several of them install the same things.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'engines',
          include: ENGINES,
          // Starts a real server when a test first asks for it, and stops all of them at the end.
          globalSetup: 'test/services/engines/keeper.ts',
          // Most of their time is waiting: for messages that are hidden, for a schedule, for writes that show late.
          maxWorkers: 3,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 2 },
        },
      },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
