import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanPage } from '../../shared/clean/clean-page.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import { OPTIONS, reply, seedLink, visitPorts } from './single-host.ts';

const HOST = 'moor.test';
const page = (headers: HttpResponse['headers']): HttpResponse => ({
  ...reply(200, '<p>Moss grows on the moor.</p>'),
  headers: [['Content-Type', 'text/html'], ...headers],
});

/** Visits the page once and returns the reserved rights of its document. */
async function reservedOf(robotsTxt: string, headers: HttpResponse['headers']) {
  const ports = visitPorts({
    fetch: async (url) => (url.endsWith('/robots.txt') ? reply(200, robotsTxt) : page(headers)),
  });
  await ports.control.create('moor', 'none', ports.clock.now());
  const links = [seedLink(`http://${HOST}/`)];
  await enqueueLinks({ crawl: 'moor', source: 'x', links, feedback: [] }, ports, 'host');
  const { due } = (await ports.frontier.getHead({ crawl: 'moor', host: HOST }))!;
  const message = { crawl: 'moor', id: 'one', hosts: [{ host: HOST, group: HOST, due: due! }] };
  const writer = createCaptureWriter('moor', { software: 'test' }, ports);
  const going = visitHosts(message, ports, writer, { ...OPTIONS, cache: createBundleCache(0) });
  await ports.clock.advance(20_000);
  await going;
  const [delivery] = (await ports.captures.receive(9, 1_000)) as { message: ObjectMessage }[];
  const [found] = readCaptures((await ports.objects.get(delivery!.message.key))!, 'key');
  if (found?.kind !== 'capture') throw new Error('no capture');
  return cleanPage(found.capture, DEFAULT_CLEAN_OPTIONS).about?.reserved;
}

test('the document of a page has the usage preferences of robots.txt', async () => {
  const robotsTxt = 'User-agent: *\nContent-Signal: search=yes, ai-train=no';
  expect(await reservedOf(robotsTxt, [])).toEqual({ 'content-signal': 'search=yes, ai-train=no' });
  expect(await reservedOf('User-agent: *\nDisallow: /x', [])).toEqual({});
});

test('headers of the page add to those of robots.txt', async () => {
  const reserved = await reservedOf('User-agent: *\nContent-Usage: train-ai=y', [
    ['Content-Usage', 'train-ai=n'],
    ['Content-Signal', 'ai-input=no'],
    ['content-signal', 'ai-train=no'],
  ]);
  expect(reserved).toEqual({
    'content-usage': 'train-ai=y, train-ai=n',
    'content-signal': 'ai-input=no, ai-train=no',
  });
});
