import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { compileTopicPattern } from '../../../shared/classify/terms/topic-pattern.ts';
import { createWordMatcher } from '../../../shared/classify/terms/topic-words.ts';
import { longTest } from '../../long-test.ts';

const WORDS = new Map([
  ['glass', 0],
  ['glasses', 1],
  ['植', 2],
]);
const PATTERNS = ['sun[^\\s]*', 'd\\.?\\s*anglica', 's?undew', 'ř[a-z]*x'].map((source, n) => ({
  n,
  pattern: compileTopicPattern(source),
}));

// rule · word · id · patterns that can start with it
test.each<[string, string, number, number[]]>([
  ['a word of the terms', 'glass', 0, []],
  ['a longer one', 'glasses', 1, []],
  ['no match for the start of a word', 'gla', -1, []],
  ['no match for a word with another ending', 'glassy', -1, []],
  ['a single character', '植', 2, []],
  ['a match that ends in the word', 'sunny', -1, [0]],
  ['a match that ends with the word', 'undew', -1, [2]],
  ['a match that continues after the word', 'd', -1, [1]],
  ['several at once', 'sundew', -1, [0, 2]],
  ['a match stays although the word continues', 'sundewless', -1, [0, 2]],
  ['a letter outside Latin-1', 'řeax', -1, [3]],
  ['no match', 'zebra', -1, []],
])('%s', (_rule, word, id, patterns) => {
  const known = createWordMatcher(WORDS, PATTERNS);
  expect(known(word, 0, word.length)).toEqual({ id, patterns });
  // The second time the transition is cached.
  expect(known(`(${word})`, 1, 1 + word.length)).toEqual({ id, patterns });
});

test('returns the same results when its cache overflows', () => {
  const known = createWordMatcher(WORDS, PATTERNS);
  const other = (i: number) => String.fromCharCode(0x3000 + (i % 30_000));
  for (let i = 0; i < 150_000; i++) {
    const word = `ř${other(i)}`;
    known(word, 0, word.length);
    known(other(i + 7), 0, 1);
    if (i % 10_000 === 0) expect(known('sundew', 0, 6)).toEqual({ id: -1, patterns: [0, 2] });
  }
  expect(known('glasses', 0, 7).id).toBe(1);
});

longTest('bounds memory for patterns that stay open in every word', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const letters = (i: number) =>
    [17, 5, 3, 2].map((by) => String.fromCharCode(97 + (Math.floor(i / by) % 26))).join('');
  const many = Array.from({ length: 1_000 }, (_, n) => ({
    n,
    pattern: compileTopicPattern(`[a-zåäö]*${letters(n * 7)}`),
  }));
  const known = createWordMatcher(new Map(), many);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 1_500; i++) known(letters(i * 31) + letters(i * 11), 0, 8);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  expect(known('häst', 0, 4).patterns).toHaveLength(1_000);
});
