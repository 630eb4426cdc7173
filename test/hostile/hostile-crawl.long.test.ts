/** A crawl of hostile hosts among good ones: they cost some time and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCrawl } from '../../cli/run/runner.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { explain } from '../../shared/frontier/explain/explain.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { Url } from '../../shared/url/url.ts';
import { type HostileServer, hostOfTrick, startHostile } from './hostile-server.ts';
import { TRICKS } from './hostile-tricks.ts';

const GOOD_HOSTS = 6;
const PAGES = 8;

const seen = new Map<string, number>();

/** A chain of pages: the last one is found only if none was blocked. */
function good(host: string, path: string): string {
  const n = Number(path.slice(1));
  seen.set(host + path, (seen.get(host + path) ?? 0) + 1);
  const next = n + 1 < PAGES ? `<a href="/${n + 1}">the next page of many good ones</a>` : '';
  const body = `<!doctype html><title>Page ${n}</title><p>This is page ${n} of ${host}, and it is as good as any.</p>${next}`;
  return `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

let server: HostileServer;
let dir: string;
let status: CrawlStatus;
const faults: string[] = [];
const goodUrls = Array.from({ length: GOOD_HOSTS }, (_, i) => `http://good${i}.test/0`);
const hostileUrl = (name: string) => `http://${hostOfTrick(name)}/${name === 'redirect-chain' ? '0' : ''}` as Url;

beforeAll(async () => {
  server = await startHostile(good);
  dir = mkdtempSync(join(tmpdir(), 'thresher-hostile-'));
  const settings = readSettings({
    crawl: 'hostile',
    seeds: [...Object.keys(TRICKS).map(hostileUrl), ...goodUrls],
    scope: 'any',
    politeness: { hostPauseMs: 50, answerTimeFactor: 0 },
    network: { resolve: { '*.test': `127.0.0.1:${server.port}` }, allowPrivate: ['127.0.0.0/8'] },
    // Short, but long enough for the good hosts on a busy machine.
    limits: { fetchTimeoutMs: 12_000, maxPageBytes: 1_000_000 },
    fetch: { firstByteTimeoutMs: 8_000 },
    concurrency: 100,
  });
  const seeds = seedsOf(settings).accepted.map(({ url }) => url);
  ({ status } = await runCrawl({ dir, settings, seeds }, { onFault: (message) => faults.push(message) }));
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

test('finds every good page once, without waiting for a hostile host', () => {
  expect(faults).toEqual([]);
  const found = [...seen.keys()].filter((page) => page.startsWith('good'));
  expect(found).toHaveLength(GOOD_HOSTS * PAGES);
  expect([...seen.values()].every((times) => times === 1)).toBe(true);
  expect(status.records).toBeGreaterThanOrEqual(GOOD_HOSTS * PAGES);
});

test('gives every hostile page the expected outcome', async () => {
  const stores = openStores(dir, 'read');
  try {
    const wrong: string[] = [];
    for (const [name, { outcome }] of Object.entries(TRICKS)) {
      const { state } = await explain('hostile', hostileUrl(name), stores);
      if (!(typeof outcome === 'string' ? [outcome] : outcome).includes(state)) wrong.push(`${name}: ${state}`);
    }
    expect(wrong).toEqual([]);
    const { state } = await explain('hostile', 'http://169.254.169.254/latest/meta-data/' as Url, stores);
    expect(state).toBe('refused.private-address');
    const { state: last } = await explain('hostile', 'http://redirect-chain.hostile.test/5' as Url, stores);
    expect(last).toBe('refused.redirect-loop');
  } finally {
    stores.close();
  }
});

test('backs off failing hosts for longer each time', () => {
  const most = Math.max(
    ...[...server.pageRequests].filter(([name]) => name !== 'redirect-chain').map(([, times]) => times),
  );
  expect(most).toBeLessThanOrEqual(4);
});
