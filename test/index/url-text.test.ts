import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexedUrl, wordsOfUrl } from '../../shared/index/url-text.ts';

test.each([
  ['http://a.example/', 'a example'],
  ['https://www.example.org/plants/peat-moss.html', 'example org plants peat moss html'],
  [
    'http://www2.example.org:8080/index.php?title=Peat_moss&id=7',
    'www2 example org 8080 index php title peat moss id 7',
  ],
  // Percent-encoded UTF-8 is decoded, and other bytes stay.
  ['http://a.example/the%20bog/Gr%C3%BCn', 'a example the bog grun'],
  ['http://a.example/m%FCll%20er', 'a example m fcll er'],
  ['http://a.example/%', 'a example'],
  ['http://xn--mller-kva.example/x', 'muller example x'],
  ['http://a.example/%E6%A4%8D%E7%89%A9', 'a example 植 植物 物'],
  // A word of several words is one, and its parts stand behind the URL.
  [
    'http://a.example/wiki/PeatMoss/JavaScriptGuide',
    'a example wiki peatmoss javascriptguide · peat moss · java script guide',
  ],
  ['http://a.example/watch?v=dQw4w9WgXcQ', 'a example watch v dqw4w9wgxcq'],
])('the indexed words of %s are %s', (url, words) => {
  expect(indexedUrl(url)).toBe(words);
});

test.each([
  ['moss', 'moss'],
  ['/plants/peat-moss.html', 'plants peat moss html'],
  ['//www.example.org/moss#top', 'example org moss'],
  ['www', 'www'],
  ['C#', 'csharp'],
  ['.php', 'php'],
  ['/.well-known/a', 'well known a'],
  ['/wiki/C%2B%2B', 'wiki cplusplus'],
  ['?q=C++&lang=en', 'q cplusplus lang en'],
  ['?q=a++b', 'q a b'],
  ['localhost:80', 'localhost 80'],
  ['xn--mller-kva.example', 'muller example'],
  ['PeatMoss', 'peatmoss'],
  ['/ - %', ''],
])('the words of %s are %s', (part, words) => {
  expect(wordsOfUrl(part).join(' ')).toBe(words);
});

test('a part of a path has words that are neighbours in the URL', () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/);
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), fc.nat(5), (segments, from) => {
      const part = segments.slice(from).join('/');
      expect(` ${indexedUrl(`http://a.example/${segments.join('/')}`)} `).toContain(` ${wordsOfUrl(part).join(' ')}`);
    }),
  );
});

test('a long URL has a limited number of words', () => {
  expect(wordsOfUrl(`http://a.example/${'ab/'.repeat(5_000)}`).length).toBeLessThan(400);
});
