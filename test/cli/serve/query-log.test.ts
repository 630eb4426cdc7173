import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openQueryLog } from '../../../cli/serve/query-log.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

const SEARCH = { crawl: 'bog', q: 'moss', total: 0, format: 'html' };

test('appends a line a search, which only the owner reads, and begins a new file after the old one was renamed', () => {
  const file = join(temporaryFolder(), 'queries.jsonl');
  const log = openQueryLog(
    file,
    () => 0,
    () => expect.unreachable(),
  );
  log(SEARCH);
  renameSync(file, `${file}.1`);
  log({ ...SEARCH, q: 'fen\n"' });
  const linesOf = (name: string) =>
    readFileSync(name, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  expect(linesOf(`${file}.1`)).toEqual([{ time: '1970-01-01T00:00:00.000Z', ...SEARCH }]);
  expect(linesOf(file)).toMatchObject([{ q: 'fen\n"' }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('reports once that lines cannot be written, and again after one was', () => {
  const file = join(temporaryFolder(), 'queries.jsonl');
  const faults: unknown[] = [];
  const log = openQueryLog(
    file,
    () => 0,
    (error) => faults.push(error),
  );
  for (let i = 1; i <= 2; i++) {
    renameSync(file, `${file}.${i}`);
    mkdirSync(file);
    log(SEARCH);
    log(SEARCH);
    expect(faults).toHaveLength(i);
    rmdirSync(file);
    log(SEARCH);
  }
});

test('refuses a file that cannot be written when it is opened', () => {
  expect(() =>
    openQueryLog(
      join(temporaryFolder(), 'missing', 'queries.jsonl'),
      () => 0,
      () => expect.unreachable(),
    ),
  ).toThrow('ENOENT');
});
