import { expect, test } from 'vitest';
import type { PageRendering, RenderedResponse } from '../../../shared/fetch/render/page-rendering.ts';
import { visitHosts } from '../../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../../shared/fetch/warc/warc-read.ts';
import { explain } from '../../../shared/frontier/explain/explain.ts';
import { createBundleCache } from '../../../shared/frontier/host/bundle-reader.ts';
import { LocalFaultError } from '../../../shared/http/local-fault.ts';
import type { Fetcher } from '../../../shared/ports/fetcher.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock } from '../../fake-clock.ts';
import { OPTIONS, reply, seedLink, visitOnce } from '../single-host.ts';

const URL_A = 'https://moor.test/a';

const fetcher: Fetcher = {
  fetch: async (url) => (url.endsWith('/robots.txt') ? reply(404, '') : reply(200, 'as sent')),
};

const rendering = (answer: RenderedResponse | undefined): PageRendering => ({
  maxMs: 1_000,
  isChosen: () => false,
  room: async () => {},
  render: async () => answer,
});

const visit = (answer: RenderedResponse | undefined) =>
  visitOnce(fetcher, [seedLink(URL_A)], { rendering: rendering(answer) });

const CHOSEN = { why: 'chosen', refused: {} } as const;

type Ports = Awaited<ReturnType<typeof visit>>['ports'];

async function capturesOf({ objects, captures }: Ports) {
  const messages = await captures.receive(10, 60_000);
  const found = await Promise.all(
    messages.map(async ({ message }) => [...readCaptures((await objects.get(message.key))!, message.key)]),
  );
  return found.flat().flatMap((one) => (one.kind === 'capture' ? [one.capture] : []));
}

async function pageOf({ frontier }: Ports) {
  const head = (await frontier.getHead({ crawl: 'moor', host: 'moor.test' }))!;
  return head.counts;
}

test('a rendered page is archived with its response, and has no validators', async () => {
  const { ports } = await visit({
    kind: 'rendered',
    html: Buffer.from('<p>shown</p>'),
    requests: 3,
    bytes: 50,
    ...CHOSEN,
  });
  expect(await capturesOf(ports)).toMatchObject([
    { url: URL_A, record: 'response', body: Buffer.from('as sent'), rendered: Buffer.from('<p>shown</p>') },
  ]);
  expect(await pageOf(ports)).toEqual({ fetched: 1 });
  const { counts } = (await ports.control.get('moor'))!;
  expect(counts).toMatchObject({ pages: 1, 'rendering.rendered': 1, requests: 5, bytes: 57 });
});

test('a page that cannot be rendered is archived as it was sent', async () => {
  const { ports } = await visit({ kind: 'failed', detail: 'crashed', requests: 1, bytes: 0, ...CHOSEN });
  const [capture] = await capturesOf(ports);
  expect(capture).toMatchObject({ url: URL_A, body: Buffer.from('as sent') });
  expect(capture!.rendered).toBeUndefined();
  expect((await ports.control.get('moor'))!.counts).toMatchObject({ pages: 1, 'rendering.failed': 1 });
});

test.each([
  ['for a time', { restUntil: 90_000_000_000_000 }, 90_000_000_000_000],
  ['without a time', {}, undefined],
])(
  'a host that asked for a rest %s while its page was rendered gets no further request of the visit',
  async (_, rest, until) => {
    const sent: string[] = [];
    const logged: Fetcher = {
      async fetch(url, request) {
        sent.push(url);
        return fetcher.fetch(url, request);
      },
    };
    const answer: RenderedResponse = {
      kind: 'rendered',
      html: Buffer.from('shown'),
      requests: 1,
      bytes: 0,
      rest,
      ...CHOSEN,
    };
    const links = ['a', 'b'].map((path) => seedLink(`https://moor.test/${path}`));
    const { ports, after } = await visitOnce(logged, links, { rendering: rendering(answer) });
    expect(sent).toEqual(['https://moor.test/robots.txt', 'https://moor.test/a']);
    expect(await capturesOf(ports)).toMatchObject([{ rendered: Buffer.from('shown') }]);
    // The page is requested one pause after robots.txt.
    expect(after.due).toBe(until ?? fakeClock().now() + OPTIONS.hostPauseMs + 5_000);
  },
);

