import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageRendering, type HtmlPage, type RenderRules } from '../../../shared/fetch/render/page-rendering.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import type { HttpResponse } from '../../../shared/ports/fetcher.ts';
import type { PageToRender, Renderer, Rendering } from '../../../shared/ports/renderer.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock, settled } from '../../fake-clock.ts';
import { reply } from '../single-host.ts';

const URL_A = 'https://app.test/a' as Url;

const htmlReply = (body: string, change: Partial<HttpResponse> = {}): HttpResponse => ({
  ...reply(200, body),
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  ...change,
});

function open(
  rules: Partial<RenderRules> = {},
  render?: (page: PageToRender) => Promise<Rendering>,
  answer = () => reply(200, '{}'),
) {
  const pages: PageToRender[] = [];
  const renderer: Renderer = {
    async render(page) {
      pages.push(page);
      return render ? render(page) : { kind: 'rendered', html: Buffer.from('<p>shown</p>') };
    },
    async close() {},
  };
  const clock = fakeClock();
  const fetcher = { fetch: async (url: Url) => (url.endsWith('/robots.txt') ? reply(404, '') : answer()) };
  const rendering = createPageRendering(
    renderer,
    { fetcher, robots: sqliteRobotsStore(openDatabase(':memory:')), clock },
    {
      ...{ agent: 'thresher', timeoutMs: 1_000, maxBytes: 1_000, maxRequests: 10, posts: false },
      ...{
        isChosen: () => true,
        emptyPages: false,
        hasScripts: () => true,
        stateOf: () => 'text' as const,
        renderMs: 5_000,
        maxOpen: 2,
        ...rules,
      },
    },
  );
  return { rendering, pages, clock };
}

test('renders the decoded page, and counts what it has loaded', async () => {
  const { rendering, pages } = open({}, async (page) => {
    await page.load({ url: 'https://app.test/data', method: 'GET', headers: {}, isScript: false });
    return { kind: 'rendered', html: Buffer.from('<p>data</p>') };
  });
  const response = htmlReply('', { body: gzipSync('<p>sent</p>') });
  response.headers.push(['Content-Encoding', 'gzip']);
  expect(await rendering.render(URL_A, response)).toEqual({
    kind: 'rendered',
    html: Buffer.from('<p>data</p>'),
    requests: 2,
    bytes: 2,
    refused: {},
    why: 'chosen',
  });
  expect(Buffer.from(pages[0]!.body).toString()).toBe('<p>sent</p>');
  expect(pages[0]!.headers).toEqual([['Content-Type', 'text/html; charset=utf-8']]);
});

test('tells whether the host of the page asked for a rest', async () => {
  const loaded = (host: string) =>
    open(
      {},
      async (page) => {
        await page.load({ url: `https://${host}/data`, method: 'GET', headers: {}, isScript: false });
        return { kind: 'rendered', html: Buffer.from('<p>shown</p>') };
      },
      () => reply(429, ''),
    ).rendering.render(URL_A, htmlReply('x'));
  expect(await loaded('app.test')).toMatchObject({ kind: 'rendered', rest: {} });
  expect(await loaded('api.test')).not.toHaveProperty('rest');
});

test('renders XHTML pages', async () => {
  const { rendering, pages } = open();
  const headers: HttpResponse['headers'] = [['Content-Type', 'application/xhtml+xml; charset=utf-8']];
  expect(await rendering.render(URL_A, htmlReply('x', { headers }))).toMatchObject({ kind: 'rendered' });
  expect(pages).toMatchObject([{ headers }]);
});

test.each([
  ['an error page', htmlReply('x', { status: 404 })],
  ['a check for browsers', htmlReply('x', { headers: [...htmlReply('').headers, ['cf-mitigated', 'challenge']] })],
  ['an empty page', htmlReply('')],
  ['a text file', reply(200, 'x')],
  ['an XML page', htmlReply('x', { headers: [['Content-Type', 'application/xml']] })],
  ['a cut page', htmlReply('x', { truncated: true })],
  ['a page whose body was not read', htmlReply('x', { refused: 'unwanted-type' })],
  ['a page that unpacks to more than is read', htmlReply('x'.repeat(1_001))],
])('does not render %s', async (_, response) => {
  const { rendering, pages } = open();
  expect(await rendering.render(URL_A, response)).toBeUndefined();
  expect(pages).toEqual([]);
});

