/** Every page passes the rules of axe-core for WCAG 2.2 AA in each language, in English at three widths and with those about colours in dark. */
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../web/language/table.ts';
import { launchChromium } from './chromium.ts';
import { serveCollection } from './collection.ts';
import { serveDemoCrawl } from './demo-crawl.ts';
import { OPEN_DETAILS, PAGES, SCHEMES, WIDTHS } from './pages.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules about colours, which is all that a colour scheme changes. */
const COLOUR_RULES = axe.getRules(RULES).flatMap(({ ruleId, tags }) => (tags.includes('cat.color') ? [ruleId] : []));

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

type Violation = { id: string; nodes: { html: string }[] };

async function violationsOf(page: Page, scheme: string): Promise<[rule: string, elements: string[]][]> {
  const runOnly = scheme === 'dark' ? { type: 'rule', values: COLOUR_RULES } : RULES;
  const options = JSON.stringify({ runOnly, iframes: false });
  const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(document, ${options})`);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/**
 * Returns the violations of a page by width and colour scheme. Colours are the same in all languages, so English is checked in dark. Other
 * languages differ in the length of their words, which matters most on a phone.
 */
async function checkPage(url: string, language: string): Promise<unknown[]> {
  const context = await browser.newContext({ locale: language });
  const found: unknown[] = [];
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate(OPEN_DETAILS);
    await page.evaluate(axe.source);
    const isEnglish = language === 'en';
    for (const colorScheme of isEnglish ? SCHEMES : (['light'] as const)) {
      await page.emulateMedia({ colorScheme });
      for (const width of isEnglish ? WIDTHS : WIDTHS.slice(0, 1)) {
        await page.setViewportSize({ width, height: 900 });
        const violations = await violationsOf(page, colorScheme);
        if (violations.length > 0) found.push([colorScheme, width, violations]);
      }
    }
    expect(await page.getAttribute('html', 'lang')).toBe(language);
  } finally {
    await context.close();
  }
  return found;
}

test('some rules are about colours', () => {
  expect(COLOUR_RULES).toContain('color-contrast');
});

test('a text in dark that has the colour of its background is noticed', async () => {
  const page = await browser.newPage({ colorScheme: 'dark' });
  await page.goto(site.url);
  await page.evaluate(axe.source);
  expect(await violationsOf(page, 'dark')).toEqual([]);
  await page.evaluate(
    "document.querySelectorAll('p, a, label').forEach(({ style }) => { style.color = '#222'; style.background = '#232323'; })",
  );
  expect((await violationsOf(page, 'dark')).map(([id]) => id)).toContain('color-contrast');
  await page.close();
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(PAGES)('/%s violates no rule', async (path) => {
    expect(await checkPage(site.url + path, language)).toEqual([]);
  });

  test('the crawl page with a topic and pages to judge violates no rule', async () => {
    const page = await browser.newPage();
    await page.goto(`${demo.url}crawl`);
    expect(await page.locator('.judge form').count()).toBeGreaterThan(0);
    expect(await page.locator('.harvest svg').count()).toBe(1);
    await page.close();
    expect(await checkPage(`${demo.url}crawl`, language)).toEqual([]);
  });
});
