import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanPage } from '../../shared/clean/clean-page.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { VisitOptions } from '../../shared/fetch/visit-options.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import { OPTIONS, reply, seedLink, visitPorts } from './single-host.ts';

const HOST = 'moor.test';
const page = (headers: HttpResponse['headers'], head = ''): HttpResponse => ({
  ...reply(200, `${head}<p>Moss grows on the moor.</p>`),
  headers: [['Content-Type', 'text/html'], ...headers],
});

type World = {
  robotsTxt?: string;
  tdmrep?: unknown;
  tdmrepReply?: HttpResponse;
  aiTxt?: string;
  headers?: HttpResponse['headers'];
  head?: string;
};

/** Visits the page. Returns the requests with their times in seconds, and a function that returns the captures. */
async function visitWorld(
  { robotsTxt = '', tdmrep, tdmrepReply, aiTxt, headers = [], head }: World,
  options: Partial<VisitOptions> = {},
) {
  const requests: [path: string, at: number][] = [];
  const ports = visitPorts({
    fetch: async (url) => {
      const { pathname } = new URL(url);
      requests.push([pathname, Math.round((ports.clock.now() - startedAt) / 1000)]);
      if (pathname === '/robots.txt') return reply(200, robotsTxt);
      if (pathname.startsWith('/.well-known/'))
        return tdmrepReply ?? (tdmrep === undefined ? reply(404, '') : reply(200, JSON.stringify(tdmrep)));
      if (pathname === '/ai.txt') return aiTxt === undefined ? reply(404, '') : reply(200, aiTxt);
      return page(headers, head);
    },
  });
  const startedAt = ports.clock.now();
  await ports.control.create('moor', 'none', ports.clock.now());
  const links = [seedLink(`http://${HOST}/`)];
  await enqueueLinks({ crawl: 'moor', source: 'x', links, feedback: [] }, ports, 'host');
  const writer = createCaptureWriter('moor', { software: 'test' }, ports);
  const visitOnce = async (forMs: number) => {
    const { due } = (await ports.frontier.getHead({ crawl: 'moor', host: HOST }))!;
    const message = { crawl: 'moor', id: 'one', hosts: [{ host: HOST, group: HOST, due: due! }] };
    const going = visitHosts(message, ports, writer, { ...OPTIONS, ...options, cache: createBundleCache(0) });
    await ports.clock.advance(forMs);
    await going;
  };
  await visitOnce(20_000);
  return { ports, requests, visitOnce };
}

/** Visits the page once. Returns the reserved rights of its document, and the paths of the requests. */
async function visit(world: World, options?: Partial<VisitOptions>) {
  const { ports, requests } = await visitWorld(world, options);
  const paths = requests.map(([path]) => path);
  const [delivery] = (await ports.captures.receive(9, 1_000)) as { message: ObjectMessage }[];
  const [found] = readCaptures((await ports.objects.get(delivery!.message.key))!, 'key');
  if (found?.kind !== 'capture') throw new Error('no capture');
  return { reserved: cleanPage(found.capture, DEFAULT_CLEAN_OPTIONS).about?.reserved, paths };
}

const reservedOf = async (world: World, options?: Partial<VisitOptions>) => (await visit(world, options)).reserved;

test('the document of a page has the usage preferences of robots.txt', async () => {
  const robotsTxt = 'User-agent: *\nContent-Signal: search=yes, ai-train=no';
  expect(await reservedOf({ robotsTxt })).toEqual({ 'content-signal': 'search=yes, ai-train=no' });
  expect(await reservedOf({ robotsTxt: 'User-agent: *\nDisallow: /x' })).toEqual({});
});

test('headers of the page add to those of robots.txt', async () => {
  const reserved = await reservedOf({
    robotsTxt: 'User-agent: *\nContent-Usage: train-ai=y',
    headers: [
      ['Content-Usage', 'train-ai=n'],
      ['Content-Signal', 'ai-input=no'],
      ['content-signal', 'ai-train=no'],
    ],
  });
  expect(reserved).toEqual({
    'content-usage': 'train-ai=y, train-ai=n',
    'content-signal': 'ai-input=no, ai-train=no',
  });
});

