/** Local schedules: what a run finds due, and a watching run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startThresher } from './child.ts';

const DAY_MS = 86_400_000;
const PATHS = ['/', '/a', '/missing'];
const BODY =
  '<html lang="en"><title>A page</title><p>Of words that make a page.</p><a href="/a">a</a><a href="/missing">b</a></html>';

let dir: string;
let server: Server;
let requestedUrls: string[];
let crawlFile: (settings: string) => string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-schedules-'));
  requestedUrls = [];
  server = createServer(({ url = '/' }, response) => {
    if (url !== '/robots.txt') requestedUrls.push(url);
    const status = url === '/' || url === '/a' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/html' }).end(status === 200 ? BODY : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  crawlFile = (settings) => {
    const file = join(dir, 'crawl.yaml');
    const common = `crawl: timed\nseeds: [${origin}/]\nnetwork: {allowPrivate: [127.0.0.0/8]}\npoliteness: {hostPauseMs: 10}\n`;
    writeFileSync(file, common + settings);
    return file;
  };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

/** Runs the crawl `days` days from now. @returns the requested paths */
async function crawlAt(days: number, file: string): Promise<string[]> {
  requestedUrls = [];
  const options = ['--import', './test/flow/preloads/shifted-clock.mjs'];
  const env = { CLOCK_SHIFT_MS: String(days * DAY_MS) };
  const { code } = await startThresher(['crawl', file, '--dir', dir, '--json'], { options, env }).ended;
  expect(code).toBe(0);
  return requestedUrls.sort();
}

test('a run makes up for a missed schedule once', async () => {
  const file = crawlFile(`schedules: [{name: reload, run: recrawl, at: 'cron(10 0 * * ? *)'}]\n`);
  expect(await crawlAt(0, file)).toEqual(PATHS);
  expect(await crawlAt(3, file)).toEqual(PATHS);
  expect(await crawlAt(3.0001, file)).toEqual([]);
});

test('a retry schedule requests the seeds and missing pages only', async () => {
  const file = crawlFile(`schedules: [{name: retry, run: retry, at: 'cron(10 0 * * ? *)'}]\n`);
  expect(await crawlAt(0, file)).toEqual(PATHS);
  expect(await crawlAt(2, file)).toEqual(['/', '/missing']);
  // Pages missing for more than a fortnight are not retried.
  expect(await crawlAt(20, file)).toEqual(['/']);
});

test('a watching run calls schedules on time and ends in order', async () => {
  const file = crawlFile(`schedules: [{name: reload, run: recrawl, at: rate(1 minute)}]\n`);
  const options = ['--import', './test/flow/preloads/fast-clock.mjs'];
  const env = { CLOCK_SPEED: '20', CLOCK_START: String(Date.now()) };
  const run = startThresher(['crawl', file, '--dir', dir, '--watch'], { options, env });
  const times = (path: string) => requestedUrls.filter((one) => one === path).length;
  try {
    await expect.poll(() => Math.min(...PATHS.map(times)), { timeout: 250_000 }).toBeGreaterThanOrEqual(3);
  } finally {
    run.process.kill('SIGINT');
  }
  const { code, err } = await run.ended;
  expect(code).toBe(130);
  expect(err).toContain('schedule reload: 1 host is due now');
});
