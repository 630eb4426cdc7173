import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml, cleanPage } from '../../shared/clean/clean-page.ts';
import { EMPTY_CONTENT } from '../../shared/clean/content.ts';
import { convertedContent } from '../../shared/clean/converted-content.ts';
import { EMPTY_CONVERTED } from '../../shared/clean/converters/convert.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { cleanOptionsOf } from '../../shared/settings/stage-options.ts';
import type { Url } from '../../shared/url/url.ts';

const PARAGRAPH =
  '<p>Sundews catch insects because the soil in which they grow holds hardly any nitrogen, and they have to get it from elsewhere.';

test('limits the text and links of a document as the settings say', () => {
  const clean = { maxText: 1000, maxLinks: 2 };
  const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean }));
  const links = '<a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a>';
  const page = `<title>Sundews</title><body>${PARAGRAPH.repeat(20)}${links}`;
  const document = cleanHtml('http://bog.example/x' as Url, page, options);
  expect(document.text).toHaveLength(1000);
  expect(document.links.map(({ url }) => url)).toEqual(['http://bog.example/a', 'http://bog.example/b']);
});

test('limits the length of all links of a document, which a long base URL multiplies', () => {
  const base = `http://bog.example/${'x'.repeat(1_980)}/`;
  const links = Array.from({ length: 1_500 }, (_, i) => `<a href=${i}>${i}</a>`).join(' ');
  const document = cleanHtml(
    'http://bog.example/' as Url,
    `<base href="${base}">${PARAGRAPH}${links}`,
    DEFAULT_CLEAN_OPTIONS,
  );
  const lengths = document.links.map(({ url }) => url.length);
  const sum = lengths.reduce((a, b) => a + b, 0);
  expect(sum).toBeLessThanOrEqual(2_000_000);
  expect(sum + base.length + 4).toBeGreaterThan(2_000_000);
  expect(document.links[0]!.url).toBe(`${base}0`);
});

describe('a text that is longer than the limit is marked', () => {
  const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean: { maxText: 1000 } }));
  const url = 'http://bog.example/x' as Url;
  const word = 'bog '.repeat(400).slice(0, 999);
  const html = (text: string) => cleanHtml(url, `<p>${text}</p>`, options);
  const plain = (text: string, type = 'text/plain') =>
    cleanPage({ url, headers: [['Content-Type', type]], body: Buffer.from(text) }, options);
  const converted = (text: string) => ({
    ...EMPTY_CONTENT,
    ...convertedContent({ ...EMPTY_CONVERTED, parts: [{ kind: 'paragraph', text }] }, url, options),
  });

  test.each([
    ['HTML', html],
    ['plain text', plain],
    ['a converted document', converted],
  ])('in %s', (_, read) => {
    expect(read(`${word}x`)).toMatchObject({ text: `${word}x` });
    expect(read(`${word}x`)).not.toHaveProperty('truncated');
    expect(read(`${word}xy`)).toMatchObject({ text: `${word}x`, truncated: 'text' });
    // A surrogate pair is not cut.
    expect(read(`${word}\u{1f331}`)).toMatchObject({ text: word, truncated: 'text' });
  });

  test('if a part of a converted document is left out', () => {
    const parts = [word, 'x', 'y'].map((text) => ({ kind: 'item' as const, text }));
    const read = (number: number) =>
      convertedContent({ ...EMPTY_CONVERTED, parts: parts.slice(0, number) }, url, options).truncated;
    expect([1, 2, 3].map(read)).toEqual([undefined, 'text', 'text']);
  });

  test('unless the converter stopped earlier, or the body is cut', () => {
    const result = { ...EMPTY_CONVERTED, parts: [], cut: 'conversion-timeout' as const };
    expect(convertedContent(result, url, options).truncated).toBe('conversion');
    const body = Buffer.from(`<p>${word}xy`);
    const page = { url, headers: [['Content-Type', 'text/html'] as const], body, truncated: true };
    expect(cleanPage(page, options).truncated).toBe('body');
  });
});

test.each([
  ['nested elements', { maxDepth: 32 }, `${'<div>'.repeat(40)}<aside><p>${'aside '.repeat(40)}`, 'aside'],
  ['nodes', { maxNodes: 1000 }, `${'<i>a</i>'.repeat(400)}<a href=/behind>behind</a>`, 'behind'],
])('ignores what exceeds the limit of %s', (_, clean, html, word) => {
  const read = (limits: object) => {
    const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean: limits }));
    return cleanHtml('http://bog.example/x' as Url, `<p>${'Sundews grow in bogs. '.repeat(20)}</p>${html}`, options);
  };
  const has = ({ text, links }: ReturnType<typeof read>) => text.includes(word) || links.some((l) => l.anchor === word);
  expect(has(read(clean))).not.toBe(has(read({})));
});

test('ignores attributes beyond the limit', () => {
  const read = (maxAttributes: number) => {
    const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean: { maxAttributes } }));
    return cleanHtml('http://bog.example/x' as Url, `<a ${'x '.repeat(20)}href=/a>a</a>`, options).links.length;
  };
  expect([read(21), read(20)]).toEqual([1, 0]);
});

test('ignores dates of a document that are after its response, as those of a page', () => {
  const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'] }));
  const datesOf = (date: string, fetchedAt?: number) => {
    const converted = { ...EMPTY_CONVERTED, parts: [], date, modified: date };
    const content = convertedContent(converted, 'http://bog.example/x' as Url, options, fetchedAt);
    return [content.date, content.modified, content.sources?.date];
  };
  const sentAt = Date.UTC(2026, 4, 4);
  expect(datesOf('2026-05-03', sentAt)).toEqual(['2026-05-03', '2026-05-03', 'document']);
  expect(datesOf('3025-11-06T08:49:37.000Z', sentAt)).toEqual([null, null, undefined]);
  expect(datesOf('3025')).toEqual(['3025', '3025', 'document']);
  for (const time of [Date.parse('6 Nov 12024 08:49:37 +0000'), -99_999_999_999_999])
    for (const fetchedAt of [sentAt, undefined])
      expect(datesOf(new Date(time).toISOString(), fetchedAt)).toEqual([null, null, undefined]);
});
