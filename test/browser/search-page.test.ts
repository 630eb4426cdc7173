import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { MAX_BRAND_NAME } from '../../web/brand.ts';
import { ARCHIVED_PAGE_POLICY } from '../../web/headers.ts';
import { LANGUAGES } from '../../web/language/table.ts';
import { serve } from '../../web/server.ts';
import { aCapture, aStatus } from '../web/fixtures.ts';
import { LOWEST_CONTRAST, launchChromium } from './chromium.ts';
import { aCollection, COPIED, LONG } from './collection.ts';
import { OPEN_DETAILS, PAGES } from './pages.ts';

/** A server of another origin that archived pages try to reach, and the requests that reached it. */
const elsewhere = { url: '', requests: [] as string[], server: undefined as unknown as Server };

/** A page that tries to run code, load, send and navigate in every way. */
const evil = () => `<!doctype html><html><head><title>Evil</title>
<base href="${elsewhere.url}/base/"><meta http-equiv="refresh" content="0;url=${elsewhere.url}/refresh">
<link rel="stylesheet" href="${elsewhere.url}/style"><link rel="prefetch" href="${elsewhere.url}/prefetch"><link rel="icon" href="${elsewhere.url}/icon">
<style>@import "${elsewhere.url}/import"; @font-face { font-family: x; src: url(${elsewhere.url}/font) } body { font-family: x; background: url(${elsewhere.url}/background) }</style>
<script>document.title = 'ran'; top.location = '${elsewhere.url}/top'; fetch('${elsewhere.url}/fetch')</script><script src="${elsewhere.url}/script"></script></head>
<body onload="location='${elsewhere.url}/onload'"><h1>An old page</h1>
<img src="${elsewhere.url}/img" onerror="document.title='ran'"><img srcset="${elsewhere.url}/srcset 1x"><iframe src="${elsewhere.url}/frame"></iframe>
<video src="${elsewhere.url}/video" autoplay poster="${elsewhere.url}/poster"></video><object data="${elsewhere.url}/object"></object><embed src="${elsewhere.url}/embed">
<form action="${elsewhere.url}/form" target="_top"><input autofocus onfocus="form.submit()"><button>Send</button></form>
<a href="${elsewhere.url}/link" target="_top" ping="${elsewhere.url}/ping">away</a> <a href="javascript:document.title='ran'">run</a>
<svg><image href="${elsewhere.url}/svg"/><script>document.title='ran'</script></svg><p style="background:url(${elsewhere.url}/inline)">The end.</p></body></html>`;

let browser: Browser;
let page: Page;
let site: { url: string; close(): Promise<void> };
let world: Awaited<ReturnType<typeof aCollection>>['world'];

beforeAll(async () => {
  browser = await launchChromium();
  elsewhere.server = createServer((request, response) => {
    elsewhere.requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((done) => elsewhere.server.listen(0, '127.0.0.1', done));
  elsewhere.url = `http://127.0.0.1:${(elsewhere.server.address() as AddressInfo).port}`;
  const made = await aCollection(aCapture(evil()));
  world = made.world;
  site = await serve(createApp(made.ports), { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  elsewhere.server?.close();
});

/** Requests and console errors of the open page. */
const seen = { requests: [] as string[], complaints: [] as string[] };

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  page = await context.newPage();
  seen.requests = [];
  seen.complaints = [];
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && seen.complaints.push(message.text()));
  page.on('pageerror', (error) => seen.complaints.push(error.message));
  await page.goto(site.url + path);
}

afterEach(async () => {
  await page?.context().close();
  world.status = aStatus();
  elsewhere.requests = [];
});

const focused = () => page.evaluate<string>('document.activeElement.name ?? document.activeElement.textContent.trim()');

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  test('searches by keyboard alone and reaches the first hit with a few tabs', async () => {
    await open('', { javaScriptEnabled });
    await page.locator('[name=q]:focus').waitFor();
    await page.keyboard.type('sundews');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=sundews*');
    expect(await page.locator('.hit h2').first().textContent()).toBe('Sundews of the bogs');
    expect(await page.locator('mark').first().textContent()).toBe('Sundews');
    const reached: (string | null)[] = [];
    for (let i = 0; i < 9; i++) {
      await page.keyboard.press('Tab');
      reached.push(await page.locator(':focus').textContent());
    }
    expect(reached).toEqual(expect.arrayContaining(['Skip to content', 'Sundews of the bogs']));
  });

  test('applies filters and turns pages', async () => {
    await open('search?q=carnivorous', { javaScriptEnabled });
    await page.locator('.pager [rel=next]').click();
    expect(await page.locator('.count').textContent()).toBe('11–20 of 31 results');
    await page.locator('summary', { hasText: 'Filters' }).click();
    await page.locator('[name=lang]').fill('sv');
    await page.locator('[name=after]').fill('2022-01-31');
    await page.locator('button').click();
    await page.waitForURL('**lang=sv*');
    expect(await page.locator('.hit h2').allTextContents()).toEqual(['Sileshår']);
    await page.getByRole('link', { name: 'Remove the filter Language' }).click();
    await page.getByRole('link', { name: 'Remove the filter Dated from' }).click();
    expect(await page.locator('.count').textContent()).toBe('1–10 of 31 results');
  });

  test('updates the crawl page, also with new outcomes', async () => {
    await open('crawl', { javaScriptEnabled });
    world.status = aStatus({ pages: 4321, outcomes: { fetched: 4000, unchanged: 321 } });
    await page.locator('[data-word=unchanged]', { hasText: '321' }).waitFor({ timeout: 120_000 });
    expect(await page.locator('[data-number=pages][data-as=count]').textContent()).toBe('4,321');
    expect(await page.locator('[data-word=gone]').count()).toBe(0);
    world.status = aStatus({ state: 'done' });
    await page.locator('.state.done').waitFor({ timeout: 120_000 });
    expect(seen.complaints).toEqual([]);
  });

  test('shows a cached copy that cannot run code, load, send or navigate', async () => {
    await open(`cached/${COPIED}`, { javaScriptEnabled });
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('h1').textContent()).toBe('An old page');
    await frame.getByText('away').click();
    await frame.getByText('Send').click();
    await page.waitForTimeout(500);
    expect(page.url()).toBe(`${site.url}cached/${COPIED}`);
    expect(await frame.locator('p').textContent()).toBe('The end.');
    expect(await page.title()).toContain('cached copy');
    expect(elsewhere.requests).toEqual([]);
    expect(seen.requests.filter((url) => !url.startsWith(site.url))).toEqual([]);
  });
});

