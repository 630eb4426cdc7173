import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { computeCost } from '../../../cli/commands/cost.ts';
import { administer } from '../../../functions/admin/administer.ts';
import type { AdminAnswer } from '../../../shared/admin/answers.ts';
import { noIndex } from '../../../shared/aws/opensearch/no-index.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import { type FakeClock, fakeClock } from '../../fake-clock.ts';

const SETTINGS = { crawl: 'plants', seeds: ['http://a.example/'], limits: { pages: 400 } };
const USED = { pages: 100, requests: 110, bytes: 5_000, 'usage.dynamodb.writes': 2e6 };

let folder: string;
let clock: FakeClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-cost-'));
  clock = fakeClock();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates a crawl with these settings and the usage `USED`. */
async function spent(more: object) {
  const db = openDatabase(':memory:');
  const control = sqliteControl(db);
  const ports = {
    control,
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    objects: folderObjects(folder),
    index: noIndex,
    clock,
  };
  const ask = (request: unknown) => administer(request, ports, 'host');
  await ask({ action: 'create', settings: { ...SETTINGS, ...more } });
  await control.addUsage('plants', USED);
  return { ask, frontier: ports.frontier };
}

test('returns the quantities of a bill: counts, creation time and limits of the crawl', async () => {
  const { ask } = await spent({ budget: { usd: 5, days: 3 } });
  clock.advance(86_400_000);
  const { status, body } = await ask({ action: 'cost', crawl: 'plants' });
  expect(status).toBe(200);
  const usage = body as AdminAnswer<'cost'>;
  expect(usage).toMatchObject({ crawl: 'plants', limits: { pages: 400 }, budget: { usd: 5, requests: null, days: 3 } });
  const cost = computeCost(usage, usage, usage.now);
  expect(cost).toMatchObject({ usd: 1.25, days: 1, pages: 100, usdAThousandPages: 12.5, usdInAll: 5 });
});

test.each<[string, object, string | undefined]>([
  ['none is reached', {}, undefined],
  ['pages', { limits: { pages: 100 } }, 'pages'],
  ['requests', { budget: { requests: 110 } }, 'requests'],
  ['bytes', { budget: { bytes: 5_000 } }, 'bytes'],
  ['money', { budget: { usd: 1 } }, 'usd'],
  ['days', { budget: { days: 1 } }, 'days'],
])('reports the limit that stops dispatch: %s', async (_, settings, limit) => {
  const { ask } = await spent(settings);
  clock.advance(86_400_000);
  expect((await ask({ action: 'status', crawl: 'plants' })).body).toMatchObject({ state: 'running', cost: 1.25 });
  expect(((await ask({ action: 'status', crawl: 'plants' })).body as { limit?: string }).limit).toBe(limit);
});

test('does not report a limit that is reached when nothing is left to fetch', async () => {
  const { ask, frontier } = await spent({ limits: { pages: 100 } });
  const key = { crawl: 'plants', host: 'a.example' };
  const opened = await frontier.open(key, clock.now(), 'a.example');
  if ('refused' in opened) throw new Error(opened.refused);
  const { epoch, inbox, manifest, best } = opened.head;
  await frontier.commit(key, epoch, { state: 'idle', inbox, manifest, best, counts: { fetched: 100 } });
  const { body } = await ask({ action: 'status', crawl: 'plants' });
  expect(body).toMatchObject({ state: 'done', pages: 100 });
  expect(body).not.toHaveProperty('limit');
});

test('reports the projected cost at the page limit', async () => {
  const { ask } = await spent({});
  expect((await ask({ action: 'status', crawl: 'plants' })).body).toMatchObject({ costInAll: 5 });
});

test('answers 404 for the cost of an unknown crawl', async () => {
  const { ask } = await spent({});
  expect((await ask({ action: 'cost', crawl: 'birds' })).status).toBe(404);
});
