import { expect, test } from 'vitest';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { createApp } from '../../web/app.ts';
import { aHit, aStatus, aWorld } from './fixtures.ts';

const open = (given: Parameters<typeof aWorld>[0] = {}) => {
  const { world, ports } = aWorld(given);
  const app = createApp(ports);
  return { world, app, page: async (path = '/crawl') => (await app.request(path)).text() };
};

test('the crawl page shows counts, outcomes with reasons and what they mean, verdicts, and the newest pages', async () => {
  const html = await open({ hits: [aHit()] }).page();
  const figures = [...html.matchAll(/<dt>([^<]+)<\/dt><dd[^>]*>([^<]+)<\/dd>/g)].map(([, label, value]) => [
    label,
    value,
  ]);
  expect(figures).toEqual([
    ['Pages', '1,234'],
    ['Searchable', '690'],
    ['Pages per second', '12.3'],
    ['Hosts', '41'],
    ['Hosts due now', '12'],
    ['Received', '34.6 MB'],
    ['Time', '1 min 40 s'],
    ['CPU time', '9 s'],
  ]);
  expect(html).toContain('<code>robots</code><small>robots.txt disallows it</small>');
  expect(html).toMatch(/data-word="relevant"[\s\S]*?<td data-value>700<\/td>/);
  expect(html).toMatch(/data-word="scope"[\s\S]*?<td data-value>4,000<\/td>/);
  expect(html).toMatch(/Newest pages[\s\S]*Sundews/);
});

test('words come most frequent first', async () => {
  const html = await open().page();
  const words = [...html.matchAll(/data-word="([^"]+)"/g)].map(([, word]) => word);
  expect(words.slice(0, 5)).toEqual(['fetched', 'refused', 'redirected', 'failed', 'gone']);
});

test('JSON at the same address is the status as it is', async () => {
  const { app } = open();
  for (const answer of [
    await app.request('/crawl?format=json'),
    await app.request('/crawl', { headers: { accept: 'application/json' } }),
  ]) {
    expect(await answer.json()).toEqual(aStatus());
  }
});

test('without scripts the page asks for itself anew as long as the crawl runs', async () => {
  const refresh = '<noscript><meta http-equiv="refresh" content="5"></noscript>';
  expect(await open().page()).toContain(refresh);
  expect(await open({ status: aStatus({ state: 'done' }) }).page()).not.toContain('http-equiv');
});

test('a crawl of which nothing is known is a 404', async () => {
  const { ports } = aWorld({});
  const answer = await createApp({ ...ports, status: async () => undefined }).request('/crawl?format=json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

test('several crawls: each leads to the others, and shows its own', async () => {
  const html = await open({ crawls: ['garden', 'bog & fen'] }).page('/crawl?crawl=bog+%26+fen');
  expect(html).toContain('<h1>bog &amp; fen</h1>');
  expect(html).toContain('<a href="/crawl?crawl=garden">garden</a>');
});

test('a crawl that has not begun has no rate and no empty tables', async () => {
  const none = aStatus({ pages: 0, seconds: 0, outcomes: {}, reasons: {}, verdicts: {}, links: {}, bytes: 0 });
  const html = await open({ status: none }).page();
  expect(html).toMatch(/Pages per second<\/dt><dd[^>]*>0</);
  expect(html).toContain('0 bytes');
  expect(html.match(/<section data-counts="\w+" hidden>/g)).toHaveLength(4);
});

test('a crawl that is asked for by many at once is counted once', async () => {
  const { ports } = aWorld({});
  let counted = 0;
  const status = async (crawl: string) => {
    counted++;
    return new Promise<CrawlStatus>((done) => setTimeout(done, 5, aStatus({ crawl })));
  };
  const app = createApp({ ...ports, status });
  const ask = async () => ((await (await app.request('/crawl?format=json')).json()) as { crawl: string }).crawl;
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['garden', 'garden', 'garden']);
  expect(counted).toBe(1);
  await ask();
  expect(counted).toBe(2);
});
