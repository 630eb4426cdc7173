import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { UsageError } from '../../cli/command.ts';
import { describeError } from '../../cli/describe-error.ts';
import { SettingsError } from '../../shared/settings/faults.ts';

test.each([
  ['wrong use', new UsageError('a', 'b'), 2, ['a', 'b']],
  [
    'wrong settings',
    new SettingsError([{ path: ['scope'], message: 'unknown', line: 3 }], 'crawl.yaml'),
    2,
    ['crawl.yaml:3: scope: unknown'],
  ],
  [
    'a full disk',
    Object.assign(new Error('x'), { code: 'ENOSPC', path: 'raw/a' }),
    3,
    ['the disk is full: raw/a (ENOSPC); free some space, then run the command again; nothing is lost'],
  ],
  [
    'a full disk as a cause',
    new Error('put', { cause: Object.assign(new Error('x'), { code: 'ENOSPC' }) }),
    3,
    ['the disk is full (ENOSPC); free some space, then run the command again; nothing is lost'],
  ],
  [
    'a full disk on which the log of a database cannot grow',
    Object.assign(new Error('disk I/O error'), { errcode: 4874, path: 'index.sqlite' }),
    3,
    ['the disk is full: index.sqlite (disk I/O error); free some space, then run the command again; nothing is lost'],
  ],
  [
    'a port in use',
    Object.assign(new Error('x'), { code: 'EADDRINUSE', syscall: 'listen', port: 8080 }),
    3,
    ['port 8080 is in use; choose another one with --port (EADDRINUSE)'],
  ],
  [
    'a port below 1024',
    Object.assign(new Error('x'), { code: 'EACCES', syscall: 'listen', port: 80 }),
    3,
    ['port 80 needs administrator rights; choose another one with --port, such as 8080 (EACCES)'],
  ],
  ['a bug', new TypeError('x is not a function'), 1, ['unexpected error: x is not a function']],
])('describes %s in a line and chooses the exit code', (_, error, code, lines) => {
  expect(describeError(error)).toEqual({ code, lines });
});

test('reports a full database as a full disk', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA max_page_count = 2; CREATE TABLE t (x)');
  let thrown: unknown;
  try {
    db.prepare('INSERT INTO t VALUES (zeroblob(100000))').run();
  } catch (error) {
    thrown = error;
  }
  expect(describeError(thrown)).toEqual({ code: 3, lines: [expect.stringMatching(/^the disk is full/)] });
});
