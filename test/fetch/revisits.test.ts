/** Real visits over a fake clock: how often each page is requested, and what that costs. */
import { beforeAll, expect, test } from 'vitest';
import { cleanObject } from '../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const DAY = 86_400_000;
const HOST = 'moor.test';
const DAYS = 60;

/** Requests per path, and the outcomes of all captures. */
const fetches: Record<string, number> = {};
const cleaned: Record<string, number> = {};
/** All captures, in order. */
const archived: Capture[] = [];

beforeAll(async () => {
  const ports: ReturnType<typeof visitPorts> = visitPorts({
    async fetch(url, { headers = {} }) {
      const { pathname } = new URL(url);
      if (pathname === '/robots.txt') return reply(404, '');
      fetches[pathname] = (fetches[pathname] ?? 0) + 1;
      const day = Math.floor(ports.clock.now() / DAY);
      // One page has no validator and constant bytes, one has an ETag, one changes every day.
      if (pathname === '/flaky')
        return fetches[pathname]! % 3 === 2
          ? reply(503, 'busy')
          : reply(200, clock.now() - begin > 20 * DAY ? 'late' : 'early');
      if (pathname === '/same') return { ...reply(200, 'the same'), headers: [['Content-Type', 'text/plain']] };
      const plain: [string, string] = ['Content-Type', 'text/plain'];
      const isLate = clock.now() - begin > 5 * DAY;
      // The body stays: one page becomes an error page, one forbids indexing, one declares another charset.
      if (pathname === '/withdrawn') return { ...reply(isLate ? 404 : 200, 'withdrawn'), headers: [plain] };
      if (pathname === '/noindex')
        return { ...reply(200, 'closed'), headers: isLate ? [plain, ['X-Robots-Tag', 'noindex']] : [plain] };
      if (pathname === '/charset')
        return { ...reply(200, 'mended'), headers: [['Content-Type', `text/plain${isLate ? ';charset=koi8-r' : ''}`]] };
      if (pathname === '/known') return headers['if-none-match'] ? reply(304, '') : reply(200, 'as it was');
      return { ...reply(200, `day ${day}`), headers: [['Content-Type', 'text/plain']] };
    },
  });
  const { clock } = ports;
  const begin = clock.now();
  await ports.control.create('moor', 'none', begin);
  const links = ['same', 'known', 'flaky', 'daily', 'withdrawn', 'noindex', 'charset'].map((path) => {
    return { url: `http://${HOST}/${path}` as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  });
  await enqueueLinks({ crawl: 'moor', source: 'x', links, feedback: [] }, ports, 'host');
  const revisit = { mode: 'steps' as const, firstMs: 2 * DAY, minMs: DAY, maxMs: 30 * DAY };
  for (;;) {
    const { due } = (await ports.frontier.getHead({ crawl: 'moor', host: HOST }))!;
    if (due === undefined || due > begin + DAYS * DAY) break;
    if (due > clock.now()) await clock.advance(due - clock.now());
    const message = { crawl: 'moor', id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due }] };
    const ended = visitHosts(message, ports, createCaptureWriter('moor', { software: 'test' }, ports), {
      ...OPTIONS,
      revisit,
      cache: createBundleCache(1 << 20),
    });
    await clock.advance(20_000);
    await ended;
    for (const { message, receipt } of await ports.captures.receive(9, 1_000)) {
      const stored = message as ObjectMessage;
      await ports.captures.ack([{ receipt }]);
      const object = (await ports.objects.get(stored.key))!;
      for (const found of readCaptures(object, stored.key)) if (found.kind === 'capture') archived.push(found.capture);
      for await (const line of cleanObject(object, stored.key, {}, { options: DEFAULT_CLEAN_OPTIONS })) {
        const name = `${new URL(line.url).pathname} ${line.kind}`;
        cleaned[name] = (cleaned[name] ?? 0) + 1;
      }
    }
    await clock.advance(2_000);
  }
});

test('revisits a page that changes daily each day, and one that never changes seldom', () => {
  expect(fetches['/daily']).toBeGreaterThan(50);
  for (const path of ['/same', '/known']) expect(fetches[path]).toBeLessThan(10);
});

test('cleans a page once, however often it is unchanged', () => {
  for (const path of ['/same', '/known']) {
    expect(cleaned[`${path} document`]).toBe(1);
    expect(cleaned[`${path} unchanged`]).toBeGreaterThanOrEqual(fetches[path]! - 1);
  }
  expect(cleaned['/daily unchanged']).toBeUndefined();
});

test('notices an error status although the body is the same', () => {
  expect(cleaned['/withdrawn document']).toBe(1);
  expect(cleaned['/withdrawn gone']).toBeGreaterThanOrEqual(1);
});

test('cleans a page again if its headers change how it is read', () => {
  for (const path of ['/noindex', '/charset']) expect(cleaned[`${path} document`]).toBe(2);
});

test.each(['/same', '/known', '/flaky'])('a revisit of %s names the capture with the body', (path) => {
  const captures = archived.filter(({ url }) => url.endsWith(path));
  const revisits = captures.filter(({ record }) => record !== 'response');
  expect(revisits.length).toBeGreaterThan(3);
  for (const { payloadDigest, refersToTime } of revisits) {
    const original = captures.find((one) => one.record === 'response' && one.fetchedAt === refersToTime);
    expect(original?.payloadDigest).toBe(payloadDigest);
  }
});

test('a page that has changed between two revisits has two such captures', () => {
  const named = archived.filter(({ url }) => url.endsWith('/flaky')).map(({ refersToTime }) => refersToTime);
  expect(new Set(named.filter((time) => time !== undefined)).size).toBe(2);
});
