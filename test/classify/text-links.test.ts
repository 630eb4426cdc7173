import { expect, test } from 'vitest';
import { addressesIn } from '../../shared/classify/text-links.ts';
import type { Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';

const found = (text: string) => addressesIn({ text, url: 'http://a.example/' as Url }, DEFAULT_URL_RULES);

test.each<[string, string, string[]]>([
  ['ends where the sentence does', 'See http://b.example/x. Or not.', ['http://b.example/x']],
  [
    'ends at white space, quotes and angles',
    '<https://b.example/y> "http://c.example/"',
    ['https://b.example/y', 'http://c.example/'],
  ],
  ['keeps a bracket that opens in it', 'http://b.example/Moss_(plant)', ['http://b.example/Moss_(plant)']],
  ['leaves a bracket that does not', '(see http://b.example/moss)', ['http://b.example/moss']],
  ['comes once', 'http://b.example/ http://b.example/#top', ['http://b.example/']],
  ['needs a scheme', 'www.b.example and b.example/x', []],
])('an address in a text %s', (_rule, text, urls) => {
  expect(found(text)).toEqual(urls);
});
