/** A search engine that is stopped in the middle of a crawl, and started again with what it had. */
import { expect, test } from 'vitest';
import { start } from './engines/process.ts';
import { RECIPES } from './engines/recipes.ts';
import { FUNCTIONS, sleep } from './stack/stack.ts';
import { CRAWL, closing, expectWhole, openCrawl } from './stack/whole.ts';

test('the search engine is away for a while, then restarted: links go on being offered, and no record is missing', async () => {
  const engine = await start('opensearch', RECIPES.opensearch);
  closing({ close: () => engine.stop() });
  const { web, stack, pages: wanted } = await openCrawl({ engines: { search: engine.url } });
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
    if (performance.now() - stopped > 180_000) throw new Error(`links are held back: ${JSON.stringify(found)}`);
    await sleep(1_000);
  }
  expect((await stack.depths()).notices).toBeGreaterThan(0);

  const again = await start('opensearch', RECIPES.opensearch, engine);
  closing({ close: () => again.stop() });
  await expectWhole(web, stack);
}, 600_000);
