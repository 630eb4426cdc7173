import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { createRangeFinder } from '../../../shared/classify/terms/start-ranges.ts';
import { readTerm, type TopicTerm } from '../../../shared/classify/terms/topic-file.ts';
import { compileTopicPattern } from '../../../shared/classify/terms/topic-pattern.ts';
import { compileScan } from '../../../shared/classify/terms/topic-scan.ts';

const rangesOf = (sources: string[], text: string) =>
  createRangeFinder(sources.map((source, n) => ({ n, pattern: compileTopicPattern(source) })))(text);

test('limits starts to the words with the literal of a pattern', () => {
  const text = 'seaweed and pond-weed weeds';
  expect(rangesOf(['[^\\s]*weed'], text)).toEqual([
    { n: 0, from: 0, to: 3 },
    { n: 0, from: 12, to: 17 },
    { n: 0, from: 22, to: 22 },
  ]);
});

test('a pattern that can have white space before its literal starts up to a thousand characters earlier', () => {
  expect(rangesOf(['.*dew'], `${' '.repeat(3_000)}dew`)).toEqual([{ n: 0, from: 2_000, to: 3_000 }]);
});

test('a pattern without a literal can start everywhere', () => {
  expect(rangesOf(['[^\\s]*[ab]', '[^\\s]*x'], 'cde')).toEqual([{ n: 0, from: 0, to: 3 }]);
});

test('literals do not change what matches', () => {
  const random = seededRandom(3);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const pieces = ['a', 'b', 'ab', '[^\\s]*', '\\w*', '.', 'a?', 'b+', '\\s', ' ', '(?:a|ba)', '\\.', '[a-z]*'];
  const sources = Array.from({ length: 60 }, () => `[^\\s]*${Array.from({ length: 4 }, () => pick(pieces)).join('')}b`);
  const terms = sources.map((source, line): TopicTerm => {
    return { term: source, line, weight: 1, classes: ['A'], parts: readTerm(source) };
  });
  const withoutLiterals = terms.map(
    (term): TopicTerm => ({
      ...term,
      parts: term.parts.map((part) =>
        part.kind === 'pattern' ? { ...part, pattern: { ...part.pattern, literal: undefined } } : part,
      ),
    }),
  );
  const [scan, plain] = [compileScan(terms), compileScan(withoutLiterals)];
  for (let round = 0; round < 100; round++) {
    const text = Array.from({ length: 40 }, () => pick(['a', 'b', 'c', ' ', '.', '-', '\n', 'é'])).join('');
    const countsOf = ({ scan: run }: typeof scan) => {
      const counts = sources.map(() => 0);
      run(text, (needle) => counts[needle]!++);
      return counts;
    };
    expect(countsOf(scan)).toEqual(countsOf(plain));
  }
});
