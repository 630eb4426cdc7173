import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStores } from '../../cli/run/wiring.ts';
import { startGeneratedWeb } from '../../demo/generated/generated-web.ts';
import { QUERY_KINDS, syntheticRecords } from '../data/synthetic-records.ts';

/*
 * Measures `thresher serve` under load: `node bench/search/serve-load.ts [--records 100000 --connections 50,200 --seconds 20]`.
 *
 * Writes synthetic records into a data folder, serves it, and crawls a generated web into the same folder meanwhile. Each connection
 * sends its next search when the last is answered: queries of two words of any frequency, every third with a filter, every fifth as a
 * page. Prints one JSON line for each number of connections: answers, errors by kind (resets, time-outs, statuses from 400 on), and
 * percentiles of the response time in milliseconds. Exits with code 1 after an error.
 */

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '50,200' },
    seconds: { type: 'string', default: '20' },
    /** Pages of the web that is crawled meanwhile. */
    pages: { type: 'string', default: '30000' },
  },
});
const CRAWL = 'bench';
const PORT_LINE = / at (http:\S+)/;

const folder = mkdtempSync(join(tmpdir(), 'thresher-serve-load-'));
const web = await startGeneratedWeb({ hosts: 300, pages: Number(values.pages), seed: 'serve' });
const children: ChildProcess[] = [];
try {
  const file = join(folder, 'crawl.json');
  writeFileSync(
    file,
    JSON.stringify({
      ...{ crawl: CRAWL, seeds: web.seeds, scope: 'any', politeness: { hostPauseMs: 500, answerTimeFactor: 0 } },
      network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.bench.test': `127.0.0.1:${web.port}` } },
    }),
  );
  const dir = join(folder, 'data');
  const first = start('crawl', file, '--dir', dir, '--limit', '1');
  await once(first, 'exit');
  const records = await writeRecords(dir);
  start('crawl', file, '--dir', dir);
  const server = start('serve', '--port', '0', '--dir', dir);
  const url = PORT_LINE.exec(String((await once(server.stdout!, 'data'))[0]))![1]!;
  let hasErrors = false;
  for (const connections of values.connections.split(',').map(Number)) {
    const before = web.served().pages;
    const { times, errors } = await load(url, connections, records);
    const crawled = web.served().pages - before;
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
    hasErrors ||= Object.keys(errors).length > 0;
    const percentiles = { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
    print({ connections, answers: times.length, errors, ...percentiles, crawled, loadAverage: loadavg()[0] });
  }
  process.exitCode = hasErrors ? 1 : 0;
} finally {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await web.close();
  rmSync(folder, { recursive: true, force: true });
}

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['cli/main.ts', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  return child;
}

async function writeRecords(dir: string) {
  const records = syntheticRecords();
  const stores = openStores(dir);
  for (let n = 0; n < Number(values.records); n += 45)
    await stores.index.write(
      CRAWL,
      Array.from({ length: Math.min(45, Number(values.records) - n) }, (_, i) => records.changeOf(n + i)),
    );
  stores.close();
  return records;
}

/** Sends requests over so many connections for the given time. */
async function load(url: string, connections: number, records: ReturnType<typeof syntheticRecords>) {
  const times: number[] = [];
  const errors: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + 1000 * Number(values.seconds);
  let sent = 0;
  const connection = async () => {
    while (performance.now() < until) {
      const n = sent++;
      const query = new URLSearchParams({ q: records.query(QUERY_KINDS[n % QUERY_KINDS.length]!, 2) });
      if (n % 3 === 2) query.set('language', 'en');
      if (n % 5 !== 4) query.set('format', 'json');
      const began = performance.now();
      const error = await request(`${url}search?${query}`, agent);
      if (error === undefined) times.push(performance.now() - began);
      else errors[error] = (errors[error] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return { times, errors };
}

/** @returns the error: a status from 400 on, or the code of a failed connection; undefined after an answer */
function request(url: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    get(url, { agent }, (response) => {
      response.resume();
      response.once('error', failed);
      response.once('end', () => resolve(response.statusCode! < 400 ? undefined : `status ${response.statusCode}`));
    }).once('error', failed);
  });
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
