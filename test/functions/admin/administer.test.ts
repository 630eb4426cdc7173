import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AdminPorts, administer } from '../../../functions/admin/administer.ts';
import { loadSettings } from '../../../functions/crawl-cache.ts';
import { noIndex } from '../../../shared/aws/opensearch/no-index.ts';
import { noQueue } from '../../../shared/aws/sqs/no-queue.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../../shared/local/system.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { lineOf } from '../../classify/documents.ts';
import { storeDocuments } from '../../classify/review/stored.ts';

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

test('refuses a timeout that is longer than a call of the fetch function', async () => {
  expect(await create({ ...SETTINGS, limits: { fetchTimeoutMs: 900_000 } })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('limits.fetchTimeoutMs: must be at most 60000 in a stack') },
  });
  expect(await create({ ...SETTINGS, limits: { fetchTimeoutMs: 60_000 } })).toMatchObject({ status: 200 });
});

test('creates a crawl with its settings and enqueues its seeds', async () => {
  const { status, body } = await create();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    crawl: 'plants',
    accepted: ['http://a.example/'],
    refused: [{ input: 'gopher://b.example/', reason: 'scheme' }],
  });
  expect(await inboxOf('a.example')).toEqual(['http://a.example/']);
  expect(await ports.frontier.getHead({ crawl: 'plants', host: 'a.example' })).toMatchObject({
    state: 'ready',
    inbox: 1,
  });
});

test('changes nothing when the same crawl is created again', async () => {
  await create();
  expect((await create()).status).toBe(200);
  expect(await inboxOf('a.example')).toEqual(['http://a.example/']);
});

test('accepts the same crawl from another folder: a stack identifies files by name', async () => {
  const from = (folder: string) =>
    create({ ...SETTINGS, clean: { geoip: `${folder}/geo.mmdb` }, plugins: [`${folder}/own.ts`] });
  expect((await from('/srv/a')).status).toBe(200);
  expect((await from('/srv/b')).status).toBe(200);
  expect((await create({ ...SETTINGS, clean: { geoip: '/srv/a/other.mmdb' } })).status).toBe(409);
});

test('refuses other settings for an existing crawl', async () => {
  await create();
  const { settingsKey } = (await ports.control.get('plants'))!;
  const { status, body } = await create({ ...SETTINGS, scope: 'host', concurrency: 3, limits: { maxDepth: 3 } });
  expect([status, (body as { error: string }).error]).toEqual([
    409,
    expect.stringMatching(
      /^crawl plants already exists with other settings: scope, limits\.maxDepth, concurrency\nonly limits\.pages/,
    ),
  ]);
  expect((await ports.control.get('plants'))!.settingsKey).toBe(settingsKey);
});

test('changes the limits of an existing crawl, and tells which: a crawl that has reached one could not go on', async () => {
  await create({ ...SETTINGS, limits: { pages: 5 }, budget: { usd: 1 } });
  const { status, body } = await create({ ...SETTINGS, limits: { pages: 10 }, budget: { usd: 0.5, days: 7 } });
  const limits = ['limits.pages: 5 → 10', 'budget.usd: 1 → 0.5', 'budget.days: no limit → 7'];
  expect([status, body]).toEqual([200, expect.objectContaining({ limits })]);
  expect(await limitsOf('plants')).toEqual([10, 0.5, 7]);
  const same = { ...SETTINGS, limits: { pages: 10 }, budget: { usd: 0.5, days: 7 } };
  expect((await create(same)).body).not.toHaveProperty('limits');
  expect((await create({ ...same, limits: { pages: 10, maxDepth: 3 } })).status).toBe(409);
});

/** Settings of a crawl with the defaults of 23 November 2026, as that version stored them. */
const EARLIER_SETTINGS = readFileSync('test/fixtures/settings/2026-11-23.json');

test('accepts the same settings for a crawl that an earlier version created with other defaults, and updates those', async () => {
  const { seeds } = JSON.parse(EARLIER_SETTINGS.toString()) as { seeds: string[] };
  const key = 'settings/plants/earlier.json';
  await ports.objects.put(key, EARLIER_SETTINGS);
  await ports.control.create('plants', key, 1);
  expect(await create({ crawl: 'plants', seeds, limits: { pages: 10 } })).toMatchObject({
    status: 200,
    body: { limits: ['limits.pages: no limit → 10'] },
  });
  const { settingsKey } = (await ports.control.get('plants'))!;
  const { fetch, search } = readSettings({ seeds });
  expect(await loadSettings(ports.objects, settingsKey)).toMatchObject({ fetch, search });
  expect((await create({ crawl: 'plants', seeds, limits: { pages: 10, maxDepth: 3 } })).body).toEqual({
    error: expect.stringMatching(/^crawl plants already exists with other settings: limits\.maxDepth\n/),
  });
});

