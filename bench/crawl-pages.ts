/*
 * Measures what a crawl of real pages costs: `node bin/run.js bench/crawl-pages.ts FILE [--hosts 100]`.
 *
 * FILE holds pages as JSON Lines with `html`, such as the collections that train the main text; `.gz` and `.xz` are unpacked. Another
 * process serves them on loopback, compressed as most servers do. Each page is a seed, no link is followed, and every page is kept:
 * fetched, archived, cleaned, classified and indexed by the runner of `thresher crawl`. Prints CPU per page and per megabyte of HTML,
 * with the start of the process. Fails if a page was not fetched.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { runCrawl } from '../cli/run/runner.ts';
import { readSettings } from '../shared/settings/read-settings.ts';
import { seedsOf } from '../shared/settings/rules.ts';
import { readJsonLinesFile } from './data/extraction-data.ts';

const { values, positionals } = parseArgs({
  options: { hosts: { type: 'string', default: '100' } },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) throw new Error('a file of pages is missing');
const hosts = Number(values.hosts);

/** What the serving process tells: its port, the number of pages, and the bytes of their HTML. */
type Served = { port: number; pages: number; bytes: number };

if (process.send) await serve(file);
else await measure(file);

async function serve(path: string): Promise<void> {
  const pages = readJsonLinesFile<{ html: string }>(path).map(({ html }) => html);
  const bodies = pages.map((html) => gzipSync(html));
  const server = createServer((request, response) => {
    const body = bodies[Number(request.url?.slice(1))];
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
    if (body) response.writeHead(200, headers).end(body);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1', 4096), 'listening');
  const bytes = pages.reduce((sum, html) => sum + Buffer.byteLength(html), 0);
  const served: Served = { port: (server.address() as AddressInfo).port, pages: pages.length, bytes };
  process.send!(served);
  process.once('disconnect', () => process.exit());
}

async function measure(path: string): Promise<void> {
  const server: ChildProcess = fork(import.meta.filename, [path, '--hosts', values.hosts]);
  const dir = mkdtempSync(join(tmpdir(), 'thresher-bench-'));
  try {
    const [{ port, pages, bytes }] = (await once(server, 'message')) as [Served];
    const settings = crawlSettings(port, pages);
    const seeds = seedsOf(settings).accepted.map(({ url }) => url);
    const before = process.cpuUsage();
    const { status } = await runCrawl({ dir, settings, seeds }, { statusEveryMs: 1_000 });
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1000;
    const mb = bytes / 1e6;
    process.stdout.write(
      `${pages} pages of ${Math.round(bytes / pages / 1000)} KB: ${(cpuMs / pages).toFixed(2)} ms CPU a page, ` +
        `${(cpuMs / mb).toFixed(1)} ms a megabyte, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory at most, ` +
        `${status.records ?? 0} records\n`,
    );
    if (status.outcomes['fetched'] === pages) return;
    process.stdout.write(`WRONG: ${status.outcomes['fetched'] ?? 0} of ${pages} pages were fetched\n`);
    process.exitCode = 1;
  } finally {
    server.disconnect();
    rmSync(dir, { recursive: true });
  }
}

function crawlSettings(port: number, pages: number) {
  return readSettings({
    crawl: 'bench',
    seeds: Array.from({ length: pages }, (_, i) => `http://h${i % hosts}.bench.test/${i}`),
    limits: { maxDepth: 0 },
    politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.bench.test': `127.0.0.1:${port}` } },
  });
}
