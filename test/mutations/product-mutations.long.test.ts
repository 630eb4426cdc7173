import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INDEPENDENT_MUTATIONS } from './independent-mutations.ts';
import { PRODUCT_MUTATIONS } from './product-mutations.ts';
import type { NamedTest } from './test-runs.ts';

const MUTATIONS = [...PRODUCT_MUTATIONS, ...INDEPENDENT_MUTATIONS];

/** What the unit tests read, besides packages. */
const COPIED = [
  'bin',
  'cli',
  'functions',
  'shared',
  'test',
  'web',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const ROOT = resolve(import.meta.dirname, '../..');

/** A copy of the project, and the process that runs its tests (`test-runs.ts`). */
type Copy = { dir: string; runs: ChildProcess };

/** One per core; each serves one mutation at a time. */
const copies: Copy[] = [];
const idle: Copy[] = [];
const waiting: ((copy: Copy) => void)[] = [];

beforeAll(() => {
  for (let i = 0; i < availableParallelism(); i++) {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'thresher-mutated-')));
    for (const name of COPIED) cpSync(join(ROOT, name), join(dir, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
    const copy = { dir, runs: startRuns(dir) };
    copies.push(copy);
    idle.push(copy);
  }
});
afterAll(() =>
  Promise.all(
    copies.map(async ({ dir, runs }) => {
      const ended = new Promise((end) => runs.once('exit', end));
      if (runs.connected) {
        runs.disconnect();
        await ended;
      }
      rmSync(dir, { recursive: true });
    }),
  ),
);

function startRuns(dir: string): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  return fork(join(dir, 'test/mutations/test-runs.ts'), { cwd: dir, execArgv: [], stdio });
}

/** Runs work on a copy of its own, and waits for one if all are in use. */
async function withCopy<T>(work: (copy: Copy) => Promise<T>): Promise<T> {
  const copy = idle.pop() ?? (await new Promise<Copy>((ready) => void waiting.push(ready)));
  try {
    return await work(copy);
  } finally {
    const next = waiting.shift();
    if (next) next(copy);
    else idle.push(copy);
  }
}

/**
 * Runs the tests of mutations in a copy.
 *
 * @returns the status of each; `not found` if its file has no such test
 * @throws Error if the process that runs them ends
 */
function statusesOf(copy: Copy, mutations: readonly NamedTest[]): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  // A mutation may have ended the process before.
  if (!copy.runs.connected) copy.runs = startRuns(copy.dir);
  const { runs } = copy;
  const fail = (code: number | null) => reject(new Error(`the process that runs tests ended with code ${code}`));
  runs.once('exit', fail);
  runs.once('message', (statuses) => resolve(statuses as string[]));
  runs.send(
    mutations.map(({ test, title }) => ({ test, title })),
    (error) => error && reject(error),
  );
  return promise.finally(() => runs.off('exit', fail));
}

describe.concurrent('is caught:', () => {
  test.each(MUTATIONS)('$name', (mutation) =>
    withCopy(async (copy) => {
      const file = join(copy.dir, mutation.file);
      const text = readFileSync(file, 'utf8');
      // If this fails, the file has changed: adapt the text of the mutation.
      expect(text.split(mutation.from), `${mutation.file} contains the text once`).toHaveLength(2);
      writeFileSync(
        file,
        text.replace(mutation.from, () => mutation.to),
      );
      try {
        expect(await statusesOf(copy, [mutation]), `${mutation.test}: ${mutation.title}`).toEqual(['failed']);
      } finally {
        writeFileSync(file, text);
      }
    }),
  );
});

// Without mutations `npm test` has run them. A copy that lacks something would fail some of any sample.
test('a sample of the tests passes in a copy without mutations', () =>
  withCopy(async (copy) => {
    const sample = MUTATIONS.filter((_, i) => i % 5 === 0);
    const statuses = await statusesOf(copy, sample);
    const others = sample.filter((_, i) => statuses[i] !== 'passed');
    expect(others.map(({ test, title }) => `${test}: ${title}`)).toEqual([]);
  }));
