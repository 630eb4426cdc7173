import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const HOST = 'fen.test';
const KEY = { crawl: 'fen', host: HOST };

test('counts a visit whose host another worker opened meanwhile, and commits nothing of it', async () => {
  const ports = visitPorts({
    async fetch(url) {
      if (url.endsWith('/robots.txt')) return reply(404, '');
      expect(await ports.frontier.open(KEY, ports.clock.now(), HOST)).toMatchObject({ head: { attempts: 2 } });
      return reply(200, 'moss');
    },
  });
  await ports.control.create('fen', 'none', ports.clock.now());
  const link = { url: `http://${HOST}/` as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: 'fen', source: 'x', links: [link], feedback: [] }, ports, 'host');
  const { due } = (await ports.frontier.getHead(KEY))!;
  const message = { crawl: 'fen', id: 'm', hosts: [{ host: HOST, group: HOST, due: due! }] };
  const run = createCaptureWriter('fen', { software: 'test' }, ports);
  const visit = visitHosts(message, ports, run, { ...OPTIONS, cache: createBundleCache(1 << 20) });
  await ports.clock.advance(60_000);
  await visit;

  expect((await ports.control.get('fen'))!.counts).toMatchObject({ 'visits.lost': 1 });
  expect(await ports.frontier.getHead(KEY)).toMatchObject({ attempts: 2, manifest: '', counts: {} });
});
