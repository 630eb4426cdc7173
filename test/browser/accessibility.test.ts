/** Every page passes the rules of axe-core for WCAG 2.2 AA, at three widths, in light and dark. */
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { serve } from '../../web/server.ts';
import { aCapture } from '../web/fixtures.ts';
import { launchChromium } from './chromium.ts';
import { aCollection, COPIED, LONG } from './collection.ts';

const PAGES = [
  '',
  'search?q=',
  'search?q=carnivorous',
  'search?q=carnivorous&lang=en&collapse=host&sort=-date',
  'search?q=carnivorus+"bogs"+author:x',
  `search?q=${LONG}`,
  'search?q=nothing&type=pdf',
  'search?q=x&size=1000',
  `record/${COPIED}`,
  `record/${COPIED}/versions`,
  `record/${COPIED}/versions?a=2026-01-02T00:00:00Z&b=2026-03-04T00:00:00Z`,
  'search?q=carnivorous&crawl=garden,docs&explain=true',
  `cached/${COPIED}`,
  'browse',
  'browse?class=carnivorous',
  'browse?class=region&beside=carnivorous',
  'crawl',
  'help',
  'nothing',
];

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let browser: Browser;
let site: { url: string; close(): Promise<void> };

beforeAll(async () => {
  browser = await launchChromium();
  const { ports } = await aCollection(aCapture('<h1>An old page</h1>'));
  site = await serve(createApp(ports), { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  describe.each([390, 820, 1280])('at %s pixels', (width) => {
    test.each(PAGES)('/%s violates no rule', async (path) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      try {
        const page = await context.newPage();
        await page.goto(site.url + path);
        await page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })");
        await page.evaluate(axe.source);
        const options = JSON.stringify({ runOnly: RULES, iframes: false });
        const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(document, ${options})`);
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      } finally {
        await context.close();
      }
    });
  });
});

type Violation = { id: string; nodes: { html: string }[] };