async function limitsOf(crawl: string) {
  const { limits, budget } = await loadSettings(ports.objects, (await ports.control.get(crawl))!.settingsKey);
  return [limits.pages, budget.usd, budget.days];
}

test('removes limits that the settings lack only on request: a command without them may be a mistake that costs money', async () => {
  await create({ ...SETTINGS, limits: { pages: 5 }, budget: { usd: 1 } });
  const settings = { ...SETTINGS, limits: { pages: 10 } };
  const { status, body } = await create(settings);
  expect([status, (body as { error: string }).error]).toEqual([
    409,
    expect.stringMatching(/^crawl plants has limits that these settings lack: budget\.usd: 1\n.* --remove-limits/),
  ]);
  expect(await limitsOf('plants')).toEqual([5, 1, null]);
  expect(await ask({ action: 'create', settings, removeLimits: true })).toMatchObject({
    status: 200,
    body: { limits: ['limits.pages: 5 → 10', 'budget.usd: 1 → no limit'] },
  });
  expect(await limitsOf('plants')).toEqual([10, null, null]);
  expect((await ask({ action: 'create', settings: SETTINGS, resume: true })).status).toBe(409);
});

test('does not open a stopped crawl if the settings lack its limit', async () => {
  await create({ ...SETTINGS, limits: { pages: 5 } });
  await ask({ action: 'stop', crawl: 'plants' });
  expect((await ask({ action: 'create', settings: SETTINGS, resume: true })).status).toBe(409);
  expect((await ports.control.get('plants'))!.state).toBe('stopped');
});

test.each([
  ['pause', 'paused', 'paused'],
  ['resume', 'open', 'running'],
  ['stop', 'stopped', 'stopped'],
] as const)('%s changes the state of the crawl and returns it', async (action, state, status) => {
  await create();
  expect(await ask({ action, crawl: 'plants' })).toMatchObject({
    status: 200,
    body: { crawl: 'plants', state: status },
  });
  expect((await ports.control.get('plants'))!.state).toBe(state);
});

test('returns the status without changing the state', async () => {
  await create();
  await ask({ action: 'pause', crawl: 'plants' });
  expect(await ask({ action: 'status', crawl: 'plants' })).toMatchObject({
    status: 200,
    body: { state: 'paused', hosts: 1 },
  });
});

test('adds seeds to an existing crawl and to its scope', async () => {
  await create({ ...SETTINGS, scope: 'host' });
  expect((await ask({ action: 'seed', crawl: 'plants', seeds: ['http://c.example/x'] })).status).toBe(200);
  expect(await inboxOf('c.example')).toEqual(['http://c.example/x']);
  const settings = await loadSettings(ports.objects, (await ports.control.get('plants'))!.settingsKey);
  expect(settings.seeds).toEqual([...SETTINGS.seeds, 'http://c.example/x']);
  expect(settings.scope).toBe('host');
});

test('returns the settings of a crawl without its seeds', async () => {
  await create({ ...SETTINGS, scope: 'host' });
  const { status, body } = await ask({ action: 'settings', crawl: 'plants' });
  const { settings } = body as { settings: object };
  expect([status, settings]).toEqual([200, expect.objectContaining({ crawl: 'plants', scope: 'host' })]);
  expect(settings).not.toHaveProperty('seeds');
});

test('stores seeds of concurrent requests exactly once', async () => {
  await create({ ...SETTINGS, scope: 'host' });
  const hosts = ['c', 'd', 'e', 'c'];
  await Promise.all(hosts.map((host) => ask({ action: 'seed', crawl: 'plants', seeds: [`http://${host}.example/`] })));
  const settings = await loadSettings(ports.objects, (await ports.control.get('plants'))!.settingsKey);
  expect(settings.seeds.slice(2).sort()).toEqual(['http://c.example/', 'http://d.example/', 'http://e.example/']);
});

test('keeps added seeds when the same crawl is created again', async () => {
  await create();
  await ask({ action: 'seed', crawl: 'plants', seeds: ['http://c.example/'] });
  const { settingsKey } = (await ports.control.get('plants'))!;
  expect((await create()).status).toBe(200);
  expect((await ports.control.get('plants'))!.settingsKey).toBe(settingsKey);
  expect((await create({ ...SETTINGS, seeds: ['http://other.example/'] })).status).toBe(409);
});

test('refuses seeds that name a file, and stores none of them', async () => {
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
])('answers %j with %i and a reason', async (request, status) => {
  const answer = await ask(request);
  expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(/\w/) } });
  expect(await ports.control.list()).toEqual([]);
});

