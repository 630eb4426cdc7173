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

type Instance = Awaited<ReturnType<Stack['start']>>;
type Sent = { method?: string; body?: object; claims?: Record<string, string> };

/** Sends a request as the HTTP API passes it on. */
async function request(pages: Instance, path: string, query: string, { method = 'GET', body, claims }: Sent = {}) {
  const answer = await pages.invoke({
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    headers: { accept: 'application/json', host: 'api.test', ...(body && { 'content-type': 'application/json' }) },
    requestContext: {
      http: { method, path, sourceIp: '127.0.0.1' },
      domainName: 'api.test',
      ...(claims && { authorizer: { jwt: { claims, scopes: [] } } }),
    },
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  });
  const { statusCode, body: text } = answer as { statusCode: number; body: string };
  return { status: statusCode, json: JSON.parse(text || 'null') as Record<string, unknown> };
}

type Found = { total: number; hits: { id: string; url: string; annotations?: number }[] };

test('searches the crawl through the HTTP API', async () => {
  const { status: code, json } = await request(
    await stack.start('search'),
    '/search',
    'q=carnivorous+plants&crawl=plants',
  );
  expect(code).toBe(200);
  const { total, hits } = json as Found;
  expect(total).toBeGreaterThan(100);
  expect(hits.length).toBeGreaterThan(0);
});

test('finds a page by the annotation that another instance has just written, until admin deletes it', async () => {
  const [one, other] = [await stack.start('search'), await stack.start('search')];
  const find = async (pages: Instance) =>
    (await request(pages, '/search', 'q=annotation:herbarium&crawl=plants')).json as Found;
  expect((await find(other)).total).toBe(0);
  const { id: record, url } = records[0]!;
  const note = { method: 'POST', body: { record, text: 'See sheet 12 of the herbarium.' } };
  expect((await request(one, '/annotations', 'crawl=plants', note)).status).toBe(401);
  const claims = { sub: '1', preferred_username: 'Ada' };
  const added = await request(one, '/annotations', 'crawl=plants', { ...note, claims });
  expect(added).toMatchObject({ status: 201, json: { author: 'Ada', url } });
  for (const pages of [one, other])
    expect(await find(pages)).toMatchObject({ total: 1, hits: [{ id: record, annotations: 1 }] });
  const call = { verb: 'delete', id: added.json['id'] };
  expect(await stack.ask({ action: 'annotations', crawl: CRAWL, call })).toMatchObject({
    body: { annotations: [{ author: 'Ada' }] },
  });
  await expect.poll(async () => (await find(other)).total, { timeout: 120_000, interval: 200 }).toBe(0);
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
