import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const KEY = { crawl: 'moor', host: 'moor.test' };

/** Visits a host with these pages once. HTTPS cannot connect. Returns when the host is due again, in ms from the visit on. */
async function dueAfterVisit(urls: readonly string[]): Promise<number> {
  const ports = visitPorts({
    async fetch(url) {
      if (url.startsWith('https:')) return { kind: 'failure', reason: 'connect', detail: '' };
      return reply(url.endsWith('/robots.txt') ? 404 : 200, 'text');
    },
  });
  const { clock } = ports;
  await ports.control.create('moor', 'none', clock.now());
  const links = urls.map((url) => {
    return {
      url: url as Url,
      kind: 'page' as const,
      class: url.startsWith('https:') ? 0 : 1,
      depth: 0,
      parent: null,
      score: 1,
    };
  });
  await enqueueLinks({ crawl: 'moor', source: 'x', links, feedback: [] }, ports, 'host');
  const { due } = (await ports.frontier.getHead(KEY))!;
  const message = { crawl: 'moor', id: 'one', hosts: [{ host: KEY.host, group: KEY.host, due: due! }] };
  const ended = visitHosts(message, ports, createCaptureWriter('moor', 'test', ports), {
    ...OPTIONS,
    cache: createBundleCache(1 << 20),
  });
  await clock.advance(60_000);
  await ended;
  return (await ports.frontier.getHead(KEY))!.due! - due!;
}

test('a host rests if robots.txt of its only origin cannot be read', async () => {
  expect(await dueAfterVisit([1, 2, 3, 4, 5, 6].map((n) => `https://moor.test/${n}`))).toBeGreaterThan(60_000);
});

test('a host does not rest for an origin while another one allows requests', async () => {
  const urls = ['https://moor.test/0', ...[1, 2, 3, 4, 5, 6].map((n) => `http://moor.test/${n}`)];
  expect(await dueAfterVisit(urls)).toBeLessThan(60_000);
});
