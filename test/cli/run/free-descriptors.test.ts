/** A machine without free file descriptors, for which SQLite has no error of its own. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test('a file that cannot be opened for lack of file descriptors is no question of permissions', () => {
  const limited = ['-c', 'ulimit -n 96; exec "$@"', 'sh', process.execPath, 'test/cli/run/without-descriptors.ts'];
  const { stdout, stderr } = spawnSync('/bin/sh', [...limited, temporaryFolder()], { encoding: 'utf8' });
  const advice = '(EMFILE); raise the limit (`ulimit -n`)';
  expect([JSON.parse(stdout), stderr]).toEqual([
    [
      `database: too many open files: DIR/frontier.sqlite ${advice}`,
      'database: opened',
      `lock: too many open files: DIR/runner.lock ${advice}`,
      'lock: opened',
    ],
    '',
  ]);
});