test('renders chosen pages, and others only if they are empty', async () => {
  const rules = { isChosen: (url: Url) => url.endsWith('/chosen') };
  const kindOf = async (path: string, more: Partial<RenderRules> = {}) => {
    const { rendering } = open({ ...rules, ...more });
    const found = await rendering.render(`https://app.test${path}` as Url, htmlReply('text'));
    return found && [found.kind, found.why];
  };
  const empty = { emptyPages: true, stateOf: () => 'empty' as const };
  const refused = { emptyPages: true, stateOf: () => 'refused' as const };
  expect(await kindOf('/chosen')).toEqual(['rendered', 'chosen']);
  expect(await kindOf('/other')).toBeUndefined();
  expect(await kindOf('/other', empty)).toEqual(['rendered', 'empty']);
  expect(await kindOf('/chosen', empty)).toEqual(['rendered', 'chosen']);
  expect(await kindOf('/other', { emptyPages: true })).toBeUndefined();
  expect(await kindOf('/chosen', refused)).toEqual(['refused', 'chosen']);
  expect(await kindOf('/other', refused)).toBeUndefined();
});

test('a page without scripts is not read to see whether it is empty', async () => {
  const read: string[] = [];
  const stateOf = ({ url }: HtmlPage) => {
    read.push(url);
    return 'empty' as const;
  };
  const rules = { emptyPages: true, hasScripts: () => false, stateOf };
  const kindOf = async (isChosen: boolean) =>
    (await open({ ...rules, isChosen: () => isChosen }).rendering.render(URL_A, htmlReply('x')))?.kind;
  expect(await kindOf(false)).toBeUndefined();
  expect(read).toEqual([]);
  expect(await kindOf(true)).toBe('rendered');
});

test('reports pages that fail, grow too long or become empty', async () => {
  const failed: string[] = [];
  const onFailed = (url: Url, detail: string) => void failed.push(`${url}: ${detail}`);
  const crashed = open({ onFailed }, async () => ({ kind: 'failed', detail: 'the browser has crashed' }));
  expect(await crashed.rendering.render(URL_A, htmlReply('x'))).toMatchObject({ kind: 'failed' });
  const long = open({ onFailed }, async () => ({ kind: 'rendered', html: Buffer.alloc(1_001) }));
  expect(await long.rendering.render(URL_A, htmlReply('x'))).toMatchObject({ kind: 'failed' });
  const empty = open({ onFailed }, async () => ({ kind: 'rendered', html: new Uint8Array(0) }));
  expect(await empty.rendering.render(URL_A, htmlReply('x'))).toMatchObject({ kind: 'failed' });
  expect(failed).toEqual([
    'https://app.test/a: the browser has crashed',
    'https://app.test/a: the rendered page has more than 1000 bytes',
    'https://app.test/a: the rendered page is empty',
  ]);
});

test('keeps the page as it was sent if its scripts remove its text', async () => {
  const stateOf = ({ body }: HtmlPage) => (Buffer.from(body).includes('text') ? 'text' : 'empty');
  const render = async (html: string): Promise<Rendering> => ({ kind: 'rendered', html: Buffer.from(html) });
  const kindOf = async (sent: string, shown: string) =>
    (await open({ stateOf }, () => render(shown)).rendering.render(URL_A, htmlReply(sent)))?.kind;
  expect(await kindOf('<p>text</p>', '<p>Something went wrong.</p>')).toBe('failed');
  expect(await kindOf('<p>text</p>', '<p>other text</p>')).toBe('rendered');
  expect(await kindOf('<div></div>', '<p>Hello.</p>')).toBe('rendered');
});

test('has room again when a page is rendered, or after half a minute', async () => {
  const ends: (() => void)[] = [];
  const { rendering, clock } = open({ maxOpen: 1 }, async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return { kind: 'rendered', html: Buffer.from('x') };
  });
  await rendering.room();
  const first = rendering.render(URL_A, htmlReply('x'));
  const passed: string[] = [];
  const waiter = rendering.room().then(() => passed.push('one'));
  await settled();
  expect(passed).toEqual([]);
  ends[0]!();
  await first;
  await waiter;
  expect(passed).toEqual(['one']);
  const second = rendering.render(URL_A, htmlReply('x'));
  const late = rendering.room().then(() => passed.push('two'));
  await clock.advance(30_000);
  await late;
  expect(passed).toEqual(['one', 'two']);
  expect(clock.sleepers()).toBe(0);
  await settled();
  ends[1]!();
  await second;
});
