import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INDEPENDENT_MUTATIONS } from './independent-mutations.ts';
import { PRODUCT_MUTATIONS, type ProductMutation } from './product-mutations.ts';

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

/** Copies of the project, one per core; each serves one mutation at a time. */
const copies: string[] = [];
const idle: string[] = [];
const waiting: ((copy: string) => void)[] = [];

beforeAll(() => {
  for (let i = 0; i < availableParallelism(); i++) {
    const copy = realpathSync(mkdtempSync(join(tmpdir(), 'thresher-mutated-')));
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    copies.push(copy);
    idle.push(copy);
  }
});
afterAll(() => copies.forEach((copy) => void rmSync(copy, { recursive: true })));

/** Runs work on a copy of its own, and waits for one if all are in use. */
async function withCopy<T>(work: (copy: string) => Promise<T>): Promise<T> {
  const copy = idle.pop() ?? (await new Promise<string>((ready) => void waiting.push(ready)));
  try {
    return await work(copy);
  } finally {
    const next = waiting.shift();
    if (next) next(copy);
    else idle.push(copy);
  }
}

type Mutated = Pick<ProductMutation, 'test' | 'title'>;

/** Runs the tests of mutations in a copy. @returns the status of each; `not found` if its file has no such test */
async function statusesOf(copy: string, mutations: readonly Mutated[], options: string[] = []): Promise<string[]> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const files = new Set(mutations.map(({ test }) => test));
  // The whole title: a test whose title contains it does not run.
  const titles = new Set(mutations.map(({ title }) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  const args = ['run', '--project', 'unit', ...options, ...files, '-t', `^(?:${[...titles].join('|')})$`];
  const program = join(copy, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [program, ...args, '--reporter=json', `--outputFile=${report}`], {
    cwd: copy,
    stdio: 'ignore',
  });
  await new Promise((ended) => child.once('exit', ended));
  type Report = {
    testResults: {
      name: string;
      assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
    }[];
  };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const found = new Map(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => [
        keyOf({ test: relative(copy, name), title: [...ancestorTitles, title].join(' > ') }),
        status,
      ]),
    ),
  );
  return mutations.map((one) => found.get(keyOf(one)) ?? 'not found');
}

const keyOf = ({ test, title }: Mutated) => `${test}: ${title}`;

describe.concurrent('is caught:', () => {
  test.each(MUTATIONS)('$name', (mutation) =>
    withCopy(async (copy) => {
      const file = join(copy, mutation.file);
      const text = readFileSync(file, 'utf8');
      // If this fails, the file has changed: adapt the text of the mutation.
      expect(text.split(mutation.from), `${mutation.file} contains the text once`).toHaveLength(2);
      writeFileSync(
        file,
        text.replace(mutation.from, () => mutation.to),
      );
      try {
        expect(await statusesOf(copy, [mutation]), keyOf(mutation)).toEqual(['failed']);
      } finally {
        writeFileSync(file, text);
      }
    }),
  );
});

test('the tests pass without mutations', () =>
  withCopy(async (copy) => {
    // Each file in a process of its own, like those of the mutations.
    const statuses = await statusesOf(copy, MUTATIONS, ['--isolate']);
    const failed = MUTATIONS.filter((_, i) => statuses[i] !== 'passed');
    expect(failed.map(keyOf)).toEqual([]);
  }));
