/**
 * The whole stack, deployed to an emulator of AWS with a real search engine. Its own schedule and functions crawl, and the
 * command line administers it. Properties that the emulator ignores (time to live, backups, throughput limits, throttling)
 * are asserted on the template instead, in test/infra/.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkPoliteness } from '../../demo/politeness.ts';
import { siteRules } from '../../demo/rules.ts';
import { s3Client } from '../../shared/aws/clients.ts';
import { sqsQueue } from '../../shared/aws/sqs/sqs-queue.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { type SmallWeb, startSmallWeb } from '../flow/small-web.ts';
import { type Account, openAccount, successfulOutput } from './drill/account.ts';
import { type Deployed, deploy, waitUntilQuiet } from './drill/deployed.ts';
import { type FunctionProcess, listFunctionProcesses } from './drill/functions.ts';
import { engine, localClientOptions, uniqueTestName } from './engines/engine.ts';
import { KEYS } from './engines/recipes.ts';
import { comparableRecords, crawlLocally } from './stack/crawl.ts';
import { sleep } from './stack/stack.ts';

const CRAWL = 'plants';
const SECOND = 'bogs';
/** A visit with twenty such pauses lasts longer than the dispatch interval, so a second instance of fetch starts. */
const SECOND_PAUSE_MS = 4_000;
/** `hostPauseMs` of the demo's crawl.yaml. */
const PAUSE_MS = 150;
/** Number of pages that are fetched on one machine before the crawl moves to a stack. */
const MOVED_PAGES = 5;
/** Key of a missing object, to which a message refers. */
const LOST = `raw/${CRAWL}/2026-01-01/lost.warc.gz`;

let account: Account;
let web: SmallWeb;
let otherWeb: SmallWeb;
let stack: Deployed;
let other: Deployed;
let alone: Awaited<ReturnType<typeof crawlLocally>>;
let status: CrawlStatus;
let records: SearchRecord[];
let fetchers: FunctionProcess[];
/** Paths of the pages that were fetched before their crawl moved to the second stack. */
let moved: string[];

