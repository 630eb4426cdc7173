import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { findTitle } from '../../../shared/clean/metadata/headline.ts';
import { gatherMetadata } from '../../../shared/clean/metadata/metadata.ts';
import type { PageKind } from '../../../shared/clean/page-kind/page-kinds.ts';

function titleOf(html: string, kind?: PageKind): string | undefined {
  const page = parseHtml(html, { xhtml: false, maxLinks: 10 });
  const article = {} as Parameters<typeof findTitle>[2];
  return findTitle(page, gatherMetadata(page.metas), article, 'https://docs.example/bogs/moss.html', kind)?.value;
}

test.each([
  ['the manual in a bar and the chapter', 'Paths - The Moss Book', '<h1>The Moss Book</h1><h1>Paths</h1>', 'Paths'],
  ['the manual with its version', 'Bogs 10 (10.1) - Proxies', '<h1>Bogs 10</h1><h2>Proxies</h2>', 'Proxies'],
  ['the module twice', 'Bogland -- io', '<h1>io</h1><aside><a href=1>a</a></aside><h1>io</h1>', 'io'],
])('takes the heading of the page beside that of %s', (_, title, body, expected) => {
  expect(titleOf(`<title>${title}</title>${body}`, 'documentation')).toBe(expected);
});

test.each([
  ['without a version', 'Growing moss - A guide', '<h1>Growing moss</h1><h2>A guide</h2>', 'Growing moss'],
  ['that has both parts', 'Moss 2 - A guide', '<h1>Moss 2 - A guide</h1><h2>A guide</h2>', 'Moss 2 - A guide'],
])('keeps a main heading %s', (_, title, body, expected) => {
  expect(titleOf(`<title>${title}</title>${body}`)).toBe(expected);
});

test('takes the numbered heading of a section for its name before that of the manual', () => {
  const html = '<title>Wet moss (The Book of Bogs)</title><h4>2.3.1 Wet moss</h4><p>Moss is wet.</p>';
  expect(titleOf(html)).toBe('2.3.1 Wet moss');
});

test('takes no numbered section of a page for its title', () => {
  const html = '<title>Wet Moss</title><h1>1. Introduction</h1><p>Moss.</p><h1>2. Growing Wet Moss</h1>';
  expect(titleOf(html, 'documentation')).toBe('Wet Moss');
});

test.each(['Documentation', 'NAME'])('takes no heading of a part for the title: %s', (part) => {
  expect(titleOf(`<title>Bogs.Moss</title><h1>${part}</h1>`, 'documentation')).toBe('Bogs.Moss');
});

test.each([
  ['removes', 'Using moss', 'Using moss'],
  ['keeps', 'using moss', 'Bogs: using moss'],
])('%s the name of a project before a title in an element of its own: %s', (_, own, expected) => {
  const html = `<title>Bogs: ${own}</title><div>Bogs <span>3.4.0</span></div><div class=title>${own}</div><p>Moss.</p>`;
  expect(titleOf(html)).toBe(expected);
});

test('takes an identifier from the title if style sheets separate its parts in the heading', () => {
  const heading = '<h1><a href=1>Bog</a><span></span><a href=2>Moss</a><span></span>grow_wet</h1>';
  expect(titleOf(`<title>Bog.Moss.grow_wet</title>${heading}`)).toBe('Bog.Moss.grow_wet');
});
