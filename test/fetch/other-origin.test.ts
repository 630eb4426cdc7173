import { expect, test } from 'vitest';
import type { Fetcher } from '../../shared/ports/fetcher.ts';
import { reply, seedLink, visitOnce } from './single-host.ts';

/** HTTPS cannot connect. */
const fetcher: Fetcher = {
  async fetch(url) {
    if (url.startsWith('https:')) return { kind: 'failure', reason: 'connect', detail: '' };
    return reply(url.endsWith('/robots.txt') ? 404 : 200, 'text');
  },
};

/** Visits a host with these pages once, those of HTTPS first. Returns when it is due again, in ms from the visit on. */
async function dueAfterVisit(urls: readonly string[]): Promise<number> {
  const links = urls.map((url) => seedLink(url, url.startsWith('https:') ? 0 : 1));
  const { before, after } = await visitOnce(fetcher, links);
  return after.due! - before.due!;
}

test('a host rests if robots.txt of its only origin cannot be read', async () => {
  expect(await dueAfterVisit([1, 2, 3, 4, 5, 6].map((n) => `https://moor.test/${n}`))).toBeGreaterThanOrEqual(10_000);
});

test('a host does not rest for an origin while another one allows requests', async () => {
  const urls = ['https://moor.test/0', ...[1, 2, 3, 4, 5, 6].map((n) => `http://moor.test/${n}`)];
  expect(await dueAfterVisit(urls)).toBeLessThan(10_000);
});
