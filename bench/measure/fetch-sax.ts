/**
 * Prints the CPU ms for fetching one generated page and parsing it with a bare SAX parser, as JSON: what any crawler has to do, and the
 * yardstick of `bench/pipeline.ts`. A program of its own, so that its memory and compiled code are not those of the bench.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent } from 'undici';
import { generatedPages } from '../../demo/generated/generated-pages.ts';
import { parseBare } from './yardsticks.ts';

const HOSTS = 20;
/** The first half warms up. */
const PAGES = 3_000;
const CONCURRENCY = 64;
const SEED = 'yardstick';

const server = spawn(
  process.execPath,
  [
    join(import.meta.dirname, '../../demo/generated/serve-web.ts'),
    '--hosts',
    `${HOSTS}`,
    '--pages',
    `${PAGES}`,
    '--seed',
    SEED,
  ],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const gone = once(server, 'exit');
const [first] = (await once(createInterface(server.stdout), 'line')) as [string];
const { port } = JSON.parse(first) as { port: number };
const agent = new Agent({ connections: CONCURRENCY / 4 });
const pages = generatedPages({ hosts: HOSTS, pages: PAGES, seed: SEED });
const paths = Array.from({ length: HOSTS }, (_, host) =>
  Array.from(
    { length: pages.pageCount(host) },
    (_, page) => [pages.hostName(host), pages.pagePath(host, page)] as const,
  ),
).flat();
try {
  await fetchAll(paths.slice(0, PAGES / 2));
  const before = process.cpuUsage();
  await fetchAll(paths.slice(PAGES / 2));
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${JSON.stringify((user + system) / 1000 / (paths.length - PAGES / 2))}\n`);
} finally {
  await agent.close();
  server.stdin.end();
  await gone;
}

async function fetchAll(urls: readonly (readonly [host: string, path: string])[]): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let at = next++; at < urls.length; at = next++) await fetchAndParse(urls[at] as readonly [string, string]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
}

async function fetchAndParse([host, path]: readonly [string, string]): Promise<void> {
  const { statusCode, body } = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path,
    method: 'GET',
    headers: { host },
  });
  const seen = parseBare(await body.text());
  if (statusCode !== 200 || seen === 0) throw new Error(`${host}${path}: ${statusCode}`);
}
