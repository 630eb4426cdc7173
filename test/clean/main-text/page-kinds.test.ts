import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { extractMainText } from '../../../shared/clean/main-text/main-text.ts';
import { AROUND, PAGES, type SmallPage, TEMPLATES } from './small-pages.ts';

const textOf = (html: string) => extractMainText(parseHtml(html, { xhtml: false, maxLinks: 1000 }), 100_000);

/** What of a page is not found, or stands out of order. */
function missingOf(text: string, { wanted }: SmallPage): string[] {
  let from = 0;
  return wanted.filter((part) => {
    const at = text.indexOf(part, from);
    if (at !== -1) from = at + part.length;
    return at === -1;
  });
}

/** What stands around a page and is found nevertheless: as a line, or if it is long in one. */
function foundOf(text: string, unwanted: readonly string[]): string[] {
  const lines = text.split('\n');
  return unwanted.filter((part) => lines.some((line) => line === part || (part.length > 12 && line.includes(part))));
}

describe.each(TEMPLATES)('in a template of $name', ({ around }) => {
  test.each(PAGES)('$kind is found whole, and nothing around it', (page) => {
    const text = textOf(around(page));
    expect(missingOf(text, page)).toEqual([]);
    expect(foundOf(text, [...(page.unwanted ?? []), ...AROUND])).toEqual([]);
  });
});

test.each(PAGES)('without anything around it, $kind is found whole', (page) => {
  expect(missingOf(textOf(page.html), page)).toEqual([]);
});

test('a page of plain text is that text', () => {
  const text = PAGES[0]!.wanted.join(' ');
  expect(textOf(text)).toBe(text);
});
