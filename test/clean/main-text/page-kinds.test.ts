import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { extractMainText } from '../../../shared/clean/main-text/main-text.ts';
import { AROUND, PAGES, type SmallPage, TEMPLATES } from './small-pages.ts';

const textOf = (html: string) => extractMainText(parseHtml(html, { xhtml: false, maxLinks: 1000 }), 100_000);

/** Returns the wanted parts of a page that are missing or out of order. */
function missingOf(text: string, { wanted }: SmallPage): string[] {
  let from = 0;
  return wanted.filter((part) => {
    const at = text.indexOf(part, from);
    if (at !== -1) from = at + part.length;
    return at === -1;
  });
}

/** Returns the unwanted parts that are found: as a whole line, or within a line if longer than 12 characters. */
function foundOf(text: string, unwanted: readonly string[]): string[] {
  const lines = text.split('\n');
  return unwanted.filter((part) => lines.some((line) => line === part || (part.length > 12 && line.includes(part))));
}

describe.each(TEMPLATES)('in a template of $name', ({ around }) => {
  test.each(PAGES)('extracts $kind completely, and nothing around it', (page) => {
    const text = textOf(around(page));
    expect(missingOf(text, page)).toEqual([]);
    expect(foundOf(text, [...(page.unwanted ?? []), ...AROUND])).toEqual([]);
  });
});

test.each(PAGES)('extracts $kind without a template completely', (page) => {
  expect(missingOf(textOf(page.html), page)).toEqual([]);
});

test('extracts plain text unchanged', () => {
  const text = PAGES[0]!.wanted.join(' ');
  expect(textOf(text)).toBe(text);
});
