/** What a visit does, in which order, and what it leaves alone: the rules that crashes and other workers rely on. */
import { beforeEach, describe, expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { VisitMessage } from '../../shared/ports/messages.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const MOOR = 'moor.test';
const pages = (host: string) => ['one', 'two'].map((path) => `http://${host}/${path}` as Url);

let ports: ReturnType<typeof visitPorts>;
let robots: string;
let requested: string[];
/** Calls of ports that change something, in their order. */
let calls: string[];
let onRequest: () => Promise<unknown>;
beforeEach(async () => {
  [robots, requested, calls] = ['', [], []];
  onRequest = async () => {};
  ports = visitPorts({
    async fetch(url) {
      if (url.endsWith('/robots.txt')) return robots === '' ? reply(404, '') : reply(200, robots);
      requested.push(url);
      await onRequest();
      return reply(200, `text of ${url}`);
    },
  });
  await ports.control.create('crawl', 'none', ports.clock.now());
  record('frontier', ['writeBundles', 'commit', 'deleteInbox', 'deleteBundles']);
  record('captures', ['send']);
  record('locks', ['release']);
});

/** Notes each call of these methods when it has succeeded. */
function record<Name extends 'frontier' | 'captures' | 'locks'>(name: Name, methods: (keyof (typeof ports)[Name])[]) {
  const port = ports[name];
  const recorded = methods.map((method) => {
    const call = port[method] as (...given: unknown[]) => Promise<unknown>;
    const noted = async (...given: unknown[]) => {
      const result = await call(...given);
      calls.push(String(method));
      return result;
    };
    return [method, noted];
  });
  ports[name] = { ...port, ...Object.fromEntries(recorded) };
}

const enqueue = (source: string, ...urls: Url[]) => {
  const links = urls.map((url) => ({ url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 }));
  return enqueueLinks({ crawl: 'crawl', source, links, feedback: [] }, ports, 'host');
};

async function visit(message: Partial<VisitMessage> = {}) {
  const due = ports.clock.now();
  const hosts = [{ host: MOOR, group: MOOR, due }];
  const options = { ...OPTIONS, cache: createBundleCache(1 << 20) };
  const writer = createCaptureWriter('crawl', { software: 'test' }, ports);
  const ended = visitHosts({ crawl: 'crawl', id: 'message', hosts, ...message }, ports, writer, options);
  await ports.clock.advance(60_000);
  return ended;
}

test('announces captures, stores bundles, commits, deletes, and then releases the lock', async () => {
  await enqueue('seed', ...pages(MOOR));
  await visit();
  await enqueue('clean/a', `http://${MOOR}/three` as Url);
  calls = [];
  await visit();
  expect(calls).toEqual(['send', 'writeBundles', 'commit', 'deleteInbox', 'deleteBundles', 'release']);
});

test('leaves the inbox and the bundles alone if the commit fails', async () => {
  await enqueue('seed', ...pages(MOOR));
  await visit();
  await enqueue('clean/a', `http://${MOOR}/three` as Url);
  calls = [];
  ports.frontier = { ...ports.frontier, commit: () => Promise.reject(new Error('the store is away')) };
  expect((await visit()).faults).toHaveLength(1);
  expect(calls).toEqual(['send', 'writeBundles', 'release']);
});

test('commits nothing if the captures cannot be announced', async () => {
  await enqueue('seed', ...pages(MOOR));
  ports.captures = { ...ports.captures, send: () => Promise.reject(new Error('the queue is away')) };
  expect((await visit()).faults).toHaveLength(1);
  expect(calls).toEqual(['release']);
});

test('keeps a host ready for links that arrive during its visit', async () => {
  await enqueue('seed', ...pages(MOOR));
  onRequest = () => enqueue('clean/a', `http://${MOOR}/three` as Url);
  await visit();
  expect(await ports.frontier.getHead({ crawl: 'crawl', host: MOOR })).toMatchObject({ state: 'ready' });
});

test('requests nothing that robots.txt disallows', async () => {
  robots = 'User-agent: *\nDisallow: /two\n';
  await enqueue('seed', ...pages(MOOR));
  await visit();
  expect(requested).toEqual([`http://${MOOR}/one`]);
});

test('waits for the pause between two requests', async () => {
  const times: number[] = [];
  onRequest = async () => void times.push(ports.clock.now());
  await enqueue('seed', ...pages(MOOR));
  await visit();
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(OPTIONS.hostPauseMs);
});

test.each(['paused', 'stopped'] as const)('visits no host of a crawl that is %s', async (state) => {
  await ports.control.setState('crawl', state);
  await enqueue('seed', ...pages(MOOR));
  expect(await visit()).toMatchObject({ visited: false });
  expect(requested).toEqual([]);
});

describe('the reservation of a message', () => {
  const reserve = (n: number) =>
    ports.control.reserve('crawl', 'message', { pages: n, until: ports.clock.now() + 1e9 });

  test('is used once, however often the message is delivered', async () => {
    await reserve(1);
    await enqueue('seed', ...pages(MOOR));
    await visit({ pages: 1 });
    expect(await visit({ pages: 1 })).toMatchObject({ visited: false });
    expect(requested).toHaveLength(1);
    expect((await ports.control.get('crawl'))?.counts).toMatchObject({ pages: 1 });
  });

  test('is used once if the message is delivered to two workers at once', async () => {
    await reserve(2);
    const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
    await enqueue('seed', ...hosts.flatMap(pages));
    const due = ports.clock.now();
    const message = { pages: 2, hosts: hosts.map((host) => ({ host, group: host, due })) };
    // Each worker locks some of the hosts.
    const { acquire } = ports.locks;
    let turn = 0;
    const acquireInTurn: typeof acquire = async (...given) => {
      if (++turn % 2 === 0) await new Promise<void>((resolve) => setImmediate(resolve));
      return acquire(...given);
    };
    ports.locks = { ...ports.locks, acquire: acquireInTurn };
    await Promise.all([visit(message), visit({ ...message, hosts: [...message.hosts].reverse() })]);
    expect(requested).toHaveLength(2);
    expect((await ports.control.get('crawl'))?.counts).toMatchObject({ pages: 2 });
  });

  test('bounds the pages of all hosts of the message together', async () => {
    await reserve(1);
    const hosts = ['a.test', 'b.test', 'c.test'];
    await enqueue('seed', ...hosts.flatMap(pages));
    const due = ports.clock.now();
    await visit({ pages: 1, hosts: hosts.map((host) => ({ host, group: host, due })) });
    expect(requested.map((url) => hostOf(url as Url))).toHaveLength(1);
  });
});
