import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { Url } from '../../shared/url/url.ts';
import { LEASE_MS, OPTIONS, reply, visitPorts } from './single-host.ts';

const HOST = 'fen.test';
const REST_MS = 3_600_000;

test('keeps Retry-After after the worker that received it was killed', async () => {
  const requests: number[] = [];
  const ports = visitPorts({
    async fetch(url) {
      if (url.endsWith('/robots.txt')) return reply(404, '');
      requests.push(ports.clock.now());
      return { ...reply(503, 'later'), headers: [['Retry-After', String(REST_MS / 1000)]] };
    },
  });
  const { clock } = ports;
  const begin = clock.now();
  await ports.control.create('fen', 'none', begin);
  const link = { url: `http://${HOST}/` as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: 'fen', source: 'x', links: [link], feedback: [] }, ports, 'host');
  // Killed while its captures are stored.
  const objects = { ...ports.objects, put: () => new Promise<never>(() => {}) };
  const visitOnce = async () => {
    const run = createCaptureWriter('fen', { software: 'test' }, { ...ports, objects });
    const { due } = (await ports.frontier.getHead({ crawl: 'fen', host: HOST }))!;
    const message = { crawl: 'fen', id: 'm', hosts: [{ host: HOST, group: HOST, due: due! }] };
    void visitHosts(message, { ...ports, objects } as typeof ports, run, {
      ...OPTIONS,
      cache: createBundleCache(1 << 20),
    });
    await clock.advance(LEASE_MS + 1_000);
  };
  await visitOnce();
  expect(requests).toHaveLength(1);
  await visitOnce();
  expect(requests).toHaveLength(1);
  const { due } = (await ports.frontier.getHead({ crawl: 'fen', host: HOST }))!;
  expect(due! - requests[0]!).toBeGreaterThanOrEqual(REST_MS);
  await clock.advance(due! - clock.now());
  await visitOnce();
  expect(requests).toHaveLength(2);
});
