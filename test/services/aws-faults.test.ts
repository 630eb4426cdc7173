/** What goes wrong on AWS, on real engines: functions that are killed between any two calls, messages that come twice, tables that refuse. */
import { afterEach, expect, test } from 'vitest';
import { pagesOf } from '../flow/remains.ts';
import { PAUSE_MS, type SmallWeb, startSmallWeb } from '../flow/small-web.ts';
import { checkPoliteness } from '../site/politeness.ts';
import { siteRules } from '../site/rules.ts';
import { seeded } from '../site/seeded.ts';
import { start } from './engines/process.ts';
import { RECIPES } from './engines/recipes.ts';
import { essence, onOneMachine, untilDone } from './stack/crawl.ts';
import { type Copy, openStack, type Stack, type StackOptions, sleep } from './stack/stack.ts';
import { STEPS } from './stack/steps.ts';
import type { Answer, Plan } from './stack/tap.ts';

const CRAWL = 'plants';
/** So long as the right to a host lasts, and a dispatcher remembers what it sent. */
const LEASE_MS = 320_000;
const STEP_MS = 60_000;

const FUNCTIONS = ['fetch', 'clean', 'classify', 'index-records'] as const;

let alone: Promise<Awaited<ReturnType<typeof onOneMachine>>> | undefined;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function open(options?: StackOptions): Promise<{ web: SmallWeb; stack: Stack }> {
  alone ??= onOneMachine();
  await alone;
  const web = await startSmallWeb();
  opened.unshift(web);
  const stack = await openStack(options);
  opened.unshift(stack);
  await stack.create(web.settings);
  return { web, stack };
}

/** Nothing is lost, nothing was committed twice, and hosts were asked politely. */
async function expectWhole(web: SmallWeb, stack: Stack): Promise<void> {
  const { records, status } = await alone!;
  const found = await untilDone(stack, CRAWL, 240);
  expect(essence(await stack.records(CRAWL))).toEqual(essence(records));
  expect(found.outcomes).toEqual(status.outcomes);
  const pages = await pagesOf(CRAWL, { frontier: stack.frontier() });
  expect(pages.filter(({ visits, outcome }) => visits > 1 && !outcome.startsWith('failed'))).toEqual([]);
  expect(pages).toHaveLength(found.pages);
  const unkind = checkPoliteness(web.site.log, siteRules(PAUSE_MS));
  // Who is killed before the answer's Retry-After is kept, has kept nothing.
  expect(unkind.filter(({ kind }) => kind !== 'before-retry-after')).toEqual([]);
  expect((await stack.depths()).dead).toBe(0);
}

test('functions are killed after each step of the protocol', async () => {
  const { web, stack } = await open({ hiddenS: 4, hostsAMessage: 2, visitsABatch: 1 });
  const running = new Map<string, Copy>();
  for (const name of FUNCTIONS) running.set(name, await stack.start(name));
  stack.schedule(await stack.start('dispatch'));

  const missed: string[] = [];
  for (const { of, step, is } of STEPS) {
    const copy = running.get(of)!;
    copy.tap.plan = { after: (call) => void (is(call, stack.environment) && copy.kill()) };
    await Promise.race([copy.ended, sleep(STEP_MS)]);
    if (stack.copies().includes(copy)) {
      missed.push(`${of}: ${step}`);
      copy.tap.plan = {};
      continue;
    }
    // What it held is free again: time has passed.
    if (of === 'fetch') stack.letPass(LEASE_MS);
    running.set(of, await stack.start(of));
  }
  expect(missed).toEqual([]);
  await expectWhole(web, stack);
}, 600_000);

test('every message comes twice, while the tables refuse one call in ten and for a while all of them', async () => {
  const { web, stack } = await open();
  const random = seeded('throttled');
  let refuseAll = false;
  let refused = 0;
  const plan: Plan = {
    before({ service }) {
      if (service !== 'dynamodb' || !(refuseAll || random() < 0.1)) return undefined;
      refused++;
      return throttled();
    },
    twice: ({ operation }) => operation === 'SendMessageBatch',
  };
  for (const name of [...FUNCTIONS, 'fetch', 'dispatch'] as const) {
    const copy = await stack.start(name);
    copy.tap.plan = plan;
    if (name === 'dispatch') stack.schedule(copy);
  }
  await sleep(6_000);
  refuseAll = true;
  await sleep(3_000);
  refuseAll = false;
  await expectWhole(web, stack);
  expect(refused).toBeGreaterThan(100);
}, 600_000);

test('the search engine is away for a while, then restarted: links go on being offered, and no record is missing', async () => {
  const engine = await start('opensearch', RECIPES.opensearch);
  opened.unshift({ close: () => engine.stop() });
  const { web, stack } = await open({ engines: { search: engine.url } });
  const pages = await stack.start('search');
  for (const name of FUNCTIONS) await stack.start(name);
  stack.schedule(await stack.start('dispatch'));
  while (((await stack.status(CRAWL)).records ?? 0) < 20) await sleep(300);

  await engine.stop('keep');
  const stopped = performance.now();
  const question = { rawPath: '/search', rawQueryString: 'q=sundew', headers: { accept: 'application/json' } };
  const http = { http: { method: 'GET', path: '/search', sourceIp: '127.0.0.1' }, domainName: 'api.test' };
  const answer = (await pages.invoke({
    ...question,
    version: '2.0',
    requestContext: http,
    isBase64Encoded: false,
  })) as {
    statusCode: number;
    headers: Record<string, string>;
  };
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);

  // All links are found and followed, though no record can be told.
  const { status } = await alone!;
  for (let found = await stack.status(CRAWL); found.pages < status.pages; found = await stack.status(CRAWL)) {
    expect(found.records).toBeNull();
    if (performance.now() - stopped > 180_000) throw new Error(`links are held back: ${JSON.stringify(found)}`);
    await sleep(1_000);
  }
  expect((await stack.depths()).notices).toBeGreaterThan(0);

  const again = await start('opensearch', RECIPES.opensearch, engine);
  opened.unshift({ close: () => again.stop() });
  await expectWhole(web, stack);
}, 600_000);

function throttled(): Answer {
  const type = 'com.amazonaws.dynamodb.v20120810#ThrottlingException';
  const body = Buffer.from(
    JSON.stringify({ __type: type, message: 'Rate of requests exceeds the allowed throughput.' }),
  );
  return { status: 400, headers: { 'content-type': 'application/x-amz-json-1.0' }, body };
}
