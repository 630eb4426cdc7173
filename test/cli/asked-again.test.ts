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

test('a new rule also holds for URLs that wait, and asks for them when it is lifted', async () => {
  site.html += ['/old/a', '/old/b', '/old/c'].map((path) => `<a href="${path}">${path}</a>`).join(' ');
  await site.crawl(...PRIVATE, '--limit', '2');
  expect(site.asked).toHaveLength(2);
  const refused = await site.crawl(...PRIVATE, '--exclude', '*/old/*');
  expect(refused.printed.join('\n')).toMatch(/reasons +excluded 2/);
  expect(site.asked).toHaveLength(2);
  const { messages } = await site.crawl(...PRIVATE);
  expect(messages.join('\n')).toContain('asking 1 host again for URLs that were refused.excluded');
  expect(site.asked.sort()).toEqual(['/', '/old/a', '/old/b', '/old/c']);
});

test('a new rule also holds for pages that are due again', async () => {
  site.html += '<a href="/old/b">more</a>';
  await site.crawl(...PRIVATE);
  await thresher(['recrawl', '--dir', site.dir]);
  site.asked.length = 0;
  await site.crawl(...PRIVATE, '--exclude', '/old/*');
  expect(site.asked).toEqual(['/']);
});
