import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { withPersonVerdicts } from '../../../shared/classify/judgements/judged-by-person.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import type { Url } from '../../../shared/url/url.ts';
import { documentOf } from '../documents.ts';

const judge = compileFilters([{ terms: '10: sundew=P', file: 'plants.txt', cutOff: 15 }]);
const VERDICTS = new Map([
  ['http://yes.example/', 'relevant' as const],
  ['http://no.example/', 'off-topic' as const],
]);
const judged = withPersonVerdicts(judge, { of: (url) => VERDICTS.get(url), size: VERDICTS.size });
const page = (host: string, text: string, reason: CleanDocument['reason'] = null) =>
  documentOf({ url: `http://${host}.example/` as Url, text, reason });

test('the verdict of a person precedes the filters, which still give score and terms', () => {
  const accepted = judged(page('yes', 'one sundew'));
  expect(accepted).toMatchObject({ kind: 'relevant', score: 10, strength: 1, terms: [{ term: 'sundew', hits: 1 }] });
  expect(accepted.why).toMatch(/^accepted by a person; plants\.txt: score 10 not above 15/);
  const rejected = judged(page('no', 'sundew sundew'));
  expect(rejected).toMatchObject({ kind: 'off-topic', score: 20, strength: 0 });
  expect(judged.explain(page('no', 'sundew sundew')).judgement).toEqual(rejected);
});

test('other pages are judged by the filters', () => {
  expect(judged(page('other', 'sundew sundew'))).toEqual(judge(page('other', 'sundew sundew')));
  expect([judged.focused, judged.cutOffs, judged.strengthOfWords('sundew')]).toEqual([
    true,
    judge.cutOffs,
    judge.strengthOfWords('sundew'),
  ]);
});

test('an accepted page that must not be kept leads on', () => {
  expect(judged(page('yes', 'sundew', 'noindex')).kind).toBe('leads-on');
});
