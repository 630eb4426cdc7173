/**
 * The whole stack deployed to an emulator of AWS, with a real search engine beside it: crawled by its own functions, which
 * its own schedule starts, and administered by the command line. What the emulator takes and ignores (time to live, backups,
 * rates of tables, throttling) is asserted on the template instead: test/infra/.
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
import { type Account, ended, openAccount } from './drill/account.ts';
import { type Deployed, deploy, untilQuiet } from './drill/deployed.ts';
import { type FunctionProcess, functionProcesses } from './drill/functions.ts';
import { engine, ownName, standIn } from './engines/engine.ts';
import { KEYS } from './engines/recipes.ts';
import { essence, onOneMachine } from './stack/crawl.ts';
import { sleep } from './stack/stack.ts';

const CRAWL = 'plants';
const SECOND = 'bogs';
/** A visit with twenty such pauses goes on when the schedule next calls, so another copy of fetch gets what is due then. */
const SECOND_PAUSE_MS = 4_000;
/** As the demo's crawl.yaml says. Milliseconds. */
const PAUSE_MS = 150;
/** The key that a message names, and where nothing lies. */
const LOST = `raw/${CRAWL}/2026-01-01/lost.warc.gz`;

let account: Account;
let web: SmallWeb;
let otherWeb: SmallWeb;
let stack: Deployed;
let other: Deployed;
let alone: Awaited<ReturnType<typeof onOneMachine>>;
let status: CrawlStatus;
let records: SearchRecord[];
let fetchers: FunctionProcess[];

