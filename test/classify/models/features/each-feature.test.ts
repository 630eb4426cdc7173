import { expect, test } from 'vitest';
import { eachFeature } from '../../../../shared/classify/models/features/each-feature.ts';
import { pageWords } from '../../../../shared/focus/context-graph/page-words.ts';
import { fnv1a } from '../../../../shared/text/fnv1a.ts';

function featuresOf(text: string, language: string): number[] {
  const found: number[] = [];
  eachFeature({ url: 'http://a.example/t/ada-s_garden', title: text, text, language }, language, (hash) => {
    found.push(hash);
  });
  return found;
}

test.each([
  ["Ada's garden", 'Ada garden'],
  ['They don’t pick T cells', 'They don pick cells'],
  ['AT&T e-mail', 'AT T e mail'],
])('%s has the features of %s in English', (one, other) => {
  expect(featuresOf(one, 'en')).toEqual(featuresOf(other, 'en'));
  expect(pageWords(one, 'en')).toEqual(pageWords(other, 'en'));
});

/** Stored models have weights of these hashes, so a change of them makes the models wrong until they are trained again. */
test.each([
  ['en', 935_195_761],
  ['de', 1_535_181_724],
  ['und', 1_766_970_735],
])('features of a text in %s stay the same', (language, digest) => {
  const text = "It's Ada's garden; don't pick T cells, S. aureus and 1990's moss in C++ or .NET, I/O, t-shirts.";
  expect(fnv1a(featuresOf(text, language).join(' '))).toBe(digest);
});
