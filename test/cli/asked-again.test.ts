import { afterEach, beforeEach, expect, test } from 'vitest';
import { PRIVATE, startClosedSite } from './closed-site.ts';
import { thresher } from './test-terminal.ts';

let site: Awaited<ReturnType<typeof startClosedSite>>;
beforeEach(async () => {
  site = await startClosedSite();
});
afterEach(() => site.close());

test('asks a seed again that was a private address after --allow-private', async () => {
  expect((await site.crawl()).printed.join('\n')).toContain('seed http://bog.test/: refused.private-address');
  expect((await site.crawl()).messages).toEqual([]);
  expect(site.asked).toEqual([]);
  const { code, messages } = await site.crawl(...PRIVATE);
  expect(code).toBe(0);
  expect(messages).toEqual([
    expect.stringMatching(/^settings changed: asking 1 host again for URLs that were .*refused\.private-address/),
  ]);
  expect(site.asked).toEqual(['/']);
});

test('`seed --force` asks a known seed again whatever its outcome was', async () => {
  site.status = 403;
  await site.crawl(...PRIVATE);
  site.status = 200;
  await thresher(['seed', 'http://bog.test/', '--dir', site.dir]);
  await site.crawl(...PRIVATE);
  expect(site.asked).toHaveLength(1);
  expect(await site.force()).toMatchObject({ code: 0, printed: ['bog.test: 1 seed was added'] });
  await site.crawl(...PRIVATE);
  expect(site.asked).toHaveLength(2);
  // A page that was fetched since is not fetched again for the same request.
  await site.crawl(...PRIVATE);
  expect(site.asked).toHaveLength(2);
});
