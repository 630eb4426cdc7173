/** Visits of several hosts at one IP address, in a crawl that groups by address. */
import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const CRAWL = 'marsh';
const link = (url: string): OfferedLink => ({
  url: url as Url,
  kind: 'page',
  class: 3,
  depth: 0,
  parent: null,
  score: 1,
});
const ADDRESSES: Record<string, string> = { 'a.test': '192.0.2.1', 'b.test': '192.0.2.1', 'c.test': '192.0.2.9' };

async function hosts(lockAddresses: boolean, status = 200) {
  const requests: { host: string; at: number }[] = [];
  const ports = visitPorts({
    async fetch(url) {
      if (url.endsWith('/robots.txt')) return reply(404, '');
      requests.push({ host: hostOf(url), at: ports.clock.now() });
      return reply(status, `This is ${url}`);
    },
    resolveAddress: async (host) => ADDRESSES[host],
  });
  await ports.control.create(CRAWL, 'none', ports.clock.now());
  const links = Object.keys(ADDRESSES).map((host) => link(`http://${host}/`));
  await enqueueLinks({ crawl: CRAWL, source: 'x', links, feedback: [] }, ports, 'host');
  const options = { ...OPTIONS, lockAddresses, cache: createBundleCache(1 << 20), hostPauseMs: 10_000 };
  const go = async (...names: string[]) => {
    const { due = 0 } = (await ports.frontier.getHead({ crawl: CRAWL, host: names[0]! })) ?? {};
    const message = { crawl: CRAWL, id: names.join(), hosts: names.map((host) => ({ host, group: host, due })) };
    const done = visitHosts(message, ports, createCaptureWriter(CRAWL, { software: 'test' }, ports), options);
    for (let i = 0; i < 60; i++) await ports.clock.advance(1_000);
    expect((await done).faults).toEqual([]);
  };
  const dueOf = async (host: string) => (await ports.frontier.getHead({ crawl: CRAWL, host }))?.due;
  return { requests, ports, go, dueOf };
}

test('visits hosts at one address one after the other, and hosts elsewhere at once', async () => {
  const { requests, go, dueOf, ports } = await hosts(true);
  const started = ports.clock.now();
  await go('a.test', 'b.test', 'c.test');
  expect(requests.map(({ host }) => host).sort()).toEqual(['a.test', 'c.test']);
  expect(await dueOf('b.test')).toBe(started + 10_000);
  await go('b.test');
  const [a, b] = ['a.test', 'b.test'].map((name) => requests.find(({ host }) => host === name)!);
  expect(b!.at - a!.at).toBeGreaterThanOrEqual(10_000);
});

test('visits hosts at one address at once if they are grouped by host', async () => {
  const { requests, go } = await hosts(false);
  await go('a.test', 'b.test', 'c.test');
  expect(requests.map(({ host }) => host).sort()).toEqual(['a.test', 'b.test', 'c.test']);
});

test('delays other hosts of an address by the pause only, not by the back-off of one host', async () => {
  const { go, requests, ports } = await hosts(true, 503);
  await go('a.test');
  const acquired = await ports.locks.acquire('@192.0.2.1', {
    token: 't',
    now: ports.clock.now(),
    leaseMs: 1,
    pauseMs: 1,
  });
  expect(acquired).toMatchObject({ acquired: true, lock: { failures: 0, pauseMs: 10_000 } });
  expect(requests).toHaveLength(1);
});
