/**
 * A search engine that becomes unavailable during a crawl: stopped and restarted with its data, or overloaded. Messages may be
 * received twice here, which an outage of seconds uses up: a message that is not requeued as new ends in the dead-letter queue.
 */
import { expect, test } from 'vitest';
import { start } from './engines/process.ts';
import { RECIPES } from './engines/recipes.ts';
import type { FunctionInstance } from './stack/stack.ts';
import { FUNCTIONS, sleep } from './stack/stack.ts';
import type { Answer, Call } from './stack/tap.ts';
import { CRAWL, closeAfterTest, expectCompleteCrawl, openCrawl } from './stack/whole.ts';

const MAX_RECEIVES = 2;
/** A failed message is hidden for 2 s, then 10 s; after that its receives are used up. */
const RECEIVES_USED_UP_MS = 15_000;

test('keeps offering links while the search engine is stopped, and loses no record', async () => {
  const engine = await start('opensearch', RECIPES.opensearch);
  closeAfterTest({ close: () => engine.stop() });
  const { web, stack, pages: wanted } = await openCrawl({ engines: { search: engine.url }, maxReceives: MAX_RECEIVES });
  const pages = await stack.start('search');
  for (const name of FUNCTIONS) await stack.start(name);
  stack.schedule(await stack.start('dispatch'));
  while (((await stack.status(CRAWL)).records ?? 0) < 20) await sleep(300);

  await engine.stop('keep');
  const stopped = performance.now();
  const query = { rawPath: '/search', rawQueryString: 'q=sundew', headers: { accept: 'application/json' } };
  const http = { http: { method: 'GET', path: '/search', sourceIp: '127.0.0.1' }, domainName: 'api.test' };
  const answer = (await pages.invoke({
    ...query,
    version: '2.0',
    requestContext: http,
    isBase64Encoded: false,
  })) as {
    statusCode: number;
    headers: Record<string, string>;
  };
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);

  // All links are found and followed although no record can be written.
  for (let found = await stack.status(CRAWL); found.urls < wanted; found = await stack.status(CRAWL)) {
    expect(found.records).toBeNull();
    if (performance.now() - stopped > 800_000) throw new Error(`links are held back: ${JSON.stringify(found)}`);
    await sleep(1_000);
  }
  while (performance.now() - stopped < RECEIVES_USED_UP_MS) await sleep(500);
  const { notices, dead } = await stack.depths();
  expect(notices).toBeGreaterThan(0);
  expect(dead).toBe(0);

  const again = await start('opensearch', RECIPES.opensearch, engine);
  closeAfterTest({ close: () => again.stop() });
  await expectCompleteCrawl(web, stack);
}, 1_200_000);

test('loses no record and uses up no receives while the search engine is overloaded', async () => {
  const { web, stack, pages: wanted } = await openCrawl({ maxReceives: MAX_RECEIVES });
  const busy: Answer = { status: 429, headers: {}, body: Buffer.from('{}') };
  let refused = 0;
  let isBusy = true;
  const before = ({ service }: Call): Answer | undefined => {
    if (service !== 'search' || !isBusy) return undefined;
    refused++;
    return busy;
  };
  const copies: FunctionInstance[] = [];
  for (const name of FUNCTIONS) copies.push(await stack.start(name));
  const index = copies.at(-1)!;
  index.tap.plan = { before };
  stack.schedule(await stack.start('dispatch'));

  // Meanwhile all links are followed, and requeued messages arrive more often than the maximum number of receives.
  const requeued = () => index.tap.calls.filter(({ operation }) => operation.startsWith('SendMessage')).length;
  const enough = async () => requeued() > 10 && (await stack.status(CRAWL)).urls === wanted;
  const began = performance.now();
  while (performance.now() - began < 2 * RECEIVES_USED_UP_MS || !(await enough())) {
    if (performance.now() - began > 800_000) throw new Error(`${requeued()} requeued, ${refused} refused`);
    await sleep(500);
  }
  expect(refused).toBeGreaterThan(MAX_RECEIVES);
  expect((await stack.depths()).dead).toBe(0);

  isBusy = false;
  await expectCompleteCrawl(web, stack);
}, 1_200_000);
