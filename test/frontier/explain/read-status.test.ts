import { expect, test } from 'vitest';
import { folderPlace } from '../../../cli/output/quote-for-shell.ts';
import { statusLines } from '../../../cli/output/status-lines.ts';
import { countDocument } from '../../../shared/clean/clean-capture.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import { reachedCrawlLimit } from '../../../shared/frontier/dispatch/limit.ts';
import { LOCK_RETRY_MS } from '../../../shared/frontier/dispatch/lock-retry.ts';
import { readStatus } from '../../../shared/frontier/explain/read-status.ts';
import { formatManifest } from '../../../shared/frontier/host/manifest.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteQueue } from '../../../shared/local/sqlite-queue.ts';
import type { HeadState } from '../../../shared/ports/frontier.ts';
import type { ObjectMessage } from '../../../shared/ports/messages.ts';
import type { SearchIndex } from '../../../shared/ports/search-index.ts';
import { fakeClock } from '../../fake-clock.ts';

const PLACE = folderPlace('data', 'plants');

const KEY = { crawl: 'plants', host: 'sundew.test' };

/** Creates a crawl whose only host was committed in this state, is due after this time and has two URLs with an outcome. */
async function crawlWith(
  state: HeadState,
  dueIn?: number,
  manifest = '',
  counts: Record<string, number> = { fetched: 2 },
) {
  const db = openDatabase(':memory:');
  const clock = fakeClock();
  const ports = {
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    index: sqliteSearchIndex(db, (text) => text),
    clock,
  };
  await ports.control.create(KEY.crawl, 'settings', clock.now());
  await ports.frontier.notifyHosts([{ ...KEY, group: KEY.host, best: 3 }], clock.now());
  const opened = await ports.frontier.open(KEY, clock.now(), KEY.host);
  if ('refused' in opened) throw new Error(opened.refused);
  const due = dueIn === undefined ? {} : { due: clock.now() + dueIn };
  await ports.frontier.commit(KEY, opened.head.epoch, { state, ...due, manifest, best: 3, counts });
  return { ports, clock };
}

test('the status says if the words of the index are those of an earlier version, and how to replace them', async () => {
  const { ports } = await crawlWith('idle');
  const lineOf = async (hasOldWords: SearchIndex['hasOldWords']) => {
    const status = (await readStatus(KEY.crawl, { ...ports, index: { ...ports.index, hasOldWords } }))!;
    return statusLines(status, PLACE).find((line) => line.startsWith('index '));
  };
  expect(await lineOf(ports.index.hasOldWords)).toBeUndefined();
  expect(await lineOf(async () => true)).toMatch(/earlier version.* npx thresher reindex --dir data /);
  expect(await lineOf(() => Promise.reject(new Error('the engine is down')))).toBeUndefined();
});

test.each<[HeadState, number | undefined, string]>([
  ['ready', 0, 'running'],
  ['ready', 2_000, 'running'],
  // Another worker holds the group's lock: the host is retried in a minute.
  ['ready', LOCK_RETRY_MS, 'running'],
  ['ready', 3_600_000, 'incomplete'],
  ['idle', 2_000, 'running'],
  ['idle', LOCK_RETRY_MS, 'done'],
  ['idle', undefined, 'done'],
])('a crawl whose host is %s, due in %s ms, is %s', async (state, dueIn, expected) => {
  const { ports } = await crawlWith(state, dueIn);
  expect((await readStatus(KEY.crawl, ports))?.state).toBe(expected);
});

test.each<[counts: Record<string, number>, isSilent: boolean]>([
  [{ 'failed.dns': 1 }, true],
  [{ 'failed.connect': 2, 'refused.robots-unreachable': 1, fetched: 0 }, true],
  [{ 'failed.bot-check': 2, 'refused.robots-unreachable': 1 }, true],
  [{ 'failed.bot-check': 2, fetched: 1 }, false],
  [{ 'failed.timeout': 2, gone: 1 }, false],
  [{ 'failed.server-error': 1 }, false],
  [{}, false],
])('a host with %j is silent: %s', async (counts, isSilent) => {
  const { ports } = await crawlWith('idle', undefined, '', counts);
  const silent = isSilent ? { hosts: 1, named: [KEY.host] } : undefined;
  expect((await readStatus(KEY.crawl, ports))?.silent).toEqual(silent);
});

test('counts a host that waits for a lock as running', async () => {
  const { ports, clock } = await crawlWith('ready', 0);
  await ports.frontier.postpone(KEY, clock.now(), clock.now() + LOCK_RETRY_MS);
  expect(await readStatus(KEY.crawl, ports)).toMatchObject({ state: 'running', due: 0, urls: 2, hosts: 1 });
});