describe('tdmrep.json', () => {
  const tdmrep = [{ location: '/', 'tdm-reservation': 1, 'tdm-policy': 'https://moor.test/terms' }];
  const FILE = { 'tdm-reservation': '1', 'tdm-policy': 'https://moor.test/terms' };

  test('is requested after robots.txt if the setting says so, and recorded', async () => {
    expect(await visit({ tdmrep })).toEqual({ reserved: {}, paths: ['/robots.txt', '/'] });
    expect(await visit({ tdmrep }, { rightsFiles: ['tdmrep'] })).toEqual({
      reserved: FILE,
      paths: ['/robots.txt', '/.well-known/tdmrep.json', '/'],
    });
    expect(await reservedOf({}, { rightsFiles: ['tdmrep'] })).toEqual({});
  });

  test('is not requested against robots.txt', async () => {
    const { reserved, paths } = await visit(
      { tdmrep, robotsTxt: 'User-agent: *\nDisallow: /.well-known/' },
      { rightsFiles: ['tdmrep'] },
    );
    expect([reserved, paths]).toEqual([{}, ['/robots.txt', '/']]);
  });

  test('is requested after the Crawl-delay, and not outside the Visit-time', async () => {
    const options: Partial<VisitOptions> = { rightsFiles: ['tdmrep'] };
    const { requests } = await visitWorld({ tdmrep, robotsTxt: 'User-agent: *\nCrawl-delay: 3' }, options);
    expect(requests).toEqual([
      ['/robots.txt', 0],
      ['/.well-known/tdmrep.json', 3],
      ['/', 6],
    ]);
    const closed = await visitWorld({ tdmrep, robotsTxt: 'User-agent: *\nVisit-time: 2200-2300' }, options);
    expect(closed.requests).toEqual([['/robots.txt', 0]]);
  });

  test('can ask for a rest by Retry-After, once before pages are fetched', async () => {
    const busy = reply(503, '');
    const tdmrepReply: HttpResponse = { ...busy, headers: [...busy.headers, ['Retry-After', '60']] };
    const { requests, visitOnce } = await visitWorld({ tdmrepReply }, { rightsFiles: ['tdmrep'] });
    await visitOnce(39_000);
    expect(requests.map(([path]) => path)).toEqual(['/robots.txt', '/.well-known/tdmrep.json']);
    await visitOnce(2_000);
    await visitOnce(20_000);
    await visitOnce(1_000);
    expect(requests.slice(2)).toEqual([['/', 61]]);
  });

  test('counts less than headers, and these less than the page', async () => {
    const headers: HttpResponse['headers'] = [['TDM-Reservation', '0']];
    const options: Partial<VisitOptions> = { rightsFiles: ['tdmrep'] };
    expect(await reservedOf({ tdmrep, headers }, options)).toEqual({ ...FILE, 'tdm-reservation': '0' });
    const head = '<meta name="tdm-reservation" content="1">';
    expect(await reservedOf({ tdmrep, headers, head }, options)).toEqual(FILE);
  });
});

describe('ai.txt', () => {
  const aiTxt = 'User-Agent: *\nDisallow: *.jpg\nDisallow: /';

  test('is requested after robots.txt if the setting says so, and the line about the page is recorded', async () => {
    expect(await visit({ aiTxt })).toEqual({ reserved: {}, paths: ['/robots.txt', '/'] });
    expect(await visit({ aiTxt }, { rightsFiles: ['aiTxt'] })).toEqual({
      reserved: { 'ai-txt': 'Disallow: /' },
      paths: ['/robots.txt', '/ai.txt', '/'],
    });
    expect(await reservedOf({}, { rightsFiles: ['aiTxt'] })).toEqual({});
  });

  test('forbids no request, and stands beside what other files say', async () => {
    const tdmrep = [{ location: '/', 'tdm-reservation': 0 }];
    const robotsTxt = 'User-agent: *\nContent-Signal: ai-train=no';
    const { reserved, paths } = await visit({ aiTxt, tdmrep, robotsTxt }, { rightsFiles: ['tdmrep', 'aiTxt'] });
    expect(paths).toEqual(['/robots.txt', '/.well-known/tdmrep.json', '/ai.txt', '/']);
    expect(reserved).toEqual({ 'content-signal': 'ai-train=no', 'tdm-reservation': '0', 'ai-txt': 'Disallow: /' });
  });
});
