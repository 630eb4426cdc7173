import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AdminPorts, administer } from '../../../functions/admin/administer.ts';
import { settingsAt } from '../../../functions/crawl-cache.ts';
import { noIndex } from '../../../shared/aws/opensearch/no-index.ts';
import { decodeOffer } from '../../../shared/frontier/enqueue-links.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../../shared/local/system.ts';

const SETTINGS = { crawl: 'plants', seeds: ['http://a.example/', 'gopher://b.example/'], scope: 'any' };

let folder: string;
let ports: AdminPorts;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-admin-'));
  const db = openDatabase(':memory:');
  ports = {
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    objects: folderObjects(folder),
    index: noIndex,
    clock: systemClock,
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

const ask = (request: unknown) => administer(request, ports, 'host');
const create = (settings: unknown = SETTINGS) => ask({ action: 'create', settings });

async function inboxOf(host: string): Promise<string[]> {
  const { items } = await ports.frontier.readInbox({ crawl: 'plants', host }, 100);
  return items.flatMap(({ body }) => decodeOffer(body).links.map(({ url }) => url));
}

test('a crawl is made with its settings, and its seeds wait in the frontier', async () => {
  const { status, body } = await create();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    crawl: 'plants',
    accepted: ['http://a.example/'],
    refused: [{ input: 'gopher://b.example/', reason: 'scheme' }],
  });
  expect(await inboxOf('a.example')).toEqual(['http://a.example/']);
  expect(await ports.frontier.head({ crawl: 'plants', host: 'a.example' })).toMatchObject({ state: 'ready', inbox: 1 });
});

test('to make the same crawl again changes nothing', async () => {
  await create();
  expect((await create()).status).toBe(200);
  expect(await inboxOf('a.example')).toEqual(['http://a.example/']);
});

test('the same crawl from another folder is the same crawl: a stack knows files by their names', async () => {
  const from = (folder: string) =>
    create({ ...SETTINGS, clean: { geoip: `${folder}/geo.mmdb` }, plugins: [`${folder}/own.ts`] });
  expect((await from('/srv/a')).status).toBe(200);
  expect((await from('/srv/b')).status).toBe(200);
  expect((await create({ ...SETTINGS, clean: { geoip: '/srv/a/other.mmdb' } })).status).toBe(409);
});

test('a crawl of that name with other settings is left alone', async () => {
  await create();
  const { settingsKey } = (await ports.control.get('plants'))!;
  expect((await create({ ...SETTINGS, scope: 'host' })).status).toBe(409);
  expect((await ports.control.get('plants'))!.settingsKey).toBe(settingsKey);
});

test.each([
  ['pause', 'paused', 'paused'],
  ['resume', 'open', 'running'],
  ['stop', 'stopped', 'stopped'],
] as const)('%s switches the crawl and says how it stands', async (action, state, told) => {
  await create();
  expect(await ask({ action, crawl: 'plants' })).toMatchObject({ status: 200, body: { crawl: 'plants', state: told } });
  expect((await ports.control.get('plants'))!.state).toBe(state);
});

test('status tells and switches nothing', async () => {
  await create();
  await ask({ action: 'pause', crawl: 'plants' });
  expect(await ask({ action: 'status', crawl: 'plants' })).toMatchObject({
    status: 200,
    body: { state: 'paused', hosts: 1 },
  });
});

test('seeds are added to a crawl that is there, and count for its scope', async () => {
  await create({ ...SETTINGS, scope: 'host' });
  expect((await ask({ action: 'seed', crawl: 'plants', seeds: ['http://c.example/x'] })).status).toBe(200);
  expect(await inboxOf('c.example')).toEqual(['http://c.example/x']);
  const settings = await settingsAt(ports.objects, (await ports.control.get('plants'))!.settingsKey);
  expect(settings.seeds).toEqual([...SETTINGS.seeds, 'http://c.example/x']);
  expect(settings.scope).toBe('host');
});

test('the settings of a crawl are told without its seeds, which may be millions', async () => {
  await create({ ...SETTINGS, scope: 'host' });
  const { status, body } = await ask({ action: 'settings', crawl: 'plants' });
  const { settings } = body as { settings: object };
  expect([status, settings]).toEqual([200, expect.objectContaining({ crawl: 'plants', scope: 'host' })]);
  expect(settings).not.toHaveProperty('seeds');
});

test('seeds that are added at the same time are all in the settings, and each once', async () => {
  await create({ ...SETTINGS, scope: 'host' });
  const hosts = ['c', 'd', 'e', 'c'];
  await Promise.all(hosts.map((host) => ask({ action: 'seed', crawl: 'plants', seeds: [`http://${host}.example/`] })));
  const settings = await settingsAt(ports.objects, (await ports.control.get('plants'))!.settingsKey);
  expect(settings.seeds.slice(2).sort()).toEqual(['http://c.example/', 'http://d.example/', 'http://e.example/']);
});

test('the same crawl is made again also when seeds were added to it since, and keeps them', async () => {
  await create();
  await ask({ action: 'seed', crawl: 'plants', seeds: ['http://c.example/'] });
  const { settingsKey } = (await ports.control.get('plants'))!;
  expect((await create()).status).toBe(200);
  expect((await ports.control.get('plants'))!.settingsKey).toBe(settingsKey);
  expect((await create({ ...SETTINGS, seeds: ['http://other.example/'] })).status).toBe(409);
});