test('explains a URL by the settings of the crawl and its place in the frontier', async () => {
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
          { step: 'robots', decision: 'unknown', detail: 'robots.txt has not been requested yet' },
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

test('lists every crawl with its state', async () => {
  expect(await ask({ action: 'list' })).toEqual({ status: 200, body: { crawls: [] } });
  await create();
  await ask({ action: 'pause', crawl: 'plants' });
  expect(await ask({ action: 'list' })).toEqual({
    status: 200,
    body: { crawls: [{ crawl: 'plants', state: 'paused', createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }] },
  });
});

test('sends a reindex message to the index stage', async () => {
  await create();
  const sent: unknown[] = [];
  ports.records = { ...noQueue(), send: async (messages) => void sent.push(...messages) };
  const before = Date.now();
  const { status, body } = await ask({ action: 'reindex', crawl: 'plants' });
  expect({ status, sent }).toEqual({
    status: 200,
    sent: [{ crawl: 'plants', reindex: { at: (body as { at: number }).at } }],
  });
  expect((body as { at: number }).at).toBeGreaterThanOrEqual(before);
});

test('refuses a second reindex while one is running, until it has been inactive for an hour', async () => {
  await create();
  const sent: unknown[] = [];
  ports.records = { ...noQueue(), send: async (messages) => void sent.push(...messages) };
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

test('allows another reindex if the message could not be sent', async () => {
  await create();
  ports.records = { ...noQueue(), send: () => Promise.reject(new Error('SQS is away')) };
  const reindex = () => ask({ action: 'reindex', crawl: 'plants' });
  await expect(reindex()).rejects.toThrow('SQS is away');
  ports.records = { ...noQueue(), send: async () => {} };
  expect((await reindex()).status).toBe(200);
});

test('refuses a reindex in a stack without a search engine', async () => {
  await create();
  expect(await ask({ action: 'reindex', crawl: 'plants' })).toMatchObject({ status: 409 });
});

test('judges stored pages by the topic and lists those at the cut-off', async () => {
  const topic = { filters: [{ terms: 'plants.txt', termsText: '10: sundew=CP', cutOff: 15 }] };
  await create({ ...SETTINGS, topic });
  const pages = [1, 2, 3].map((n) => lineOf({ url: `http://a.example/${n}` as Url, text: 'sundew '.repeat(n) }));
  await storeDocuments(ports.objects, Date.now(), 'one', pages);
  expect(await ask({ action: 'topic', crawl: 'plants', listed: 1 })).toMatchObject({
    status: 200,
    body: {
      crawl: 'plants',
      topic: {
        cutOffs: [{ filter: 'plants.txt', cutOff: 15 }],
        sample: { pages: 3, objects: 1, ofObjects: 1 },
        verdicts: { relevant: 2, 'off-topic': 1 },
        nearest: [{ url: 'http://a.example/1', score: 10 }],
        weakest: [{ url: 'http://a.example/2', score: 20 }],
      },
    },
  });
  expect((await ask({ action: 'topic', crawl: 'plants', pages: 1_000_000 })).status).toBe(400);
  expect(await ask({ action: 'explain', crawl: 'plants', url: 'http://a.example/none' })).toMatchObject({
    body: { steps: expect.arrayContaining([expect.objectContaining({ step: 'links', decision: 'unknown' })]) },
  });
});

test('refuses files that only the sender has', async () => {
  const topic = { filters: [{ terms: 'plants', termsText: '1: plants=A' }] };
  const settings = { ...SETTINGS, seeds: [{ file: 'seeds.txt' }], topic, targets: { file: 'known.txt' } };
  expect(await ask({ action: 'create', settings })).toMatchObject({
    status: 400,
    body: { error: 'files must be read in before they are sent: seeds[0], targets' },
  });
  expect(await ports.control.list()).toEqual([]);
});

test('counts targets in a stack with a search engine only', async () => {
  const topic = { filters: [{ terms: 'plants.txt', termsText: '10: sundew=CP' }] };
  await create({ ...SETTINGS, topic, targets: ['http://a.example/x'] });
  const report = async () => (await ask({ action: 'topic', crawl: 'plants' })).body;
  expect(await report()).not.toHaveProperty('topic.recall');
  ports.records = { ...noQueue(), send: async () => {} };
  expect(await report()).toMatchObject({
    topic: { recall: { targets: 1, found: 0, missing: ['http://a.example/x'] } },
  });
});

test('a crawl without topic has no report on it', async () => {
  await create();
  expect(await ask({ action: 'topic', crawl: 'plants' })).toEqual({
    status: 200,
    body: { crawl: 'plants', topic: null },
  });
});

test.each([
  [{ action: 'offer', crawl: 'plants', seeds: [] }, true],
  [
    {
      action: 'delete',
      crawl: 'plants',
      rules: { hosts: ['a.example'], prefixes: [], records: [] },
      hosts: ['a.example'],
      apply: true,
    },
    true,
  ],
  [{ action: 'status', crawl: 'plants' }, false],
])('marks stored sums of hosts as outdated after %j: %s', async (request, isMarked) => {
  await create();
  await ask({ action: 'pause', crawl: 'plants' });
  expect((await ask(request)).status).toBe(200);
  expect((await ports.control.get('plants'))!.counts['heads.changed'] === 1).toBe(isMarked);
});
