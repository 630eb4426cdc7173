import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { describeAnswer, describeTerms } from '../../../shared/classify/review/describe-filters.ts';
import { TopicFileError } from '../../../shared/classify/terms/topic-file.ts';
import { documentOf } from '../documents.ts';

const page = documentOf({
  title: 'A bog',
  text: `Sundew grows ${'here '.repeat(96)} and pitcher plants`,
  headings: ['Sundew'],
});
const judgeBy = (algorithm: 1 | 2 | undefined, cutOff = 15) =>
  compileFilters([{ terms: '10: sundew=CP\n4: pitcher plants=CP', file: 'plants.txt', cutOff, algorithm }]);

test.each<[1 | 2 | undefined, number, string]>([
  [undefined, 34, 'relevant'],
  [1, 34, 'relevant'],
  [2, 10 + 4 / Math.log(51), 'off-topic'],
])('algorithm %s', (algorithm, score, kind) => {
  expect(judgeBy(algorithm)(page)).toMatchObject({ kind, score: expect.closeTo(score, 9) });
});

test('explains the positions of algorithm 2', () => {
  const { judgement, filters } = judgeBy(2, 10).explain(page);
  const [report] = filters;
  expect(report).toMatchObject({ kind: 'terms', accepts: true, score: judgement.score });
  expect(describeAnswer(report!)).toBe('plants.txt: score 11.0173, 1.01734 above the cut-off 10');
  expect(report?.kind === 'terms' && describeTerms(report.terms, report.weights, 5)).toBe(
    'sundew +10 = 10 at word 3; pitcher plants +1.01734 = 4 at word 102',
  );
});

test('refuses regular expressions for algorithm 2', () => {
  const filter = { terms: '10: sundews?=CP', file: 't', cutOff: 0 };
  expect(() => compileFilters([{ ...filter, algorithm: 2 }])).toThrow(TopicFileError);
  expect(() => compileFilters([filter])).not.toThrow();
});

test('reads words that look like operators as text, because stored settings may have them', () => {
  const judge = compileFilters([{ terms: '10: sundew=CP\n4: moss @or bog=CP', file: 'plants.txt', cutOff: 5 }]);
  expect(judge(page)).toMatchObject({ kind: 'relevant', score: 30 });
});