const began = performance.now();
const lap = (what: string) =>
  process.stdout.write(`drill: ${what} after ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);

/** Writes a changed copy of the demo's crawl.yaml. @returns the path of the copy. */
function crawlFile({ dir, crawlFile }: SmallWeb, name: string, change: object): string {
  const path = join(dir, `${name}.yaml`);
  writeFileSync(path, stringify({ ...(parse(readFileSync(crawlFile, 'utf8')) as object), ...change }));
  return path;
}

const hostsOf = (found: SearchRecord[]) => [...new Set(found.map(({ host }) => host))];

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', KEYS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', KEYS.secretAccessKey);
  const search = await engine('opensearch');
  account = await openAccount();
  lap('account and search engine started');
  web = await startSmallWeb();
  otherWeb = await startSmallWeb();

  [stack, alone] = await Promise.all([deploy(account, uniqueTestName('Drill'), search), crawlLocally()]);
  lap('first stack deployed, crawled on one machine');
  successfulOutput(await stack.thresher('crawl', web.crawlFile, '--no-wait'));
  const slow = { crawl: SECOND, userAgent: 'Bogs/0.1', politeness: { hostPauseMs: SECOND_PAUSE_MS } };
  const some = { ...slow, seeds: ['http://sundew.test/'], scope: 'host' };
  successfulOutput(await stack.thresher('crawl', crawlFile(web, SECOND, some), '--no-wait'));
  const { target } = stack.queues.get('captures')!;
  await sqsQueue(stack.sqs, { url: target }).send([{ crawl: CRAWL, key: LOST }]);

  // The second stack has a crawl with the same name on another web, which began on one machine.
  const one = { seeds: ['http://sundew.test/'], scope: 'host', userAgent: 'Other/0.1' };
  const [file, folder] = [crawlFile(otherWeb, CRAWL, one), join(otherWeb.dir, 'moved')];
  expect(await account.thresher('crawl', file, '--limit', `${MOVED_PAGES}`, '--dir', folder)).toMatchObject({
    code: 4,
  });
  moved = otherWeb.site.log.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt');
  other = await deploy(account, uniqueTestName('Other'), search, [file, '--from', folder]);
  lap('second stack deployed');
  [status] = (await waitUntilQuiet(stack, [CRAWL, SECOND], 900, 1)) as [CrawlStatus];
  await waitUntilQuiet(other, [CRAWL], 600);
  lap('crawled');
  fetchers = listFunctionProcesses(account.pid, `${stack.name}-FetchHandler`);
  records = await stack.records(CRAWL);
}, 1_500_000);

afterAll(async () => {
  await Promise.all([account?.close(), web?.close(), otherWeb?.close()]);
});

describe('a deployed stack', () => {
  test('crawls the same pages as a local crawl, started by its schedule', () => {
    expect(comparableRecords(records)).toEqual(comparableRecords(alone.records));
    expect(records.length).toBeGreaterThan(200);
    expect([status.urls, status.outcomes, status.reasons]).toEqual([
      alone.status.urls,
      alone.status.outcomes,
      alone.status.reasons,
    ]);
  });

  test('runs several instances of fetch on Node 24, each in its own process', () => {
    expect(fetchers.length).toBeGreaterThan(1);
    expect(fetchers.map(({ program }) => program)).toEqual(fetchers.map(() => process.execPath));
  });

  test('keeps host pauses, also between two crawls of the same host', () => {
    const both = new Set(web.site.log.of('sundew.test').map(({ userAgent }) => userAgent));
    expect(both.size).toBe(2);
    expect(checkPoliteness(web.site.log, siteRules(PAUSE_MS))).toEqual([]);
  });

  test('keeps the records of two crawls apart', async () => {
    expect(hostsOf(await stack.records(SECOND))).toEqual(['sundew.test']);
    expect(hostsOf(records).length).toBeGreaterThan(10);
  });

  test('answers unauthenticated searches at the URL of its API', async () => {
    const answer = await fetch(`${stack.api}search?q=carnivorous+plants&crawl=${CRAWL}`, {
      headers: { accept: 'application/json' },
    });
    expect(answer.status).toBe(200);
    const { total, hits } = (await answer.json()) as { total: number; hits: { url: string }[] };
    expect(total).toBeGreaterThan(100);
    expect(hits.length).toBeGreaterThan(0);
  });

  test('rejects unsigned admin requests', async () => {
    const answer = await fetch(`${stack.api}admin`, { method: 'POST', body: JSON.stringify({ action: 'list' }) });
    expect(answer.status).toBe(403);
  });

  test('supports status, search and explain of the command line', async () => {
    const json = async (verb: string, ...args: string[]) =>
      JSON.parse(successfulOutput(await stack.thresher(verb, ...args, '--name', CRAWL, '--json'))) as Record<
        string,
        unknown
      >;
    // The message of the lost object is a dead letter by now.
    expect(await json('status')).toMatchObject({
      crawl: CRAWL,
      state: 'incomplete',
      deadLetters: 1,
      urls: status.urls,
    });
    expect(await json('search', 'sundew')).toMatchObject({ query: 'sundew', total: expect.any(Number) });
    expect(await json('explain', 'http://sundew.test/')).toMatchObject({ url: 'http://sundew.test/' });
  });
});

test('isolates two stacks in the same account', async () => {
  expect(hostsOf(await other.records(CRAWL))).toEqual(['sundew.test']);
  expect(new Set(otherWeb.site.log.requests.map(({ userAgent }) => userAgent))).toEqual(new Set(['Other/0.1']));
  expect(web.site.log.requests.some(({ userAgent }) => userAgent === 'Other/0.1')).toBe(false);
  const { code, err } = await other.thresher('status', '--name', SECOND);
  expect([code, err]).toEqual([2, expect.stringContaining(SECOND)]);
});

test('continues a crawl of a data folder, with its records, and does not fetch its pages again', async () => {
  expect(moved).toHaveLength(MOVED_PAGES);
  const requests = Map.groupBy(otherWeb.site.log.of('sundew.test'), ({ path }) => path);
  expect(moved.map((path) => requests.get(path)?.length)).toEqual(moved.map(() => 1));
  const found = new Set((await other.records(CRAWL)).flatMap(({ urls }) => Object.keys(urls)));
  expect(moved.filter((path) => !found.has(`http://sundew.test${path}`))).toEqual([]);
  expect(found.size).toBeGreaterThan(MOVED_PAGES);
});

test('moves a poison message to the dead-letter queue within minutes and processes it after a redrive', async () => {
  const s3 = s3Client(localClientOptions(account.url));
  type Letters = Record<string, { message: { key: string }; receives: number }[]>;
  const letters = async () => JSON.parse(successfulOutput(await stack.thresher('dlq', '--json'))) as Letters;
  await expect
    .poll(async () => (await letters())['captures']?.map(({ message }) => message.key), {
      timeout: 600_000,
      interval: 5_000,
    })
    .toEqual([LOST]);
  lap('dead letter found');

  // Fix the cause: the object exists now.
  const raw = stack.outputs['RawBucket']!;
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: raw, Prefix: `raw/${CRAWL}/` }));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: raw, Key: Contents[0]!.Key! }));
  await s3.send(new PutObjectCommand({ Bucket: raw, Key: LOST, Body: await Body!.transformToByteArray() }));
  // Listing dead letters hides them for some seconds, so a redrive would not find them.
  await sleep(6_000);
  expect(JSON.parse(successfulOutput(await stack.thresher('dlq', '--redrive', '--json')))).toEqual({
    captures: 1,
    documents: 0,
    records: 0,
  });
  await waitUntilQuiet(stack, [CRAWL], 600);
  const made = { Bucket: stack.outputs['DataBucket']!, Key: `clean/${CRAWL}/2026-01-01/lost.jsonl.zst` };
  expect((await s3.send(new HeadObjectCommand(made))).ContentLength).toBeGreaterThan(0);
  expect((await letters())['captures']).toEqual([]);
}, 1_200_000);

test('destroy deletes a stack and names the retained resources', async () => {
  const output = successfulOutput(await stack.destroy());
  lap('destroyed');
  expect(output).toContain(stack.outputs['RawBucket']);
  expect((await stack.thresher('status')).code).not.toBe(0);
  expect((await other.status(CRAWL)).state).toBe('done');
});
