import { expect, test } from 'vitest';
import { urlFeaturesOf, urlWordNames } from '../../shared/focus/url-features.ts';
import { hashOf, wordsOf } from '../../shared/focus/words.ts';
import type { Url } from '../../shared/url/url.ts';

test.each([
  ['Buses, Ties and Glass 2024-25', ['bus', 't', 'and', 'glass', '#', '#']],
  ['year2024b', ['year', '#', 'b']],
  ['naïve cafés', ['naïve', 'café']],
  ['ab\u0301c é1', ['ab\u0301c', 'é', '#']],
  ['٣٤ x', ['#', 'x']],
  ['a'.repeat(30), ['a'.repeat(24)]],
])('splits %j into words', (text, words) => {
  expect(wordsOf(text, 16)).toEqual(words);
  expect(wordsOf(text, 1)).toEqual(words.slice(0, 1));
});

test('gives a URL the same features before and after its directory was seen', () => {
  const urls = ['p1.html', 'index.html', '', 'a%2Fb.html', '?q=/x/'].map(
    (file) => `http://h.test/~ann/docs/${file}` as Url,
  );
  const first = urls.map((url) => urlFeaturesOf(url));
  expect(urls.map((url) => urlFeaturesOf(url))).toEqual(first);
  const names = urls.map((url) => urlWordNames(url));
  expect(names[0]).toEqual([
    ...['ann', 'doc', 'p', '#', 'html'].map((word) => `URL word: ${word}`),
    ...['p', '#'].map((word) => `file name: ${word}`),
    'first directory: ~',
    'form of the path: /~/d/*.html',
    'depth of the path: 2',
    'host: h.test',
  ]);
  expect(first.map(({ words }) => words)).toEqual(names.map((words) => words.map(hashOf)));
  // The encoded slash makes another directory.
  expect(first[3]!.directory).not.toBe(first[0]!.directory);
  expect(first[4]!.directory).toBe(first[0]!.directory);
});