test('gets events while the crawl page is visible, and the latest counts when it is shown again', async () => {
  const { world: live, ports } = await aCollection(aCapture(''));
  let events = 0;
  const app = createApp({ ...ports, mayStream: () => true }, async (c, next) => {
    events += Number(c.req.path === '/crawl/events');
    await next();
  });
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  const setHidden = (isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
  const pages = () => page.locator('[data-number=pages][data-as=count]');
  try {
    await open('');
    await page.goto(`${server.url}crawl`);
    live.status = aStatus({ pages: 4321 });
    await pages().filter({ hasText: '4,321' }).waitFor({ timeout: 120_000 });
    await setHidden(true);
    live.status = aStatus({ pages: 5432, state: 'done' });
    await page.waitForTimeout(5_000);
    expect([await pages().textContent(), events]).toEqual(['4,321', 1]);
    await setHidden(false);
    await page.locator('.state.done').waitFor({ timeout: 120_000 });
    expect([await pages().textContent(), events]).toEqual(['5,432', 2]);
    expect(seen.complaints).toEqual([]);
  } finally {
    await server.close();
  }
});

test('suggests other spellings with what was typed in their label, without which browsers hide them', async () => {
  await open('/search?q=moss');
  await page.route('**/suggest?*', (route) =>
    route.fulfill({ json: ['', ['Öppettider', 'oppetid'], ['', ''], ['', '']], contentType: 'application/json' }),
  );
  await page.fill('input[name=q]', '');
  await page.locator('input[name=q]').pressSequentially('Oppet');
  await page.locator('#suggestions option').first().waitFor({ state: 'attached' });
  const listed = await page
    .locator('#suggestions option')
    .evaluateAll((options) => options.map((option) => [option.getAttribute('value'), option.getAttribute('label')]));
  expect(listed).toEqual([
    ['Öppettider', 'Öppettider (Oppet)'],
    ['oppetid', null],
  ]);
});

test('contains an unsanitised page by the policy of cached copies alone', async () => {
  const raw = createServer((_, response) => {
    response
      .setHeader('content-security-policy', ARCHIVED_PAGE_POLICY)
      .setHeader('content-type', 'text/html')
      .end(evil());
  });
  await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));
  try {
    await open('');
    await page.goto(`http://127.0.0.1:${(raw.address() as AddressInfo).port}/`);
    await page.waitForTimeout(500);
    expect(await page.title()).toBe('Evil');
    expect(await page.locator('p').textContent()).toBe('The end.');
    expect(elsewhere.requests).toEqual([]);
  } finally {
    raw.closeAllConnections();
    raw.close();
  }
});

test('moves the focus to the search box on /, except inside a field', async () => {
  await open('search?q=sundews');
  expect(await focused()).not.toBe('q');
  await page.keyboard.press('/');
  expect(await focused()).toBe('q');
  await page.keyboard.press('End');
  await page.keyboard.press('/');
  expect(await page.locator('[name=q]').inputValue()).toBe('sundews/');
});