test('seeds that name a file are refused, and none of them is kept', async () => {
  await create();
  const { settingsKey } = (await ports.control.get('plants'))!;
  const seeds = ['http://c.example/', { file: 'seeds.txt' }];
  expect(await ask({ action: 'seed', crawl: 'plants', seeds })).toMatchObject({ status: 400 });
  expect((await ports.control.get('plants'))!.settingsKey).toBe(settingsKey);
});

test.each([
  [undefined, 400],
  [{}, 400],
  [{ action: 'explode', crawl: 'plants' }, 400],
  [{ action: 'status' }, 400],
  [{ action: 'status', crawl: 'plants', more: 1 }, 400],
  [{ action: 'create', settings: { crawl: 'plants' } }, 400],
  [{ action: 'create', settings: { ...SETTINGS, colour: 'green' } }, 400],
  [{ action: 'create', settings: { ...SETTINGS, seeds: [{ file: 'seeds.txt' }] } }, 400],
  [{ action: 'create', settings: { ...SETTINGS, topic: { filters: [{ terms: 'plants.txt' }] } } }, 400],
  [{ action: 'create', settings: { ...SETTINGS, topic: { filters: [{ sitesOk: { file: 'ok.txt' } }] } } }, 400],
  [{ action: 'status', crawl: 'birds' }, 404],
  [{ action: 'pause', crawl: 'birds' }, 404],
  [{ action: 'explain', crawl: 'plants' }, 400],
  [{ action: 'explain', crawl: 'birds', url: 'http://a.example/' }, 404],
  [{ action: 'list', crawl: 'birds' }, 400],
  [{ action: 'seed', crawl: 'birds', seeds: ['http://c.example/'] }, 404],
])('%j is answered with %i and says why', async (request, status) => {
  const answer = await ask(request);
  expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(/\w/) } });
  expect(await ports.control.list()).toEqual([]);
});

test('explain tells of an address what the rules say and where it is, by the crawl’s own settings', async () => {
  await create({ ...SETTINGS, scope: 'host' });
  expect(await ask({ action: 'explain', crawl: 'plants', url: 'HTTP://a.example' })).toMatchObject({
    status: 200,
    body: {
      url: 'http://a.example/',
      state: 'offered',
      steps: expect.arrayContaining(
        [
          { step: 'spelling', decision: 'accepted' },
          { step: 'rules', decision: 'accepted', detail: 'a seed' },
          { step: 'robots', decision: 'unknown', detail: 'robots.txt was never asked for' },
          { step: 'inbox', decision: 'offered', detail: 'a seed' },
          { step: 'host', decision: 'ready' },
        ].map((step) => expect.objectContaining(step)),
      ),
    },
  });
  expect(await ask({ action: 'explain', crawl: 'plants', url: 'http://c.example/' })).toMatchObject({
    body: {
      state: 'unknown',
      steps: expect.arrayContaining([expect.objectContaining({ step: 'rules', reason: 'scope' })]),
    },
  });
  expect(await ask({ action: 'explain', crawl: 'plants', url: 'mailto:a@b.example' })).toMatchObject({
    body: { state: 'refused.scheme' },
  });
});

test('list names every crawl and how it is switched', async () => {
  expect(await ask({ action: 'list' })).toEqual({ status: 200, body: { crawls: [] } });
  await create();
  await ask({ action: 'pause', crawl: 'plants' });
  expect(await ask({ action: 'list' })).toEqual({
    status: 200,
    body: { crawls: [{ crawl: 'plants', state: 'paused', createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }] },
  });
});

test('a reindexing is asked of who writes records', async () => {
  await create();
  const sent: unknown[] = [];
  ports.records = { send: async (messages) => void sent.push(...messages) };
  const before = Date.now();
  const { status, body } = await ask({ action: 'reindex', crawl: 'plants' });
  expect({ status, sent }).toEqual({
    status: 200,
    sent: [{ crawl: 'plants', reindex: { at: (body as { at: number }).at } }],
  });
  expect((body as { at: number }).at).toBeGreaterThanOrEqual(before);
});

test('a second reindexing is refused while one goes on, and may be asked for when nothing was heard of it for an hour', async () => {
  await create();
  const sent: unknown[] = [];
  ports.records = { send: async (messages) => void sent.push(...messages) };
  let now = Date.UTC(2026, 0, 2);
  ports.clock = { ...systemClock, now: () => now };
  const reindex = () => ask({ action: 'reindex', crawl: 'plants' });
  expect((await reindex()).status).toBe(200);
  now += 3_599_000;
  const error = expect.stringMatching(/plants .* since 2026-01-02T00:00:00Z .* after 2026-01-02T01:00:00Z$/);
  expect(await reindex()).toMatchObject({ status: 409, body: { error } });
  now += 1_000;
  expect((await reindex()).status).toBe(200);
  expect(sent.length).toBe(2);
});

test('a reindexing that nobody could be asked for stands in nobody’s way', async () => {
  await create();
  ports.records = { send: () => Promise.reject(new Error('SQS is away')) };
  const reindex = () => ask({ action: 'reindex', crawl: 'plants' });
  await expect(reindex()).rejects.toThrow('SQS is away');
  ports.records = { send: async () => {} };
  expect((await reindex()).status).toBe(200);
});

test('a stack without a search engine has nothing to reindex', async () => {
  await create();
  expect(await ask({ action: 'reindex', crawl: 'plants' })).toMatchObject({ status: 409 });
});