test('a host that refuses a request of each page rests for no longer after the next one', async () => {
  const answer: RenderedResponse = {
    kind: 'rendered',
    html: Buffer.from('x'),
    requests: 1,
    bytes: 0,
    rest: {},
    ...CHOSEN,
  };
  const links = ['a', 'b', 'c'].map((path) => seedLink(`https://moor.test/${path}`));
  const options = { rendering: rendering(answer) };
  const { ports, after } = await visitOnce(fetcher, links, options);
  const { clock, frontier } = ports;
  const writer = createCaptureWriter('moor', { software: 'test' }, ports);
  let { due } = after;
  for (const fetched of [2, 3]) {
    const began = clock.now();
    const message = { crawl: 'moor', id: `${fetched}`, hosts: [{ host: 'moor.test', group: 'moor.test', due: due! }] };
    const ended = visitHosts(message, ports, writer, { ...OPTIONS, ...options, cache: createBundleCache(1 << 20) });
    await clock.advance(60_000);
    await ended;
    const head = (await frontier.getHead({ crawl: 'moor', host: 'moor.test' }))!;
    expect(head.counts).toEqual({ fetched });
    due = head.due;
    if (fetched === 2) expect(due).toBe(began + 5_000);
  }
});

test('the frontier keeps how a page was rendered, and the crawl counts refused requests', async () => {
  const refused = { robots: 1, limit: 2 };
  const answer = {
    html: Buffer.from('shown'),
    requests: 3,
    bytes: 0,
    why: 'empty',
    refused,
    isUnfinished: true,
  } as const;
  const { ports } = await visit({ kind: 'rendered', ...answer });
  expect((await ports.control.get('moor'))!.counts).toMatchObject({ 'rendering.refused': 3 });
  const noteOf = async ({ control, frontier }: Ports) =>
    (await explain('moor', URL_A as Url, { control, frontier })).page?.rendering;
  expect(await noteOf(ports)).toEqual({ result: 'rendered', why: 'empty', requests: 3, refused, isUnfinished: true });
  const failed = await visit({ kind: 'failed', detail: 'x'.repeat(300), requests: 0, bytes: 0, ...CHOSEN });
  expect(await noteOf(failed.ports)).toEqual({ result: 'failed', why: 'chosen', detail: 'x'.repeat(200) });
  const { counts } = (await failed.ports.control.get('moor'))!;
  expect(counts).not.toHaveProperty('rendering.refused');
});

test('a page that asks not to be indexed is archived as it was sent, and counts as any other', async () => {
  const { ports } = await visit({ kind: 'refused', requests: 0, bytes: 0, ...CHOSEN });
  expect(await capturesOf(ports)).toMatchObject([{ url: URL_A, body: Buffer.from('as sent') }]);
  const { counts } = (await ports.control.get('moor'))!;
  expect(Object.keys(counts).filter((name) => name.startsWith('rendering'))).toEqual([]);
});

test('a page that is not to be rendered counts as any other', async () => {
  const { ports } = await visit(undefined);
  expect(Object.keys((await ports.control.get('moor'))!.counts).filter((name) => name.startsWith('rendering'))).toEqual(
    [],
  );
});

test('a page that has no turn keeps its place', async () => {
  const { ports, after } = await visit({ kind: 'busy', requests: 0, bytes: 0, ...CHOSEN });
  expect(await capturesOf(ports)).toEqual([]);
  expect(after.due).toBeDefined();
  const { counts } = (await ports.control.get('moor'))!;
  expect(counts['pages'] ?? 0).toBe(0);
  // Those of robots.txt and the page, which is requested again later.
  expect(counts).toMatchObject({ requests: 2, bytes: 7 });
});

test('a page keeps its place if this machine cannot load its scripts', async () => {
  const failing: PageRendering = {
    ...rendering(undefined),
    render: () => Promise.reject(new LocalFaultError('EMFILE', new Error('too many open files'))),
  };
  const { ports, after } = await visitOnce(fetcher, [seedLink(URL_A)], { rendering: failing });
  expect(await capturesOf(ports)).toEqual([]);
  expect(after.due).toBeDefined();
});
