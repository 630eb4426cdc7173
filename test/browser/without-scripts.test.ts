/** Every page says the same without JavaScript, and what it offers works. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { COPIED, serveCollection } from './collection.ts';
import { PAGES } from './pages.ts';

let browser: Browser;
let page: Page;
let site: { url: string; close(): Promise<void> };

beforeAll(async () => {
  browser = await launchChromium();
  site = await serveCollection();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
afterEach(() => page?.context().close());

async function open(path: string, { javaScriptEnabled = false, width = 1280 } = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled });
  page = await context.newPage();
  await page.goto(site.url + path);
}

describe('the same text', () => {
  test.each(PAGES)('/%s', async (path) => {
    await open(path, { javaScriptEnabled: true });
    const expected = await page.locator('body').allInnerTexts();
    await page.context().close();
    await open(path);
    expect(await page.locator('body').allInnerTexts()).toEqual(expected);
  });
});

test('a record leads to its cached copy, its versions and the pages of its class', async () => {
  await open(`record/${COPIED}`);
  await page.getByRole('link', { name: 'Cached copy' }).click();
  expect(await page.frameLocator('iframe').locator('h1').textContent()).toBe('An old page');
  await page.goBack();
  await page.getByRole('link', { name: 'Versions' }).click();
  expect(await page.locator('.versions li').count()).toBe(2);
  await page.goBack();
  await page.getByRole('link', { name: 'carnivorous.sundews' }).click();
  expect(await page.locator('.count').textContent()).toBe('1 result, newest first');
});

test('two versions are compared', async () => {
  await open(`record/${COPIED}/versions`);
  await page.getByRole('button', { name: 'Compare' }).click();
  expect(await page.locator('del').allTextContents()).toEqual(['rare']);
  expect(await page.locator('ins').allTextContents()).toEqual(['carnivorous']);
});

test('the tree of classes leads down to a search, and to another vocabulary', async () => {
  await open('browse');
  await page.getByRole('link', { name: 'sundews' }).click();
  expect(await page.locator('.chips').textContent()).toContain('Class: carnivorous.sundews');
  await open('browse?class=carnivorous');
  await page.locator('.vocabularies a').first().click();
  expect(await page.locator('h2.other').textContent()).toBe('region');
});

test('the collection leads to the filtered search, and opens its table', async () => {
  await open('collection');
  await page.locator('summary', { hasText: 'As a table' }).click();
  expect(await page.locator('.times tbody tr').first().isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Swedish' }).click();
  expect(await page.locator('.hit h2').allTextContents()).toEqual(['Sileshår']);
});

test('the examples of the help are searches', async () => {
  await open('help');
  await page.getByRole('link', { name: 'title:sundew' }).click();
  expect(await page.locator('.hit h2').allTextContents()).toEqual(['Sundews of the bogs']);
});

test('the crawl page leads to the newest pages, and has its charts', async () => {
  await open('crawl');
  expect(await page.locator('.times svg rect').count()).toBeGreaterThan(0);
  expect(await page.locator('.parts rect').count()).toBe(5);
  await page.getByRole('link', { name: 'All pages, newest first' }).click();
  expect(await page.locator('.count').textContent()).toContain('of 31 results, newest first');
});

test.each([
  ['a short query', 'carnivorous', 'link'],
  ['a long query', 'carnivorous+'.repeat(12), 'button'],
] as const)('on a phone the drawer of %s opens, and its facets narrow the search', async (_, q, role) => {
  await open(`search?q=${q}`, { width: 390 });
  await page.locator('.torefine a').click();
  await page.locator('#refine').getByRole(role, { name: 'PDF' }).click();
  await page.waitForURL('**type=pdf*');
  expect(await page.locator('.count').textContent()).toBe('1–10 of 29 results');
  const next = role === 'link' ? page.locator('[rel=next]') : page.getByRole('button', { name: 'Next' });
  await next.click();
  expect(await page.locator('.count').textContent()).toBe('11–20 of 29 results');
  await page.getByRole(role, { name: 'Remove the filter Type PDF' }).click();
  expect(await page.locator('.count').textContent()).toBe('1–10 of 31 results');
});

test('the language of a very long query changes with a button', async () => {
  await open(`search?q=${'carnivorous+'.repeat(60)}`);
  await page.getByRole('button', { name: 'Svenska' }).click();
  expect(await page.locator('html').getAttribute('lang')).toBe('sv');
  expect(await page.locator('.hit').count()).toBe(10);
});