const EVERY_PAGE = [
  '',
  'search?q=carnivorous&lang=en',
  `search?q=${LONG}`,
  'search?q=x&size=1000',
  `record/${COPIED}`,
  'browse',
  `cached/${COPIED}`,
  'crawl',
  'nothing',
];

describe.each(['light', 'dark'] as const)('in the %s', (colorScheme) => {
  test.each(EVERY_PAGE)('/%s has a contrast of at least 4.5 everywhere', async (path) => {
    await open(path, { colorScheme });
    await page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })");
    const { contrast, text } = await page.evaluate<{ contrast: number; text: string }>(LOWEST_CONTRAST);
    expect(contrast, text).toBeGreaterThanOrEqual(4.5);
    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(Number(/\d+/.exec(ground)?.[0]) > 127).toBe(colorScheme === 'light');
  });
});

test('in forced colours a button has a border, and the current page of results an outline', async () => {
  await open('search?q=carnivorous', { forcedColors: 'active' });
  const width = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  expect(await width('.box button', 'borderTopWidth')).toBe('1px');
  expect(await width('.pager [aria-current]', 'outlineWidth')).toBe('2px');
});

// 320 pixels: a window of 1,280 at a zoom of 400 % (WCAG 2.1, 1.4.10).
test.each(PAGES)('/%s does not scroll sideways at 320 pixels', async (path) => {
  await open(path, { viewport: { width: 320, height: 740 } });
  await page.evaluate(OPEN_DETAILS);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

test.each(['', 'help'])('/%s does not scroll sideways at 320 pixels with a long name of the site', async (path) => {
  const { ports } = await aCollection(aCapture('<h1>An old page</h1>'));
  const brand = { name: `Hochschulbibliothek ${LONG}`.slice(0, MAX_BRAND_NAME), links: [{ label: LONG, href: '/a' }] };
  const named = await serve(createApp({ ...ports, brand }), { host: '127.0.0.1', port: 0 });
  const narrow = await browser.newPage({ viewport: { width: 320, height: 740 } });
  try {
    await narrow.goto(named.url + path);
    expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    const emblem = await narrow.evaluate<number>("document.querySelector('.emblem').getBoundingClientRect().width");
    expect(emblem).toBe(24);
  } finally {
    await narrow.close();
    await named.close();
  }
});

test.each(LANGUAGES)('the menu is one line on a phone of 360 pixels, in %s', async (locale) => {
  await open('search?q=carnivorous', { viewport: { width: 360, height: 740 }, locale });
  const tops = await page.locator('.top nav a').evaluateAll((links) => links.map((link) => link.offsetTop));
  expect(tops.length).toBeGreaterThan(2);
  expect(new Set(tops).size).toBe(1);
});

test.each(['search?q=carnivorous', 'collection', 'browse'])(
  '/%s keeps the count of a long value on one line',
  async (path) => {
    await open(path);
    await page.evaluate(
      `for (const a of document.querySelectorAll('.refine li a, .branches li a')) a.textContent = '${LONG}'`,
    );
    const heights =
      "[...document.querySelectorAll('.refine li a + span, .branches li a + span')].map((e) => e.clientHeight)";
    const found = await page.evaluate<number[]>(heights);
    expect(found.length).toBeGreaterThan(0);
    // A line has 24 to 26 pixels.
    expect(Math.max(...found)).toBeLessThan(30);
  },
);

test.each([
  ['المكتبة', 'rtl'],
  ['library', 'ltr'],
])('shows the query %s from the side on which its script begins', async (q, direction) => {
  await open(`search?q=${encodeURIComponent(q)}`);
  expect(await page.evaluate("getComputedStyle(document.querySelector('[name=q]')).direction")).toBe(direction);
});

test('prints the query and the hits with whole addresses, without what only a screen can use', async () => {
  await open('search?q=carnivorous');
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.top nav', '.ask', '.refine', '.pager', '.languages'])
    expect(await page.locator(part).first().isVisible(), part).toBe(false);
  expect(await page.locator('h1').boundingBox()).toMatchObject({ height: expect.closeTo(30, -1) });
  const isCut = "[...document.querySelectorAll('.address')].some((e) => e.scrollWidth > e.clientWidth)";
  expect(await page.evaluate(isCut)).toBe(false);
  expect(await page.locator('.hit').count()).toBe(10);
});

test('prints a query of one long word as a whole', async () => {
  await open(`search?q=${LONG}`);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(
    await page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('h1'))"),
  ).toBe(false);
});

test.each(EVERY_PAGE)('/%s loads nothing from other origins and does not violate its own policy', async (path) => {
  await open(path);
  await page.waitForLoadState('networkidle');
  expect(seen.requests.filter((url) => !url.startsWith(site.url))).toEqual([]);
  // The console also reports a 404 or 400 of the page itself.
  expect(seen.complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});
