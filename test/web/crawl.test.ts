import { expect, test } from 'vitest';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { createApp } from '../../web/app.ts';
import { aHit, aStatus, aWorld } from './fixtures.ts';

const open = (given: Parameters<typeof aWorld>[0] = {}) => {
  const { world, ports } = aWorld(given);
  const app = createApp(ports);
  return { world, app, page: async (path = '/crawl') => (await app.request(path)).text() };
};

test('shows counts, outcomes, reasons with explanations, verdicts and the newest pages', async () => {
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

test('sorts counts in descending order', async () => {
  const html = await open().page();
  const words = [...html.matchAll(/data-word="([^"]+)"/g)].map(([, word]) => word);
  expect(words.slice(0, 5)).toEqual(['fetched', 'refused', 'redirected', 'failed', 'gone']);
});

test('returns the status as JSON at the same URL', async () => {
  const { app } = open();
  for (const answer of [
    await app.request('/crawl?format=json'),
    await app.request('/crawl', { headers: { accept: 'application/json' } }),
  ]) {
    expect(await answer.json()).toEqual(aStatus());
  }
});

test('reloads itself without scripts while the crawl runs', async () => {
  const refresh = '<noscript><meta http-equiv="refresh" content="5"></noscript>';
  expect(await open().page()).toContain(refresh);
  expect(await open({ status: aStatus({ state: 'done' }) }).page()).not.toContain('http-equiv');
});

test('answers 404 for an unknown crawl', async () => {
  const { ports } = aWorld({});
  const answer = await createApp({ ...ports, status: async () => undefined }).request('/crawl?format=json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

test('links to the other crawls and shows its own counts', async () => {
  const html = await open({ crawls: ['garden', 'bog & fen'] }).page('/crawl?crawl=bog+%26+fen');
  expect(html).toContain('<h1>bog &amp; fen</h1>');
  expect(html).toContain('<a href="/crawl?crawl=garden">garden</a>');
});

test('shows a rate of 0 and hides empty tables before the crawl starts', async () => {
  const none = aStatus({ pages: 0, seconds: 0, outcomes: {}, reasons: {}, verdicts: {}, links: {}, bytes: 0 });
  const html = await open({ status: none }).page();
  expect(html).toMatch(/Pages per second<\/dt><dd[^>]*>0</);
  expect(html).toContain('0 bytes');
  expect(html.match(/<section data-counts="\w+" hidden>/g)).toHaveLength(4);
});

test('counts a crawl once for concurrent requests', async () => {
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
