import { expect, test } from 'vitest';
import { exceedsJsonLimits } from '../../shared/seeds/json-limits.ts';
import { readList } from '../../shared/seeds/read-list.ts';

test.each([
  ['five values', '{"a": [1, 2, 3]}', 5, false],
  ['six values', '{"a": [1, 2, 3, 4]}', 5, true],
  ['signs in strings', '{"a": "[[[,,,{{{\\"[[["}', 5, false],
  ['an unclosed string', '["[[[[[[', 5, false],
  ['a string that ends with a backslash', '["\\', 5, false],
  ['nested lists that are closed', '[[[]],[[]]]', 9, false],
  ['nested lists that are open', '[[[[', 9, true],
  ['nested objects', '{"a":{"a":{"a":{}}}}', 9, true],
])('counts the values and depth of %s', (_, text, maxValues, exceeds) => {
  expect(exceedsJsonLimits(text, maxValues, 3)).toBe(exceeds);
});

test('does not parse a feed that would take much memory', () => {
  const read = (items: string) => {
    const urls: string[] = [];
    const body = Buffer.from(
      `{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "http://a.example/1"}${items}]}`,
    );
    const file = { url: 'http://a.example/feed.json', body, contentType: 'application/feed+json' };
    return [readList(file, { url: ({ url }) => void urls.push(url), sitemap: () => {} }), urls];
  };
  expect(read(',{"url": "http://a.example/2"}')).toEqual([undefined, ['http://a.example/1', 'http://a.example/2']]);
  expect(read(`,${'['.repeat(2_000)}${']'.repeat(2_000)}`)).toEqual(['too-large', []]);
  expect(read(',{}'.repeat(1_000_000))).toEqual(['too-large', []]);
});
