/** People sign in and annotate a page in Chromium, without scripts, and the page with all its forms passes the rules of axe-core. */
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA } from '../web/annotations/annotations-world.ts';
import { launchChromium } from './chromium.ts';
import { COPIED, serveCollection } from './collection.ts';
import { OPEN_DETAILS, SCHEMES, WIDTHS } from './pages.ts';

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

async function signIn(javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(`${site.url}record/${COPIED}`);
  await page.getByRole('link', { name: 'Sign in to annotate this page' }).click();
  await page.getByLabel('Name').fill(ADA.name);
  await page.getByLabel('Token').fill(ADA.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(page.url()).toBe(`${site.url}record/${COPIED}?crawl=garden#annotations`);
  return { context, page };
}

test('a person signs in, annotates, changes, deletes and signs out', async () => {
  const { context, page } = await signIn(false);
  const texts = () => page.locator('.annotations .text').allInnerTexts();
  const before = await texts();
  await page.getByLabel('Annotate this page').fill('<b>One</b>\n\ntwo');
  await page.getByRole('button', { name: 'Add the annotation' }).click();
  expect(await texts()).toEqual([...before, '<b>One</b>\n\ntwo']);
  expect(await page.locator('.annotations details').count()).toBe(1);
  await page.getByText('Change or delete').click();
  expect(await page.locator('details textarea').inputValue()).toBe('<b>One</b>\n\ntwo');
  await page.locator('details textarea').fill('Three');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  expect(await texts()).toEqual([...before, 'Three']);
  await page.getByText('Change or delete').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  expect(await texts()).toEqual(before);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await page.getByLabel('Annotate this page').count()).toBe(0);
  await context.close();
});

test('another website cannot send the form', async () => {
  const { context, page } = await signIn(true);
  const form = `<form method="post" action="${site.url}annotations?crawl=garden"><input name="record" value="${COPIED}"><input name="text" value="evil"><button>Send</button></form>`;
  await page.route('http://evil.test/', (route) => route.fulfill({ contentType: 'text/html', body: form }));
  await page.goto('http://evil.test/');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send' }).click();
  expect([401, 403]).toContain((await answered).status());
  await page.goto(`${site.url}record/${COPIED}`);
  expect(await page.locator('.annotations').textContent()).not.toContain('evil');
  await context.close();
});

test('the page of a person who has signed in violates no rule', async () => {
  const { context, page } = await signIn(true);
  await page.getByLabel('Annotate this page').fill('An annotation to change');
  await page.getByRole('button', { name: 'Add the annotation' }).click();
  await page.evaluate(OPEN_DETAILS);
  await page.evaluate(axe.source);
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  for (const colorScheme of SCHEMES)
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const script = `axe.run(document, ${JSON.stringify({ runOnly })})`;
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(script);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
        true,
      );
    }
  await context.close();
});

test('the advanced form leads to a search, without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}advanced`);
  const first = page.getByRole('group', { name: 'Row 1' });
  await first.getByLabel('Words', { exact: true }).fill('sundews');
  await first.getByLabel('Searched in').selectOption('Title');
  const second = page.getByRole('group', { name: 'Row 2' });
  await second.getByLabel('Operator').selectOption('NOT');
  await second.getByLabel('Words', { exact: true }).fill('nothing');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  expect(new URL(page.url()).searchParams.get('q')).toBe('title:sundews AND NOT nothing');
  expect(await page.locator('.hit').count()).toBe(1);
  await context.close();
});
