import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAiTxt } from '../../shared/robots/ai-txt.ts';
import type { Url } from '../../shared/url/url.ts';

const lineFor = (text: string, path = '/moss/fern.jpg') =>
  parseAiTxt(text, 'bogbot')(`https://bog.example${path}` as Url);

test.each([
  ['the type of the file', 'User-Agent: *\nDisallow: *.jpg\nAllow: *.txt', { 'ai-txt': 'Disallow: *.jpg' }],
  ['the longest path', 'User-Agent: *\nDisallow: /\nAllow: /moss/', { 'ai-txt': 'Allow: /moss/' }],
  ['the group of the crawler', 'User-Agent: *\nDisallow: /\n\nUser-Agent: bogbot\nAllow: /', { 'ai-txt': 'Allow: /' }],
  ['no line that matches', 'User-Agent: *\nDisallow: /fen/', {}],
  ['the name of a product in Markdown', '---\nname: Bog\n---\n# Bog\nWe sell peat.', {}],
  ['a page for errors', '<!doctype html><title>Not found</title>', {}],
  ['no file', '', {}],
])('reads ai.txt: %s', (_name, text, expected) => {
  expect(lineFor(text)).toEqual(expected);
});

test('answers for any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(lineFor(text)).toBeTypeOf('object');
    }),
  );
});
