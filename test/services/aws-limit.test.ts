/** A crawl whose limit is raised, on real engines. */
import { expect, test } from 'vitest';
import { FUNCTIONS } from './stack/stack.ts';
import { CRAWL, expectCompleteCrawl, openCrawl } from './stack/whole.ts';

/** Fewer pages than the small web has. */
const FEW_PAGES = 8;
/** More pages than it has. */
const MANY_PAGES = 10_000;

test('continues a crawl that has reached its limit when the limit is raised', async () => {
  const { web, stack } = await openCrawl({}, FEW_PAGES);
  for (const name of [...FUNCTIONS, 'dispatch'] as const) {
    const copy = await stack.start(name);
    if (name === 'dispatch') stack.schedule(copy);
  }
  await expect.poll(async () => (await stack.status(CRAWL)).limit, { timeout: 120_000, interval: 500 }).toBe('pages');
  await stack.create({ ...web.settings, limits: { ...web.settings.limits, pages: MANY_PAGES } });
  expect((await stack.status(CRAWL)).limit).toBeUndefined();
  await expectCompleteCrawl(web, stack);
}, 600_000);
