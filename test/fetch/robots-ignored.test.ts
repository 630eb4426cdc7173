import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { Url } from '../../shared/url/url.ts';
import { LEASE_MS, OPTIONS, reply, visitPorts } from './single-host.ts';

const CRAWL = 'own';
const HOST = 'bog.test';

test('counts a page fetched against robots.txt once, and not while Visit-time delays it', async () => {
  const requests: string[] = [];
  const ports = visitPorts({
    async fetch(url) {
      requests.push(url);
      const robots = 'User-agent: *\nDisallow: /\nVisit-time: 0600-0845';
      return reply(200, url.endsWith('/robots.txt') ? robots : `This is ${url}`);
    },
  });
  const { clock, control, frontier } = ports;
  await control.create(CRAWL, 'none', clock.now());
  const link = { url: `http://${HOST}/` as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: CRAWL, source: 'x', links: [link], feedback: [] }, ports, 'host');
  const countedAfterVisit = async () => {
    const due = (await frontier.getHead({ crawl: CRAWL, host: HOST }))!.due!;
    if (due > clock.now()) await clock.advance(due - clock.now());
    const message = { crawl: CRAWL, id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due }] };
    const options = { ...OPTIONS, ignoresRobots: () => true, cache: createBundleCache(1 << 20) };
    void visitHosts(message, ports, createCaptureWriter(CRAWL, { software: 'test' }, ports), options);
    await clock.advance(LEASE_MS + 1_000);
    return (await control.get(CRAWL))?.counts['robots.ignored'] ?? 0;
  };
  expect(await countedAfterVisit()).toBe(0);
  expect(requests).toEqual([`http://${HOST}/robots.txt`]);
  expect(await countedAfterVisit()).toBe(1);
  expect(requests).toContain(`http://${HOST}/`);
});
