import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePositionTerms, refuseExpressions } from '../../../shared/classify/terms/position-terms.ts';
import { readTopicFile } from '../../../shared/classify/terms/topic-file.ts';
import type { Locations } from '../../../shared/classify/terms/topic-terms.ts';

const EMPTY: Locations = { title: '', metadata: '', headings: '', text: '' };
const score = (topic: string, locations: Partial<Locations>) =>
  compilePositionTerms(readTopicFile(topic, 't'))({ ...EMPTY, ...locations });

/** A text of `n` words, with these words at their positions, from 1. */
const words = (n: number, at: Record<number, string>) =>
  Array.from({ length: n }, (_, i) => at[i + 1] ?? 'x').join(' ');

const log = Math.log;

// rule · topic · text · score
test.each<[string, string, string, number]>([
  ['the first words count fully: the logarithm is at least 1', '10: a=A', words(5, { 1: 'a', 2: 'a', 5: 'a' }), 30],
  ['later matches count less', '10: a=A', words(100, { 20: 'a', 100: 'a' }), 10 / log(10) + 10 / log(50)],
  ['a phrase has the position of its first word', '10: a b=A', words(41, { 40: 'a', 41: 'b' }), 10 / log(20)],
  ['adjacent parts have proximity 1', '10: a @and b=A', words(5, { 1: 'b', 2: 'a' }), 10],
  ['distant parts count less', '10: a @and b=A', words(60, { 1: 'a', 51: 'b' }), 10 / log(50)],
  [
    'the position of a Boolean term is that of its first part',
    '10: a @and b=A',
    words(60, { 20: 'b', 50: 'a' }),
    10 / (log(10) * log(30)),
  ],
  [
    'a Boolean term matches as often as its rarest part, with the nearest others',
    '10: a @and b=A',
    words(90, { 20: 'b', 30: 'a', 60: 'a', 70: 'a' }),
    10 / (log(10) * log(10)),
  ],
  [
    'three parts: the distance of the outermost',
    '10: a @and b @and c=A',
    words(90, { 20: 'b', 30: 'a', 60: 'c' }),
    10 / (log(10) * log(40)),
  ],
  ['a Boolean term needs all parts', '10: a @and b=A', words(9, { 1: 'a' }), 0],
  ['negative weights subtract', '10: a=A\n-10000: b=A', words(9, { 1: 'a', 2: 'b' }), -9990],
])('%s', (_rule, topic, text, expected) => {
  expect(score(topic, { text }).score).toBeCloseTo(expected, 9);
});

test('joins title, metadata and text in this order, without the headings', () => {
  const found = score('10: a=A', { title: words(20, { 20: 'a' }), metadata: 'x a', headings: 'a a', text: 'x x a' });
  expect(found.score).toBeCloseTo(10 / log(10) + 10 / log(11) + 10 / log(12.5), 9);
  expect(found.words).toBe(25);
  expect(score('10: a b=A', { title: 'a', text: 'b' }).score).toBe(0);
});

test('lists classes and terms by their contribution', () => {
  expect(score('10: a=A.1, B\n30: b=B\n-5: c=C', { text: 'a b c c' })).toMatchObject({
    classes: [
      { class: 'B', score: 40 },
      { class: 'A.1', score: 10 },
    ],
    terms: [
      { term: 'b', hits: 1 },
      { term: 'a', hits: 1 },
      { term: 'c', hits: 2 },
    ],
  });
});

test('reports positions and contributions', () => {
  const find = compilePositionTerms(readTopicFile('10: a=A\n20: b @and c=A', 't'));
  expect(find.report({ ...EMPTY, text: 'a c x b a' }).matches).toEqual(
    [
      { term: 'a', weight: 10, hits: 2, points: 20, positions: [1, 5] },
      { term: 'b @and c', weight: 20, hits: 1, points: 20, positions: [2] },
    ].map((match) => ({ ...match, points: expect.closeTo(match.points, 9) })),
  );
});

test('agrees with the formula written out', () => {
  const term = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'x'), { maxLength: 60 }), term, (text, parts) => {
      const at = (word: string) => text.flatMap((one, i) => (one === word ? [i + 1] : []));
      const factor = (value: number) => log(Math.max(Math.E, value));
      const rarest = parts.map(at).reduce((best, list) => (list.length < best.length ? list : best));
      const expected = rarest.reduce((sum, here) => {
        const nearest = parts
          .map(at)
          .map((list) => list.toSorted((p, q) => Math.abs(p - here) - Math.abs(q - here) || p - q)[0]!);
        const first = Math.min(...nearest);
        return sum + 7 / (factor(first / 2) * factor(Math.max(...nearest) - first));
      }, 0);
      expect(score(`7: ${parts.join(' @and ')}=A`, { text: text.join(' ') }).score).toBeCloseTo(expected, 9);
    }),
  );
});

test('names the lines of regular expressions', () => {
  const terms = readTopicFile('# plants\n10: sundew=A\n10: sundews?=A\n5: bog @and plant[^\\s]*=A', 'plants.txt');
  expect(() => refuseExpressions(terms, 'plants.txt')).toThrow(
    [
      'plants.txt:3: algorithm 2 has no regular expressions (sundews?): list the words, or use algorithm 1',
      'plants.txt:4: algorithm 2 has no regular expressions (bog @and plant[^\\s]*): list the words, or use algorithm 1',
    ].join('\n'),
  );
});
