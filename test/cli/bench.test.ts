import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { thresher } from './test-terminal.ts';

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('thresher-bench-'));

test('crawls and searches a generated web, and leaves no folder', async () => {
  const before = folders();
  const { code, answers } = await thresher(['bench', '--pages', '40', '--hosts', '4', '--json']);
  expect(code).toBe(0);
  const [measured = {}] = answers();
  expect(measured).toMatchObject({ pages: 40, records: 40, searchMs: { searches: 40 } });
  for (const name of ['seconds', 'pagesPerSecond', 'cpuMsPerPage', 'peakMemoryMb', 'bytesPerPage'])
    expect(measured[name], name).toBeGreaterThan(0);
  expect(folders()).toEqual(before);
});

test('a signal ends it with exit code 130', async () => {
  const interrupted = await thresher(['bench', '--pages', '40'], [], { interrupt: AbortSignal.abort() });
  expect(interrupted).toMatchObject({ code: 130, printed: [] });
});

test('refuses more hosts than pages, and arguments', async () => {
  const few = await thresher(['bench', '--pages', '3', '--hosts', '5']);
  expect(few).toMatchObject({ code: 2, messages: ['--hosts: 5: each host has a page, and --pages is 3'] });
  expect(await thresher(['bench', '--pages', '0'])).toMatchObject({ code: 2 });
  expect(await thresher(['bench', 'x'])).toMatchObject({ code: 2 });
});
