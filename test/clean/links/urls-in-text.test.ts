import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { urlsInText } from '../../../shared/clean/links/urls-in-text.ts';
import type { Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';

const found = (text: string) => urlsInText({ text, url: 'http://a.example/' as Url }, DEFAULT_URL_RULES);

test.each<[string, string, string[]]>([
  ['ends where the sentence ends', 'See http://b.example/x. Or not.', ['http://b.example/x']],
  [
    'ends at white space, quotation marks and angle brackets',
    '<https://b.example/y> "http://c.example/"',
    ['https://b.example/y', 'http://c.example/'],
  ],
  ['keeps a bracket that opens in it', 'http://b.example/Moss_(plant)', ['http://b.example/Moss_(plant)']],
  ['loses a bracket that does not open in it', '(see http://b.example/moss)', ['http://b.example/moss']],
  ['ends before all closing punctuation', 'http://b.example/x?)).,;:!', ['http://b.example/x']],
  ['is listed once', 'http://b.example/ http://b.example/#top', ['http://b.example/']],
  ['needs a scheme', 'www.b.example and b.example/x', []],
])('a URL in a text %s', (_rule, text, urls) => {
  expect(found(text)).toEqual(urls);
});

test('linksInText adds distinct URLs after the links of the page', () => {
  const html =
    '<p>See http://a.example/x and <a href=http://a.example/y>http://a.example/y</a> for more of the sundews.</p>';
  const linksOf = (linksInText: boolean, maxLinks = 100) =>
    cleanHtml('http://bog.example/' as Url, html, { ...DEFAULT_CLEAN_OPTIONS, linksInText, maxLinks }).links.map(
      (link) => [link.url, link.rel],
    );
  expect(linksOf(true)).toEqual([
    ['http://a.example/y', ''],
    ['http://a.example/x', 'text'],
  ]);
  expect(linksOf(false)).toEqual([['http://a.example/y', '']]);
  expect(linksOf(true, 1)).toEqual([['http://a.example/y', '']]);
});

test('stops reading a text that repeats one URL', () => {
  const again = 'http://b.example/ '.repeat(10_000);
  expect(found(`${again}http://c.example/`)).toEqual(['http://b.example/']);
  expect(found(`${'http://b.example/ '.repeat(1_000)}http://c.example/`)).toHaveLength(2);
});
