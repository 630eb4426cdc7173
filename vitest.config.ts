import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

// Caches compiled code like `bin/thresher.js`: tests load packages hundreds of times and start the command dozens of times.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/thresher');

/** Tests that take minutes of CPU. They run with `npm run test:long`, so that `npm test` takes about a minute. */
const LONG = 'test/**/*.long.test.ts';

/** Node loads the modules as it does for users. Transformed modules take up to twice the CPU time: each use of an import is a lookup. */
const OF_NODE = { viteModuleRunner: false };

/** A larger young generation: tests leave much garbage, whose collection took up to a third of the CPU time. */
const YOUNG_GENERATION = '--max-semi-space-size=32';

const RUN_FOLDER = 'test/run-folder.ts';

const ENGINES = ['test/services/aws-*.test.ts', 'test/services/drill/*.test.ts'];

/** Tests with engines spend most of their time waiting for hidden messages, schedules and delayed writes. */
const WAITING_WORKERS = 5;

/** `unit` and `long` only need npm; `services` starts independent programs, `engines` real servers; `browser` needs Chromium. */
export default defineConfig({
  test: {
    // Many tests wait, some of the long ones for ten seconds. One worker more than cores keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Files of one worker share their modules, which saves a third of the CPU time. So a test restores what it changes globally.
          isolate: false,
          experimental: OF_NODE,
          // Crawls run their stages without threads, which saves a sixth of the CPU time; `withThreads` starts threads.
          setupFiles: ['test/unit-setup.ts'],
          globalSetup: RUN_FOLDER,
          // An old generation that grows in small steps: the run took more than 4 GB, which small machines do not have.
          execArgv: [YOUNG_GENERATION, '--heap-growing-percent=50'],
          include: ['test/**/*.test.ts'],
          exclude: [LONG, 'test/services/**', 'test/browser/**'],
          // Only ends hanging tests: a busy machine takes ten times as long as an idle one.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'long',
          // More of them wait, for clocks and for processes that they start.
          maxWorkers: availableParallelism() + 2,
          experimental: OF_NODE,
          execArgv: [YOUNG_GENERATION],
          globalSetup: RUN_FOLDER,
          include: [LONG],
          // `long-test.ts` reads it.
          env: { TESTS: 'long' },
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'services',
          globalSetup: RUN_FOLDER,
          include: ['test/services/**/*.test.ts'],
          exclude: ENGINES,
          maxWorkers: WAITING_WORKERS,
          // They share two cores with servers, and hooks may install packages.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          // Beside the engines, whose tests leave the cores idle.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'engines',
          include: ENGINES,
          // The keeper starts a server at its first use and stops all servers at the end.
          globalSetup: [RUN_FOLDER, 'test/services/engines/keeper.ts'],
          maxWorkers: WAITING_WORKERS,
          testTimeout: 900_000,
          hookTimeout: 900_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: RUN_FOLDER,
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 300_000,
          // A hook crawls the demo website, which takes a busy machine more than two minutes.
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
