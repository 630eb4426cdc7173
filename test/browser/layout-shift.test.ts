/** Nothing moves while a page loads. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { serveCollection } from './collection.ts';
import { PAGES, WIDTHS } from './pages.ts';

let browser: Browser;
let site: { url: string; close(): Promise<void> };

beforeAll(async () => {
  browser = await launchChromium();
  site = await serveCollection();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Collects shifts from the start of the page on, with what moved from where to where. */
const OBSERVE = `window.shifts = [];
const place = ({ x, y, width, height }) => [x, y, width, height].join(' ');
const moved = ({ node, previousRect, currentRect }) =>
  ((node?.outerHTML ?? node?.textContent ?? '').slice(0, 100) + ': ' + place(previousRect) + ' to ' + place(currentRect));
new PerformanceObserver((list) =>
  window.shifts.push(...list.getEntries().map(({ value, sources }) => ({ value, moved: sources.map(moved) }))),
).observe({ type: 'layout-shift', buffered: true });`;

type Shift = { value: number; moved: string[] };

/** Waits for two frames, after which the observer has heard of all shifts so far. */
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))';

async function shiftsOf(path: string, width: number, script?: string): Promise<Shift[]> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(OBSERVE);
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
    await page.evaluate(FRAMES);
    if (script !== undefined) await page.evaluate(script);
    await page.evaluate(FRAMES);
    return await page.evaluate<Shift[]>('window.shifts');
  } finally {
    await context.close();
  }
}

describe.each(WIDTHS)('at %s pixels', (width) => {
  test.each(PAGES)('/%s', async (path) => {
    const first = await shiftsOf(path, width);
    if (first.length === 0) return;
    // A font that the system loads late once moves a line by a fraction of a pixel. What the page itself moves, it moves each time.
    expect({ first, again: await shiftsOf(path, width) }).toEqual({ first, again: [] });
  });
});

test('a page that moves is noticed', async () => {
  const script = "document.querySelector('main').style.marginTop = '200px'";
  const [shift] = await shiftsOf('search?q=carnivorous', 390, script);
  expect(shift!.value).toBeGreaterThan(0.01);
});
