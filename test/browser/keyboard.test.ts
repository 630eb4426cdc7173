/** Every link and control of a page can be reached with the Tab key, in the order of the page, and shows that it has the focus. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { serveCollection } from './collection.ts';
import { serveDemoCrawl } from './demo-crawl.ts';
import { OPEN_DETAILS, PAGES, WIDTHS } from './pages.ts';

let browser: Browser;
let site: { url: string; close(): Promise<void> };
let demo: { url: string; close(): Promise<void> };

beforeAll(async () => {
  [browser, demo] = await Promise.all([launchChromium(), serveDemoCrawl({ judging: true })]);
  site = await serveCollection();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await demo?.close();
});

/**
 * Numbers what can be reached: visible links and controls; of a group of radio buttons the chosen one, which the arrow keys move. Then it
 * notes what gets the focus: its number, or -1, and whether that can be seen. A script for `page.evaluate`.
 */
const WATCH = `(() => {
  const selector = 'a[href], button, input:not([type=hidden]), select, summary';
  const isStop = (e) => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !(e.type === 'radio' && !e.checked);
  const stops = [...document.querySelectorAll(selector)].filter(isStop);
  window.stops = stops.map((e) => e.outerHTML.slice(0, 120));
  window.focused = [];
  const hasOutline = (e) => { const { outlineStyle, outlineWidth } = getComputedStyle(e); return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1; };
  const isOnScreen = (e) => { const { top, bottom, left, right } = e.getBoundingClientRect(); return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth; };
  document.addEventListener('focusin', ({ target }) => {
    const seen = (hasOutline(target) || hasOutline(target.closest('.box') ?? target)) && isOnScreen(target);
    window.focused.push([stops.indexOf(target), seen]);
  });
  // The search box of the start page has the focus: begin before everything else.
  const start = document.body.insertBefore(document.createElement('span'), document.body.firstChild);
  start.tabIndex = -1;
  start.focus();
  start.remove();
  return stops.length;
})()`;

/** Presses Tab until the focus has left the page, and returns the number of each element that got it, and those that could not be seen. */
async function tabThrough(page: Page): Promise<{ order: number[]; unseen: string[]; stops: string[] }> {
  const count = await page.evaluate<number>(WATCH);
  // The fields of a date have several stops each.
  for (let presses = 0; presses < 2 * count + 40; presses += 10) {
    for (let i = 0; i < 10; i++) await page.keyboard.press('Tab');
    if (await page.evaluate(`window.focused.some(([n]) => n === ${count - 1})`)) break;
  }
  const focused = await page.evaluate<[number, boolean][]>('window.focused');
  const stops = await page.evaluate<string[]>('window.stops');
  const order = [...new Set(focused.map(([n]) => n).filter((n) => n >= 0))];
  return { order, stops, unseen: focused.flatMap(([n, isSeen]) => (n < 0 || isSeen ? [] : [stops[n]!])) };
}

async function check(url: string, width: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(url);
    // Chromium gives the focus to this element with a later frame, and would take it from where this test begins.
    await page.waitForFunction(
      "document.activeElement.matches('[autofocus]') || !document.querySelector('[autofocus]')",
    );
    await page.evaluate(OPEN_DETAILS);
    const { order, stops, unseen } = await tabThrough(page);
    expect(order.map((n) => stops[n])).toEqual(stops);
    expect(unseen).toEqual([]);
    expect(stops.length).toBeGreaterThan(5);
  } finally {
    await context.close();
  }
}

// Between them a page has the elements of one or the other.
const [NARROWEST, , WIDEST] = WIDTHS;

describe.each([NARROWEST, WIDEST])('at %s pixels', (width) => {
  test.each(PAGES)('/%s', (path) => check(site.url + path, width));

  test('the crawl page with pages to judge', () => check(`${demo.url}crawl`, width));
});

test('Enter and the space bar open what is closed, and follow a button of a long query', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.url}search?q=${'carnivorous+'.repeat(12)}plants`);
  await page.locator('.refine summary').focus();
  await page.keyboard.press('Space');
  const button = page.locator('#refine button', { hasText: /^Swedish$/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**lang=sv*');
  expect(page.url()).not.toContain('change=');
  expect(await page.locator('.hit h2').allTextContents()).toEqual(['Sileshår']);
  await context.close();
});