test('counts pages as the page limit does, and URLs by outcome', async () => {
  const { ports, clock } = await crawlWith('ready', 0);
  await ports.control.addUsage(KEY.crawl, { pages: 5 });
  const limits = { limits: { pages: 5 }, budget: { usd: null, requests: null, bytes: null, days: null } };
  const status = await readStatus(KEY.crawl, ports, { ...limits, topic: { filters: [] } });
  expect(status).toMatchObject({ pages: 5, urls: 2, outcomes: { fetched: 2 }, limit: 'pages', hasTopic: false });
  expect(reachedCrawlLimit(limits, (await ports.control.get(KEY.crawl))!, clock.now())).toBe('pages');
});

test('names the limits that refused links, if they are set', async () => {
  const { ports } = await crawlWith('idle');
  await ports.control.addUsage(KEY.crawl, { 'link.too-deep': 2, 'link.host-budget': 1, 'link.template-budget': 5 });
  await ports.control.addUsage(KEY.crawl, { 'link.domain-budget': 4 });
  const limits = { pages: null, maxDepth: 3, maxPagesPerHost: 10, maxPagesPerTemplate: null, maxHostsPerDomain: 9 };
  const settings = {
    limits,
    budget: { usd: null, requests: null, bytes: null, days: null },
    topic: { filters: [] },
  };
  const status = (await readStatus(KEY.crawl, ports, settings))!;
  expect(status.limitedLinks).toEqual({
    ...{ 'limits.maxDepth': 2, 'limits.maxPagesPerHost': 1, 'limits.maxHostsPerDomain': 4 },
  });
  expect(statusLines(status, PLACE)).toContain(
    'limits   since its start the crawl refused 4 links by limits.maxHostsPerDomain, 2 links by limits.maxDepth, 1 link by limits.maxPagesPerHost',
  );
  const without = {
    ...settings,
    limits: { ...limits, maxDepth: null, maxPagesPerHost: null, maxHostsPerDomain: null },
  };
  expect(await readStatus(KEY.crawl, ports, without)).not.toHaveProperty('limitedLinks');
});

test('says since when the host that has waited longest is due', async () => {
  const { ports, clock } = await crawlWith('ready', 0);
  const since = new Date(clock.now()).toISOString();
  await ports.frontier.notifyHosts(
    [{ crawl: KEY.crawl, host: 'late.example', group: 'late.example', best: 3 }],
    clock.now() + 2_000,
  );
  await clock.advance(5_000);
  expect(await readStatus(KEY.crawl, ports)).toMatchObject({ due: 2, dueSince: since });
  expect(await readStatus(KEY.crawl, (await crawlWith('idle')).ports)).not.toHaveProperty('dueSince');
});

test('reports pages with ignored robots.txt only if there are any', async () => {
  const { ports } = await crawlWith('idle');
  expect(await readStatus(KEY.crawl, ports)).not.toHaveProperty('robotsIgnored');
  await ports.control.addUsage(KEY.crawl, { 'robots.ignored': 3 });
  const status = await readStatus(KEY.crawl, ports);
  expect(status).toMatchObject({ robotsIgnored: 3 });
  expect(statusLines(status!, PLACE)).toContain('robots   ignored for 3 disallowed pages (robots.ignore)');
});

test('reports a host with URLs that rests for hours', async () => {
  const { ports, clock } = await crawlWith('ready', 3_600_000);
  const until = new Date(clock.now() + 3_600_000).toISOString();
  expect(await readStatus(KEY.crawl, ports)).toMatchObject({
    state: 'incomplete',
    resting: { hosts: 1, next: until, until },
  });
  for (const [state, dueIn] of [
    ['ready', 0],
    ['ready', LOCK_RETRY_MS],
    ['idle', 3_600_000],
  ] as const) {
    const other = await crawlWith(state, dueIn);
    expect(await readStatus(KEY.crawl, other.ports)).not.toHaveProperty('resting');
  }
});

test('returns undefined for an unknown crawl', async () => {
  const { ports } = await crawlWith('ready', 0);
  expect(await readStatus('none', ports)).toBeUndefined();
});

test('counts hosts with URLs to fetch by their best class', async () => {
  const classesOf = async (state: HeadState) => {
    const { ports } = await crawlWith(state, 0);
    return (await readStatus(KEY.crawl, ports))?.bestClasses;
  };
  expect([await classesOf('ready'), await classesOf('idle')]).toEqual([{ 3: 1 }, {}]);
});

