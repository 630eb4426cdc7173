import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { longTest } from '../long-test.ts';
import { thresher } from './test-terminal.ts';

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('thresher-bench-'));

test('crawls and searches a generated web, and leaves no folder', async () => {
  const before = folders();
  const { code, answers } = await thresher(['bench', '--pages', '12', '--hosts', '4', '--json']);
  expect(code).toBe(0);
  const [measured = {}] = answers();
  expect(measured).toMatchObject({ pages: 12, records: 12, searchMs: { searches: 12 } });
  for (const name of ['seconds', 'pagesPerSecond', 'cpuMsPerPage', 'peakMemoryMb', 'bytesPerPage'])
    expect(measured[name], name).toBeGreaterThan(0);
  expect(folders()).toEqual(before);
});

test('a signal ends it with exit code 130 and leaves no folder', async () => {
  const before = folders();
  const interrupted = await thresher(['bench', '--pages', '40'], [], { interrupt: AbortSignal.abort() });
  expect(interrupted).toMatchObject({ code: 130, printed: [] });
  expect(folders()).toEqual(before);
});

test('measures a crawl whose topic the pages miss', async () => {
  const topic = join(temporaryFolder(), 'topic.txt');
  writeFileSync(topic, '40: dentist=Teeth\n');
  const { code, printed } = await thresher(['bench', '--pages', '10', '--hosts', '2', '--topic', topic]);
  expect(code).toBe(0);
  expect(printed.join('\n')).toMatch(/^pages +10 in .*, 0 searchable\n(.*\n)*search +no page is on the topic/);
});

test('refuses an invalid topic, and a TMPDIR that is missing, before it starts', async () => {
  const topic = join(temporaryFolder(), 'topic.txt');
  writeFileSync(topic, 'no weight\n');
  const wrong = await thresher(['bench', '--topic', topic]);
  expect(wrong).toMatchObject({ code: 2, messages: [expect.stringContaining(`${topic}:1: `)] });
  vi.stubEnv('TMPDIR', '/none');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await thresher(['bench'])).toMatchObject({ code: 2, messages: ['TMPDIR: /none: no such folder'] });
});

longTest('Ctrl-C, which all processes of a terminal get, ends it with exit code 130 and leaves no folder', async () => {
  const dir = temporaryFolder();
  const program = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
  const bench = spawn(process.execPath, [program, 'bench', '--pages', '20000', '--json'], {
    env: { ...process.env, TMPDIR: dir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(bench, 'exit');
  const printed = text(bench.stderr);
  // The web runs before the crawl opens its data folder.
  await vi.waitUntil(() => readdirSync(dir).some((name) => readdirSync(join(dir, name)).length > 0), 30_000);
  process.kill(-bench.pid!, 'SIGINT');
  expect(await ended).toEqual([130, null]);
  expect([await printed, readdirSync(dir)]).toEqual(['', []]);
});

test('refuses more hosts than pages, and arguments', async () => {
  const few = await thresher(['bench', '--pages', '3', '--hosts', '5']);
  expect(few).toMatchObject({ code: 2, messages: ['--hosts: 5: each host has a page, and --pages is 3'] });
  expect(await thresher(['bench', '--pages', '0'])).toMatchObject({ code: 2 });
  expect(await thresher(['bench', 'x'])).toMatchObject({ code: 2 });
});
