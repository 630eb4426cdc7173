/** Crawls the small web with the Lambda handlers, each instance a process, over real DynamoDB, SQS, S3 and OpenSearch servers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPoliteness } from '../../demo/politeness.ts';
import { siteRules } from '../../demo/rules.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { newSearchIndex, searchAlias } from '../../shared/text/search-names.ts';
import { PAUSE_MS, type SmallWeb, startSmallWeb } from '../flow/small-web.ts';
import { comparableRecords, crawlLocally, waitUntilDone } from './stack/crawl.ts';
import { openStack, type Stack } from './stack/stack.ts';

const CRAWL = 'plants';

let web: SmallWeb;
let stack: Stack;
let status: CrawlStatus;
let records: SearchRecord[];
let alone: Awaited<ReturnType<typeof crawlLocally>>;

beforeAll(async () => {
  alone = await crawlLocally();
  web = await startSmallWeb();
  stack = await openStack();
  await stack.create(web.settings);
  for (const name of ['fetch', 'fetch', 'clean', 'classify', 'index-records'] as const) await stack.start(name);
  const stop = stack.schedule(await stack.start('dispatch'));
  status = await waitUntilDone(stack, CRAWL, 400);
  stop();
  records = await stack.records(CRAWL);
});
afterAll(async () => {
  await stack?.close();
  await web?.close();
});

test('creates the same records as a local crawl', () => {
  expect(comparableRecords(records)).toEqual(comparableRecords(alone.records));
  expect(records.length).toBeGreaterThan(200);
});

test('passes anchor texts through the stores to the records', () => {
  const linked = records.filter(({ anchors = [] }) => anchors.length > 0);
  expect(linked.length).toBeGreaterThan(records.length / 2);
});

test('has the same outcomes and reasons as a local crawl', () => {
  expect([status.urls, status.outcomes, status.reasons]).toEqual([
    alone.status.urls,
    alone.status.outcomes,
    alone.status.reasons,
  ]);
});

test('keeps the politeness rules across processes', () => {
  expect(checkPoliteness(web.site.log, siteRules(PAUSE_MS))).toEqual([]);
});

test('leaves no message in the queues and no dead letter', async () => {
  expect(await stack.depths()).toMatchObject({ notices: 0, dead: 0 });
});

test('searches the crawl through the HTTP API', async () => {
  const pages = await stack.start('search');
  const event = {
    version: '2.0',
    rawPath: '/search',
    rawQueryString: 'q=carnivorous+plants&crawl=plants',
    headers: { accept: 'application/json', host: 'api.test' },
    requestContext: { http: { method: 'GET', path: '/search', sourceIp: '127.0.0.1' }, domainName: 'api.test' },
    isBase64Encoded: false,
  };
  const answer = (await pages.invoke(event)) as { statusCode: number; body: string };
  expect(answer.statusCode).toBe(200);
  const { total, hits } = JSON.parse(answer.body) as { total: number; hits: { url: string }[] };
  expect(total).toBeGreaterThan(100);
  expect(hits.length).toBeGreaterThan(0);
});

test('reindexes the records on request, with the same result', async () => {
  const { body } = await stack.ask({ action: 'reindex', crawl: CRAWL });
  const prefix = stack.environment['SEARCH_PREFIX']!;
  const behind = async () => {
    const answer = await fetch(new URL(`/_alias/${searchAlias(prefix, CRAWL)}`, stack.engines.search));
    return Object.keys((await answer.json()) as object);
  };
  const wait = { timeout: 120_000, interval: 500 };
  await expect.poll(behind, wait).toEqual([newSearchIndex(prefix, CRAWL, (body as { at: number }).at)]);
  await expect.poll(() => stack.depths(), wait).toMatchObject({ notices: 0, dead: 0 });
  await expect.poll(async () => (await stack.records(CRAWL)).length, wait).toBe(records.length);
  expect(comparableRecords(await stack.records(CRAWL))).toEqual(comparableRecords(records));
});
