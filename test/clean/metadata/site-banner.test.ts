import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { siteBanner } from '../../../shared/clean/metadata/site-banner.ts';

const page = parseHtml('<h1><a href="https://moss.example/">Moss notes</a></h1><h2>Growing moss</h2>', {
  xhtml: false,
  maxLinks: 100,
});

test.each([
  ['https://moss.example/2024/growing', 'Moss notes'],
  ['https://www.moss.example/2024/growing', 'Moss notes'],
  ['https://web.archive.org/web/2024/https://moss.example/growing', 'Moss notes'],
  ['https://bigmoss.example/growing', undefined],
  ['https://moss.example/', undefined],
])('the main heading names the site if it leads to the root of the host: %s', (url, expected) => {
  expect(siteBanner(page, url)).toBe(expected);
});
