/**
 * A search engine that is away in the middle of a crawl: stopped and started again with what it had, or too busy for anything.
 * A message may be tried twice here, which a fault of some seconds uses up: whatever is not put back as new ends with the dead
 * letters.
 */
import { expect, test } from 'vitest';
import { start } from './engines/process.ts';
import { RECIPES } from './engines/recipes.ts';
import type { Copy } from './stack/stack.ts';
import { FUNCTIONS, sleep } from './stack/stack.ts';
import type { Answer, Call } from './stack/tap.ts';
import { CRAWL, closing, expectWhole, openCrawl } from './stack/whole.ts';

const MAX_RECEIVES = 2;
/** A message that failed is hidden for 2 s, then 10 s: after that its receives are used up. */
const USED_UP_MS = 15_000;

test('the search engine is away for a while, then restarted: links go on being offered, and no record is missing', async () => {
  const engine = await start('opensearch', RECIPES.opensearch);
  closing({ close: () => engine.stop() });
  const { web, stack, pages: wanted } = await openCrawl({ engines: { search: engine.url }, maxReceives: MAX_RECEIVES });
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
  for (let found = await stack.status(CRAWL); found.pages < wanted; found = await stack.status(CRAWL)) {
    expect(found.records).toBeNull();
    if (performance.now() - stopped > 800_000) throw new Error(`links are held back: ${JSON.stringify(found)}`);
    await sleep(1_000);
  }
  while (performance.now() - stopped < USED_UP_MS) await sleep(500);
  const { notices, dead } = await stack.depths();
  expect(notices).toBeGreaterThan(0);
  expect(dead).toBe(0);

  const again = await start('opensearch', RECIPES.opensearch, engine);
  closing({ close: () => again.stop() });
  await expectWhole(web, stack);
}, 1_200_000);

test('the search engine is too busy for anything for a while: no record is missing, and none used up its receives', async () => {
  const { web, stack, pages: wanted } = await openCrawl({ maxReceives: MAX_RECEIVES });
  const busy: Answer = { status: 429, headers: {}, body: Buffer.from('{}') };
  let refused = 0;
  let isBusy = true;
  const before = ({ service }: Call): Answer | undefined => {
    if (service !== 'search' || !isBusy) return undefined;
    refused++;
    return busy;
  };
  const copies: Copy[] = [];
  for (const name of FUNCTIONS) copies.push(await stack.start(name));
  const index = copies.at(-1)!;
  index.tap.plan = { before };
  stack.schedule(await stack.start('dispatch'));

  // All links are followed meanwhile, and what is put back comes again, more often than it may be received.
  const putBacks = () => index.tap.calls.filter(({ operation }) => operation.startsWith('SendMessage')).length;
  const enough = async () => putBacks() > 10 && (await stack.status(CRAWL)).pages === wanted;
  const began = performance.now();
  while (performance.now() - began < 2 * USED_UP_MS || !(await enough())) {
    if (performance.now() - began > 800_000) throw new Error(`${putBacks()} put back, ${refused} refused`);
    await sleep(500);
  }
  expect(refused).toBeGreaterThan(MAX_RECEIVES);
  expect((await stack.depths()).dead).toBe(0);

  isBusy = false;
  await expectWhole(web, stack);
}, 1_200_000);
