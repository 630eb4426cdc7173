import { expect, test } from 'vitest';
import type { TopicFilter } from '../../../shared/classify/filters/compile-filter.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { describeAnswer, describeTerms } from '../../../shared/classify/review/describe-filters.ts';
import type { Url } from '../../../shared/url/url.ts';
import { documentOf } from '../documents.ts';

const TERMS = '40: sundew=CP\n-10: pitcher @and baseball=CP\n5: bog=CP\n';
const terms = (more: Partial<Extract<TopicFilter, { terms: string }>> = {}): TopicFilter => ({
  ...{ terms: TERMS, file: 'plants.txt', cutOff: 100 },
  ...more,
});

const near = documentOf({
  url: 'http://news.example/pitch' as Url,
  title: 'A bog',
  text: 'A pitcher plays baseball. Sundew grows here.',
});

function texts(filters: TopicFilter[], document = near) {
  return compileFilters(filters)
    .explain(document)
    .filters.map((one) => [
      one.accepts,
      describeAnswer(one) + (one.kind === 'terms' ? `: ${describeTerms(one.terms, one.weights, 2)}` : ''),
    ]);
}

test('says score, cut-off, distance, and the weight and places of each term', () => {
  expect(texts([terms()])).toEqual([
    [
      false,
      'plants.txt: score 80, 20 below the cut-off 100: bog +50 = 5 × (title 1 × 10); sundew +40 = 40 × (text 1); and 1 more',
    ],
  ]);
  const [report] = compileFilters([terms()]).explain(near).filters;
  expect(report).toMatchObject({ score: 80, cutOff: 100, terms: [{ points: 50 }, { points: 40 }, { points: -10 }] });
  expect(report?.kind === 'terms' && describeTerms(report.terms, report.weights, 3)).toMatch(
    / pitcher @and baseball -10 = -10 × 1 in all places together$/,
  );
});

test('consults filters in order until one accepts', () => {
  const sites: TopicFilter = { sitesOk: ['news.example'] };
  expect(texts([terms(), sites, terms({ file: 'other.txt' })])).toEqual([
    [false, expect.stringMatching(/^plants\.txt: score 80, 20 below/)],
    [true, 'sites OK: news.example is listed'],
  ]);
  expect(texts([{ sitesOk: ['b.example'] }, terms({ cutOff: 79.5 })])).toEqual([
    [false, 'sites OK: the host is not listed'],
    [true, expect.stringMatching(/^plants\.txt: score 80, 0\.5 above the cut-off 79\.5/)],
  ]);
});

test('a score at the cut-off is not above it', () => {
  expect(texts([terms({ cutOff: 80 })])[0]![1]).toMatch(/score 80, not above the cut-off 80:/);
});

test('names the number of words that divides a normalised score', () => {
  const [, text] = texts([terms({ cutOff: 1, normalise: true })])[0]!;
  expect(text).toMatch(
    /^plants\.txt: score 8\.88889, 7\.88889 above the cut-off 1, points divided by 9 words: bog \+50/,
  );
});

test('the report agrees with the verdict and its score', () => {
  for (const cutOff of [0, 79, 80, 81])
    for (const normalise of [true, false]) {
      const judge = compileFilters([terms({ cutOff, normalise })]);
      const { judgement, filters } = judge.explain(near);
      expect(judgement).toEqual(judge(near));
      expect(filters.at(-1)).toMatchObject({ score: judgement.score, accepts: judgement.kind === 'relevant' });
    }
});
