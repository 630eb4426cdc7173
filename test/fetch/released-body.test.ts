import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { OPTIONS, reply, seedLink, visitPorts } from './single-host.ts';

test('the body of a page is released when the archive has a copy of it', async () => {
  const released: string[] = [];
  const ports: ReturnType<typeof visitPorts> = visitPorts({
    fetch: async (url) => {
      const answer = reply(url.endsWith('robots.txt') ? 404 : 200, `text of ${url}`);
      const release = () => {
        released.push(url);
        answer.body.fill(0);
      };
      return { ...answer, release };
    },
  });
  const { clock } = ports;
  await ports.control.create('moor', 'none', clock.now());
  const urls = ['http://moor.test/one', 'http://moor.test/two'];
  const links = urls.map((url) => seedLink(url));
  await enqueueLinks({ crawl: 'moor', source: 'x', links, feedback: [] }, ports, 'host');
  const { due } = (await ports.frontier.getHead({ crawl: 'moor', host: 'moor.test' }))!;
  const message = { crawl: 'moor', id: 'one', hosts: [{ host: 'moor.test', group: 'moor.test', due: due! }] };
  const writer = createCaptureWriter('moor', { software: 'test' }, ports);
  const ended = visitHosts(message, ports, writer, { ...OPTIONS, cache: createBundleCache(1 << 20) });
  await clock.advance(60_000);
  await ended;

  expect(released.sort()).toEqual(urls);
  const [stored] = await ports.captures.receive(1, 1_000);
  const { key } = stored!.message;
  const bodies = [...readCaptures((await ports.objects.get(key))!, key)].flatMap((read) =>
    'capture' in read ? [Buffer.from(read.capture.body).toString()] : [],
  );
  expect(bodies.sort()).toEqual(urls.map((url) => `text of ${url}`));
});
