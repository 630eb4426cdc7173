/** Contact sheets: every page of a crawl of the demo website at three widths, in light and dark, on one image each. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { serveDemoCrawl } from './demo-crawl.ts';
import { SCHEMES, WIDTHS } from './pages.ts';
import { palettePng } from './palette-png.ts';

/** Set to 1 to write the images of the docs. Other runs write nothing, so a checkout stays clean. */
const UPDATE_IMAGES = process.env['UPDATE_IMAGES'] === '1';
const FOLDER = join(import.meta.dirname, '../../docs/images/pages');

/** Maximum size of an image, in bytes. */
const MAX_BYTES = 200_000;

/** Part of the page that is shown, in pixels, and its scale on the sheet. */
const SHOWN_HEIGHT = 1_000;
const SCALE = 0.42;

let browser: Browser;
let site: Awaited<ReturnType<typeof serveDemoCrawl>>;
let record: string;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), serveDemoCrawl({ judging: true })]);
  const answer = await fetch(`${site.url}search?q=bladderwort+trap&format=json`);
  const { hits } = (await answer.json()) as { hits: { id: string }[] };
  record = hits[0]!.id;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Takes the top of a page. */
async function screenshot(path: string, width: number, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width, height: SHOWN_HEIGHT }, colorScheme });
  try {
    const page = await context.newPage();
    const answer = await page.goto(site.url + path);
    expect(answer!.status()).toBe(path === 'nothing' ? 404 : 200);
    // The drawer of a phone is a part of the design, too.
    if (path.includes('#refine')) await page.locator('#refine').scrollIntoViewIfNeeded();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const take = () => page.screenshot({ type: 'png' });
    // Chromium now and then has no frame to capture yet on a busy machine.
    return await take().catch(take);
  } finally {
    await context.close();
  }
}

/** Draws images side by side, a row for each colour scheme. A script for `page.evaluate`, which returns the pixels as Base64. */
const DRAW = `(async () => {
  const rows = [...document.querySelectorAll('div')].map((row) => [...row.querySelectorAll('img')]);
  await Promise.all(rows.flat().map((image) => image.decode()));
  const gap = 8;
  const [first] = rows;
  const canvas = document.createElement('canvas');
  canvas.width = first.reduce((x, image) => x + image.width + gap, gap);
  canvas.height = rows.reduce((y, [image]) => y + image.height + gap, gap);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#888';
  context.fillRect(0, 0, canvas.width, canvas.height);
  let y = gap;
  for (const row of rows) {
    let x = gap;
    for (const image of row) {
      context.drawImage(image, x, y, image.width, image.height);
      x += image.width + gap;
    }
    y += row[0].height + gap;
  }
  const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const blob = new Blob([data]);
  const url = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
  return { width, height, base64: url.slice(url.indexOf(',') + 1) };
})()`;

async function contactSheet(rows: readonly (readonly Buffer[])[]): Promise<Buffer> {
  const images = rows.map((row) => {
    const cells = row.map((png, i) => {
      const [width, height] = [WIDTHS[i]! * SCALE, SHOWN_HEIGHT * SCALE].map(Math.round);
      return `<img width="${width}" height="${height}" src="data:image/png;base64,${png.toString('base64')}">`;
    });
    return `<div>${cells.join('')}</div>`;
  });
  const page = await browser.newPage();
  try {
    await page.setContent(images.join(''));
    const { base64, ...size } = await page.evaluate<{ width: number; height: number; base64: string }>(DRAW);
    return palettePng({ ...size, rgba: Buffer.from(base64, 'base64') });
  } finally {
    await page.close();
  }
}

const SHEETS: readonly (readonly [name: string, path: string | (() => string)])[] = [
  ['home', ''],
  ['search', 'search?q=bladderwort+trap'],
  ['facets', 'search?q=bladderwort+trap#refine'],
  ['long-query', `search?q=${'bladderwort+trap+pitcher+plant+'.repeat(5)}sundew&lang=en`],
  ['nothing-found', 'search?q=teapot&type=pdf'],
  ['record', () => `record/${record}`],
  ['versions', () => `record/${record}/versions`],
  ['cached', () => `cached/${record}`],
  ['browse', 'browse'],
  ['collection', 'collection'],
  ['crawl', 'crawl'],
  ['judge', 'crawl#judge'],
  ['help', 'help'],
  ['problem', 'nothing'],
];

function writeImage(name: string, image: Buffer): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.png`), image);
}

test.each(SHEETS)('takes the sheet %s', async (name, path) => {
  const url = typeof path === 'string' ? path : path();
  const rows: Buffer[][] = [];
  for (const colorScheme of SCHEMES) {
    const row: Buffer[] = [];
    for (const width of WIDTHS) row.push(await screenshot(url, width, colorScheme));
    rows.push(row);
  }
  const sheet = await contactSheet(rows);
  if (UPDATE_IMAGES) writeImage(name, sheet);
  expect(sheet.length).toBeLessThan(MAX_BYTES);
});

test('the folder has these sheets and no others', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(SHEETS.map(([name]) => `${name}.png`).sort());
});