const began = performance.now();
const lap = (what: string) =>
  process.stdout.write(`drill: ${what} after ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);

/** The demo's crawl, changed a little. @returns the path of its crawl.yaml. */
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

  [stack, alone] = await Promise.all([deploy(account, ownName('Drill'), search), onOneMachine()]);
  lap('first stack deployed, crawled on one machine');
  ended(await stack.thresher('crawl', web.crawlFile, '--no-wait'));
  const slow = { crawl: SECOND, userAgent: 'Bogs/0.1', politeness: { hostPauseMs: SECOND_PAUSE_MS } };
  const some = { ...slow, seeds: ['http://sundew.test/'], scope: 'host' };
  ended(await stack.thresher('crawl', crawlFile(web, SECOND, some), '--no-wait'));
  const { target } = stack.queues.get('captures')!;
  await sqsQueue(stack.sqs, { url: target }).send([{ crawl: CRAWL, key: LOST }]);

  // Of the same name, and another web.
  const one = { seeds: ['http://sundew.test/'], scope: 'host', userAgent: 'Other/0.1' };
  other = await deploy(account, ownName('Other'), search, crawlFile(otherWeb, CRAWL, one));
  lap('second stack deployed');
  [status] = (await untilQuiet(stack, [CRAWL, SECOND], 900, 1)) as [CrawlStatus];
  await untilQuiet(other, [CRAWL], 600);
  lap('crawled');
  fetchers = functionProcesses(account.pid, `${stack.name}-FetchHandler`);
  records = await stack.records(CRAWL);
}, 1_500_000);

afterAll(async () => {
  await Promise.all([account?.close(), web?.close(), otherWeb?.close()]);
});

describe('a stack that is deployed', () => {
  test('crawls by its schedule what one machine crawls', () => {
    expect(essence(records)).toEqual(essence(alone.records));
    expect(records.length).toBeGreaterThan(200);
    expect([status.pages, status.outcomes, status.reasons]).toEqual([
      alone.status.pages,
      alone.status.outcomes,
      alone.status.reasons,
    ]);
  });

  test('runs several copies of fetch on Node 24, each a process', () => {
    expect(fetchers.length).toBeGreaterThan(1);
    expect(fetchers.map(({ program }) => program)).toEqual(fetchers.map(() => process.execPath));
  });

  test('keeps the pauses of hosts, also between two crawls of them', () => {
    const both = new Set(web.site.log.of('sundew.test').map(({ userAgent }) => userAgent));
    expect(both.size).toBe(2);
    expect(checkPoliteness(web.site.log, siteRules(PAUSE_MS))).toEqual([]);
  });

  test('keeps what two crawls find apart', async () => {
    expect(hostsOf(await stack.records(SECOND))).toEqual(['sundew.test']);
    expect(hostsOf(records).length).toBeGreaterThan(10);
  });

  test('is searched at the address of its API by anybody', async () => {
    const answer = await fetch(`${stack.api}search?q=carnivorous+plants&crawl=${CRAWL}`, {
      headers: { accept: 'application/json' },
    });
    expect(answer.status).toBe(200);
    const { total, hits } = (await answer.json()) as { total: number; hits: { url: string }[] };
    expect(total).toBeGreaterThan(100);
    expect(hits.length).toBeGreaterThan(0);
  });

  test('lets nobody administer it who does not sign', async () => {
    const answer = await fetch(`${stack.api}admin`, { method: 'POST', body: JSON.stringify({ action: 'list' }) });
    expect(answer.status).toBe(403);
  });

  test('is asked by the command line how it stands, for pages, and about an address', async () => {
    const json = async (verb: string, ...args: string[]) =>
      JSON.parse(ended(await stack.thresher(verb, ...args, '--name', CRAWL, '--json'))) as Record<string, unknown>;
    expect(await json('status')).toMatchObject({ crawl: CRAWL, state: 'done', pages: status.pages });
    expect(await json('search', 'sundew')).toMatchObject({ query: 'sundew', total: expect.any(Number) });
    expect(await json('explain', 'http://sundew.test/')).toMatchObject({ url: 'http://sundew.test/' });
  });
});

test('two stacks side by side see nothing of each other', async () => {
  expect(hostsOf(await other.records(CRAWL))).toEqual(['sundew.test']);
  expect(new Set(otherWeb.site.log.requests.map(({ userAgent }) => userAgent))).toEqual(new Set(['Other/0.1']));
  expect(web.site.log.requests.some(({ userAgent }) => userAgent === 'Other/0.1')).toBe(false);
  const { code, err } = await other.thresher('status', '--name', SECOND);
  expect([code, err]).toEqual([2, expect.stringContaining(SECOND)]);
});

test('a message that always fails is with the dead letters in minutes, and is worked off when it is sent again', async () => {
  const s3 = s3Client(standIn(account.url));
  type Letters = Record<string, { message: { key: string }; receives: number }[]>;
  const letters = async () => JSON.parse(ended(await stack.thresher('dlq', '--json'))) as Letters;
  await expect
    .poll(async () => (await letters())['captures']?.map(({ message }) => message.key), {
      timeout: 600_000,
      interval: 5_000,
    })
    .toEqual([LOST]);
  lap('given up');

  // The cause is mended: some captures lie there now.
  const raw = stack.outputs['RawBucket']!;
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: raw, Prefix: `raw/${CRAWL}/` }));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: raw, Key: Contents[0]!.Key! }));
  await s3.send(new PutObjectCommand({ Bucket: raw, Key: LOST, Body: await Body!.transformToByteArray() }));
  // A look hides a message for some seconds from who would send it again.
  await sleep(6_000);
  expect(JSON.parse(ended(await stack.thresher('dlq', '--redrive', '--json')))).toEqual({
    captures: 1,
    documents: 0,
    records: 0,
  });
  await untilQuiet(stack, [CRAWL], 600);
  const made = { Bucket: stack.outputs['DataBucket']!, Key: `clean/${CRAWL}/2026-01-01/lost.jsonl.zst` };
  expect((await s3.send(new HeadObjectCommand(made))).ContentLength).toBeGreaterThan(0);
  expect((await letters())['captures']).toEqual([]);
}, 1_200_000);

test('destroy takes a stack away, and says what is kept', async () => {
  const said = ended(await stack.destroy());
  lap('destroyed');
  expect(said).toContain(stack.outputs['RawBucket']);
  expect((await stack.thresher('status')).code).not.toBe(0);
  expect((await other.status(CRAWL)).state).toBe('done');
});
