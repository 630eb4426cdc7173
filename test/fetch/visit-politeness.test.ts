/** What a visit owes its host, and hosts that robots.txt redirects to, when something goes wrong. */
import { beforeEach, expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { LinkHints } from '../../shared/frontier/offer.ts';
import { LocalFaultError } from '../../shared/http/local-fault.ts';
import type { HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { LockChange } from '../../shared/ports/host-lock.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const MOOR = 'moor.test';
const PAGE = `http://${MOOR}/one` as Url;
const ROBOTS = `http://${MOOR}/robots.txt`;
const ELSEWHERE = 'http://robots.test/robots.txt';

let ports: ReturnType<typeof visitPorts>;
let answers: Record<string, () => HttpResponse | HttpFailure>;
let requests: { url: string; at: number }[];
beforeEach(async () => {
  requests = [];
  answers = {};
  ports = visitPorts({
    async fetch(url) {
      requests.push({ url, at: ports.clock.now() });
      return answers[url]?.() ?? (url.endsWith('/robots.txt') ? reply(404, '') : reply(200, `text of ${url}`));
    },
  });
  await ports.control.create('crawl', 'none', ports.clock.now());
});

const enqueue = (source: string, hints: LinkHints = {}, url = PAGE) => {
  const link = { url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1, ...hints };
  return enqueueLinks({ crawl: 'crawl', source, links: [link], feedback: [] }, ports, 'host');
};

async function visit(signal?: AbortSignal, given: Partial<typeof OPTIONS> = {}) {
  const hosts = [{ host: MOOR, group: MOOR, due: ports.clock.now() }];
  const options = { ...OPTIONS, ...given, cache: createBundleCache(1 << 20), ...(signal && { signal }) };
  const writer = createCaptureWriter('crawl', { software: 'test' }, ports);
  const ended = visitHosts({ crawl: 'crawl', id: 'message', hosts }, ports, writer, options);
  await ports.clock.advance(60_000);
  return ended;
}

const urls = () => requests.map(({ url }) => url);

test('keeps the pause of a host after a visit that throws', async () => {
  await enqueue('seed');
  const released: (LockChange | undefined)[] = [];
  const { release } = ports.locks;
  ports.locks.release = async (group, token, change) => {
    released.push(change);
    return release(group, token, change);
  };
  ports.frontier = { ...ports.frontier, commit: () => Promise.reject(new Error('the store is away')) };
  expect((await visit()).faults).toHaveLength(1);
  expect(released).toEqual([expect.objectContaining({ openAt: requests.at(-1)!.at + OPTIONS.hostPauseMs })]);
});

test('starts no request that may outlast the lease, and commits what it fetched', async () => {
  for (const path of ['one', 'two', 'three', 'four']) await enqueue(path, {}, `http://${MOOR}/${path}` as Url);
  const { fetch } = ports.fetcher;
  ports.fetcher.fetch = async (...request) => {
    const answer = await fetch(...request);
    await ports.clock.sleep(9_000);
    return answer;
  };
  const start = ports.clock.now();
  await visit(undefined, { leaseMs: 30_000, fetchTimeoutMs: 10_000, hostPauseMs: 1_000, skewMs: 400 });
  // The lease ends at 31 s with its pause. A request at 20 s with its timeout of 10 s would end before it, with pause and skew it would not.
  expect(requests.map(({ at }) => at - start)).toEqual([0, 10_000]);
  expect(await ports.frontier.getHead({ crawl: 'crawl', host: MOOR })).toMatchObject({ counts: { fetched: 1 } });
});

test('requests a robots.txt on another host only with the lock of that host', async () => {
  await enqueue('seed');
  answers[ROBOTS] = () => ({ ...reply(301, ''), headers: [['Location', ELSEWHERE]] });
  const other = { token: 'other worker', now: ports.clock.now(), leaseMs: 600_000, pauseMs: 10 };
  await ports.locks.acquire('robots.test', other);
  await visit();
  expect(urls()).toEqual([ROBOTS]);
  await ports.locks.release('robots.test', 'other worker');
  await visit();
  expect(urls()).toEqual([ROBOTS, ROBOTS, ELSEWHERE, PAGE]);
});

/** A check for browsers that AWS WAF sends instead of what was requested. */
const check = (): HttpResponse => ({ ...reply(202, '<html>'), headers: [['x-amzn-waf-action', 'challenge']] });

test('obeys the last robots.txt while the site sends a check for browsers instead, and lets the host rest', async () => {
  answers[ROBOTS] = () => reply(200, 'User-agent: *\nDisallow: /private/\n');
  await enqueue('seed');
  await visit();
  await ports.clock.advance(24 * 3_600_000);
  requests = [];
  answers[ROBOTS] = check;
  for (const path of ['private/a', 'two']) await enqueue(path, {}, `http://${MOOR}/${path}` as Url);
  await visit();
  expect(urls()).toEqual([ROBOTS]);
  await visit();
  expect(urls()).toEqual([ROBOTS, ROBOTS]);
  // The next request of robots.txt is due later.
  await visit();
  expect(urls()).toEqual([ROBOTS, ROBOTS, `http://${MOOR}/two`]);
  const counts = { fetched: 2, 'refused.robots': 1 };
  expect(await ports.frontier.getHead({ crawl: 'crawl', host: MOOR })).toMatchObject({ counts });
});

test('stores failures of a host in its lock when it sends a check for browsers instead of robots.txt', async () => {
  const ignoresRobots = () => true;
  answers[ROBOTS] = check;
  await enqueue('seed');
  await visit(undefined, { ignoresRobots });
  expect(urls()).toEqual([ROBOTS]);
  const { now } = ports.clock;
  const taken = await ports.locks.acquire(MOOR, { token: 't', now: now(), leaseMs: 1_000, pauseMs: 10 });
  expect(taken).toMatchObject({ lock: { failures: 1 } });
});

test('requests no page while the site sends a check for browsers instead of its first robots.txt', async () => {
  answers[ROBOTS] = check;
  await enqueue('seed');
  await visit();
  expect(urls()).toEqual([ROBOTS]);
  const counts = { 'failed.bot-check': 1 };
  expect(await ports.frontier.getHead({ crawl: 'crawl', host: MOOR })).toMatchObject({ counts });
});

test('does not store an interrupted request of robots.txt as a failure of the host', async () => {
  await enqueue('seed');
  const interrupt = new AbortController();
  answers[ROBOTS] = () => {
    interrupt.abort();
    return { kind: 'failure', reason: 'connect', detail: 'aborted' } as HttpFailure;
  };
  await visit(interrupt.signal);
  expect(await ports.robots.get(`http://${MOOR}`)).toBeUndefined();
  answers = {};
  await visit();
  expect(urls()).toEqual([ROBOTS, ROBOTS, PAGE]);
});

test('reads robots.txt again for a seed that is asked for again', async () => {
  await enqueue('seed');
  answers[ROBOTS] = () => reply(200, 'User-agent: *\nDisallow: /\n');
  await visit();
  answers = {};
  await enqueue('seed again', { forcedAt: ports.clock.now() });
  await visit();
  expect(urls()).toEqual([ROBOTS, ROBOTS, PAGE]);
});

test.each([ROBOTS, PAGE])(
  'a fault of this machine at the request of %s is not a failure of the host',
  async (failing) => {
    await enqueue('seed');
    answers[failing] = () => {
      throw new LocalFaultError('EMFILE', new Error('connect EMFILE'));
    };
    const { faults } = await visit();
    expect(faults).toMatchObject([{ host: MOOR, error: { code: 'EMFILE' } }]);
    const head = await ports.frontier.getHead({ crawl: 'crawl', host: MOOR });
    expect(head).toMatchObject({ state: 'ready', attempts: 0, counts: {} });
    expect(await ports.robots.get(`http://${MOOR}`)).toEqual(
      failing === ROBOTS ? undefined : expect.objectContaining({ text: '' }),
    );

    const [failed] = requests.slice(-1);
    delete answers[failing];
    requests = [];
    await visit();
    expect(urls()).toEqual(failing === ROBOTS ? [ROBOTS, PAGE] : [PAGE]);
    expect(requests[0]!.at - failed!.at).toBeGreaterThanOrEqual(5_000);
    const lock = await ports.locks.acquire(MOOR, { token: 't', now: ports.clock.now(), leaseMs: 1, pauseMs: 1 });
    expect(lock.lock.failures).toBe(0);
  },
);

test('ends after a HEAD request that is answered by Too Many Requests, and archives no page for it', async () => {
  const paper = `http://${MOOR}/paper.pdf` as Url;
  answers[paper] = () => ({ ...reply(429, ''), headers: [['Retry-After', '3600']] });
  await enqueue('seed', {}, paper);
  const start = ports.clock.now();
  await visit(undefined, { headFirst: new Set(['pdf']), refuseBody: () => undefined });
  expect(urls()).toEqual([ROBOTS, paper]);
  expect((await ports.frontier.getHead({ crawl: 'crawl', host: MOOR }))!.due! - start).toBeGreaterThan(3_500_000);
  for await (const key of ports.objects.list('')) expect(key).not.toMatch(/^raw/);
});
