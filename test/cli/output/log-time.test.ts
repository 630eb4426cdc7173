import { spawnSync } from 'node:child_process';
import { fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withTime } from '../../../cli/output/log-time.ts';
import { longTest } from '../../long-test.ts';

test('puts the time before a line, but not before JSON', () => {
  const now = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  expect(withTime('warning: a', now)).toBe('2026-01-02T03:04:05Z warning: a');
  expect(withTime('{"event":"a"}', now)).toBe('{"event":"a"}');
});

/** Runs a crawl that refuses its seed. @param isJournal whether standard error counts as the journal */
function logOf(isJournal: boolean, args: string[]): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'log');
  const log = openSync(file, 'w');
  const { dev, ino } = fstatSync(log, { bigint: true });
  const env = { ...process.env, JOURNAL_STREAM: isJournal ? `${dev}:${ino}` : '1:2' };
  spawnSync(process.execPath, ['cli/main.ts', ...args, '--dir', dir], { stdio: ['ignore', 'ignore', log], env });
  return readFileSync(file, 'utf8').trim().split('\n');
}

longTest('the log of a crawl has times, unless the journal adds them', () => {
  const crawl = ['crawl', 'http://10.0.0.1/'];
  const plain = logOf(true, crawl);
  expect(plain.at(-1)).toBe('no seed was accepted, so there is nothing to crawl');
  expect(logOf(false, crawl).map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /, '@'))).toEqual(
    plain.map((line) => `@${line}`),
  );
  expect(logOf(false, ['crawl', '--nothing'])[0]).toBe('thresher crawl: unknown option --nothing');
});