test('is running while a stage has objects to process, and done when they are searchable', async () => {
  const { ports } = await crawlWith('idle');
  const rules = { retentionMs: 86_400_000, maxReceives: 5, hasDeadLetters: true };
  const queue = sqliteQueue<ObjectMessage>(openDatabase(':memory:'), 'captures', ports.clock, rules);
  const all = { ...ports, captures: queue };
  await queue.send([{ crawl: KEY.crawl, key: 'raw/1' }]);
  const status = await readStatus(KEY.crawl, all);
  expect(status).toMatchObject({ state: 'running', processing: 1 });
  expect(statusLines(status!, PLACE)).toContain('stages   1 object with fetched pages to clean, classify or index');
  const [delivery] = await queue.receive(1, 60_000);
  expect(await readStatus(KEY.crawl, all)).toMatchObject({ state: 'running', processing: 1 });
  await queue.ack([delivery!]);
  const done = await readStatus(KEY.crawl, all);
  expect(done).toMatchObject({ state: 'done' });
  expect(done).not.toHaveProperty('processing');
});

test('counts the objects and dead letters of the crawl alone', async () => {
  const { ports } = await crawlWith('idle');
  const rules = { maxReceives: 1, hasDeadLetters: true };
  const queue = sqliteQueue<ObjectMessage>(openDatabase(':memory:'), 'captures', ports.clock, rules);
  const all = { ...ports, captures: queue };
  const messages = [KEY.crawl, 'other', 'other'].map((crawl) => ({ crawl, key: `raw/${crawl}` }));
  await queue.send(messages);
  await queue.deadLetter(await queue.receive(3, 60_000));
  await queue.send(messages);
  expect(await readStatus(KEY.crawl, all)).toMatchObject({ state: 'running', processing: 1, deadLetters: 1 });
  expect(await queue.depth('other')).toMatchObject({ waiting: 2, dead: 2 });
  expect(await queue.depth()).toMatchObject({ waiting: 3, dead: 3 });
});

test('is incomplete while URLs wait although no host is due, and while an object is a dead letter', async () => {
  const { ports } = await crawlWith('idle');
  const rules = { maxReceives: 1, hasDeadLetters: true };
  const queue = sqliteQueue<ObjectMessage>(openDatabase(':memory:'), 'captures', ports.clock, rules);
  await queue.send([{ crawl: KEY.crawl, key: 'raw/1' }]);
  await queue.deadLetter(await queue.receive(1, 60_000));
  expect(await readStatus(KEY.crawl, { ...ports, captures: queue })).toMatchObject({
    state: 'incomplete',
    deadLetters: 1,
  });
  expect(await readStatus(KEY.crawl, ports)).toMatchObject({ state: 'done' });
  const accepted = formatManifest([{ kind: 's', epoch: 1, pieces: 1, count: 5, mark: 0, piece: 0, offset: 0 }]);
  const status = await readStatus(KEY.crawl, (await crawlWith('idle', undefined, accepted)).ports);
  expect(status).toMatchObject({ state: 'incomplete', waiting: 3, due: 0 });
  expect(statusLines(status!, PLACE)).toContain('state    incomplete: 3 URLs waiting');
});

test('a paused or stopped crawl is called so, also if something is left', async () => {
  const { ports, clock } = await crawlWith('ready', 3_600_000);
  for (const state of ['paused', 'stopped'] as const) {
    await ports.control.setState(KEY.crawl, state);
    expect(await readStatus(KEY.crawl, ports)).toMatchObject({ state, resting: { hosts: 1 } });
  }
  await ports.control.setState(KEY.crawl, 'open');
  await clock.advance(3_600_000);
  expect(await readStatus(KEY.crawl, ports)).toMatchObject({ state: 'running' });
});

test('a queue that does not answer does not hide the status, but the crawl is not done', async () => {
  const { ports } = await crawlWith('idle');
  const records = { depth: () => Promise.reject(new Error('SQS is away')) };
  const status = await readStatus(KEY.crawl, { ...ports, records });
  expect(status).toMatchObject({ state: 'running', unansweredQueues: 1 });
  expect(status).not.toHaveProperty('processing');
  expect(statusLines(status!, PLACE)).toContain('stages   1 queue not answering');
});

test('counts the pages that are not kept for lack of the required metadata', async () => {
  const { ports } = await crawlWith('idle');
  expect(await readStatus(KEY.crawl, ports)).not.toHaveProperty('withoutMetadata');
  const counts: Record<string, number> = {};
  for (const reason of ['no-metadata', null, 'no-metadata'] as const)
    countDocument({ reason, mimeType: 'text/html' } as CleanDocument, counts);
  await ports.control.addUsage(KEY.crawl, counts);
  const status = (await readStatus(KEY.crawl, ports))!;
  expect(status.withoutMetadata).toBe(2);
  expect(statusLines(status, PLACE)).toContain(
    'metadata 2 pages not kept, without the meta elements of metadata.required',
  );
});
