import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { editDistance } from '../../shared/text/edit-distance.ts';
import { wordDistance } from '../../shared/text/word-distance.ts';

test('counts the same edits as the table of distances', () => {
  const random = seededRandom(7);
  const word = (letters: string) =>
    Array.from({ length: Math.floor(random() * 9) }, () => letters[Math.floor(random() * letters.length)]!).join('');
  const different: string[] = [];
  for (let i = 0; i < 20_000; i++) {
    const letters = i % 2 === 0 ? 'ab' : 'abcdeé植';
    const [a, b, max] = [word(letters), word(letters), i % 4];
    if (wordDistance(a, max)(b) !== editDistance(a, b, max)) different.push(`${a} ${b} ${max}`);
  }
  expect(different).toEqual([]);
});

test('counts letters of two UTF-16 units and long words', () => {
  expect(wordDistance('a𝒳b', 2)('a𝒴b')).toBe(1);
  expect(wordDistance('ab', 2)('a𝒴b')).toBe(1);
  const long = 'abcdefghij'.repeat(5);
  expect(wordDistance(long, 2)(`${long}x`)).toBe(1);
  expect(wordDistance('abc', 1)(long)).toBe(2);
});
