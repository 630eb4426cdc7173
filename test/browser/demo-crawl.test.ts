/** The search pages over a crawl of the demo website: every record comes from the product's own stages. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { serveDemoCrawl } from './demo-crawl.ts';

/** Set to 1 to write the images of the README. Other runs write nothing, so a checkout stays clean. */
const UPDATE_IMAGES = process.env['UPDATE_IMAGES'] === '1';
const IMAGES = join(import.meta.dirname, '../../docs/images');

let browser: Browser;
let page: Page;
let site: Awaited<ReturnType<typeof serveDemoCrawl>>;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), serveDemoCrawl()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
afterEach(() => page.context().close());

async function open(path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 1200 }, deviceScaleFactor: 1 });
  page = await context.newPage();
  await page.goto(site.url + path);
}

const typesOf = async (path: string) => {
  const response = await page.request.get(`${site.url}${path}&format=json`);
  const { total, hits } = (await response.json()) as { total: number; hits: { type: string }[] };
  return { total, types: [...new Set(hits.map(({ type }) => type))] };
};

test('the cached copy of an HTML page is shown as a page', async () => {
  await open('search?q=carnivorous+plants+type:html');
  const title = (await page.locator('.hit h2').first().textContent())!;
  await page.getByRole('link', { name: 'Cached copy' }).first().click();
  await page.waitForURL('**/cached/**');
  expect(await page.title()).toBe(`${title} – cached copy – Thresher`);
  expect(await page.locator('.banner').textContent()).toContain('Scripts, forms, external images');
  const frame = page.frameLocator('iframe.archived');
  expect(await frame.locator('h1').count()).toBeGreaterThan(0);
  expect(await frame.locator('p').count()).toBeGreaterThan(1);
});

test('the type filter of the form, a type in the query and a media type find the same pages', async () => {
  await open('search?q=carnivorous');
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.locator('[name=type]').selectOption({ label: 'Web page' });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**type=html*');
  expect(await page.locator('.chips').textContent()).toContain('Type: Web page');
  expect(await page.locator('.hit').count()).toBe(10);
  const html = await typesOf('search?q=carnivorous&type=html');
  expect(html.types).toEqual(['html']);
  for (const query of ['q=carnivorous+type:html', 'q=carnivorous+type:text/html', 'q=carnivorous&type=text%2Fhtml'])
    expect(await typesOf(`search?${query}`)).toEqual(html);
  const other = await typesOf('search?q=&type=text');
  expect(other.types.every((type) => type === 'text')).toBe(true);
  expect(html.total).toBeGreaterThan(10);
});

test('an unknown type in the query is reported with the list of types', async () => {
  await open('search?q=carnivorous+type:webpage');
  expect(await page.locator('.problem').textContent()).toMatch(/type:webpage must be one of html, text, .*pdf/);
  expect(await page.locator('[name=q]').inputValue()).toBe('carnivorous type:webpage');
});

test('the crawl page lists the pages on both sides of the cut-off, nearest first', async () => {
  await open('crawl');
  const row = page.locator('[data-counts=verdicts] [data-word=off-topic]');
  expect(await row.locator('small').textContent()).toBe('score at most 100: not kept');
  const items = async (name: string) => {
    const texts = await page.locator(`[data-list=${name}] li`).allInnerTexts();
    return texts.map((text) => Number(/score (-?[\d.]+), cut-off 100: \S/.exec(text)![1]));
  };
  const [nearest, weakest] = [await items('nearest'), await items('weakest')];
  expect(nearest[0]).toBe(40);
  expect(nearest).toEqual([...nearest].sort((a, b) => b - a));
  expect(weakest).toHaveLength(5);
  expect(weakest).toEqual([...weakest].sort((a, b) => a - b));
  expect(weakest[0]).toBeGreaterThan(100);
  expect(await page.locator('[data-list=nearest] a').first().getAttribute('href')).toBe('http://moor.test/');
  expect(await page.locator('main').textContent()).toMatch(
    /Judged now by topic\.txt with cut-off 100; read all \d+ stored pages\./,
  );
  // No list is wider than the page on a phone, in spite of long terms.
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

test.each([
  ['search.png', 'search?q=bladderwort+trap', '.hit >> nth=1'],
  ['crawl.png', 'crawl', '[data-counts=outcomes]'],
])('takes %s of /%s', async (file, path, last) => {
  await open(path);
  const { y, height } = (await page.locator(last).boundingBox())!;
  const clip = { x: 0, y: 0, width: 1100, height: Math.ceil(y + height) + 16 };
  if (UPDATE_IMAGES) mkdirSync(IMAGES, { recursive: true });
  const bytes = await page.screenshot({ type: 'png', clip, ...(UPDATE_IMAGES && { path: join(IMAGES, file) }) });
  expect(bytes.length).toBeLessThan(150_000);
});
