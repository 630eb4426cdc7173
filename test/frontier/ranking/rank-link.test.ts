import { expect, test } from 'vitest';
import { classOfScore, rankLink } from '../../../shared/frontier/ranking/rank-link.ts';
import type { Url } from '../../../shared/url/url.ts';

const link = { url: 'http://a.example/glass/x' as Url, class: 6, score: 0.5, evidence: 'e' };
const model = { score: () => 0.25 };

test.each([
  [1, 1],
  [0.85, 1],
  [0.84, 2],
  [0.05, 6],
  [0.04, 7],
  [0, 7],
])('a score of %d is class %d', (score, expected) => {
  expect(classOfScore(score)).toBe(expected);
});

test('ranks a link by the model', () => {
  expect(rankLink(link, model)).toEqual({ ...link, class: 4, score: 0.25 });
});

test.each([
  ['a seed', { ...link, class: 0 }],
  ['a link without evidence', { url: link.url, class: 5, score: 0.5 }],
])('keeps the priority of %s', (_, kept) => {
  expect(rankLink(kept, model)).toBe(kept);
});

test('promotes URL words beyond the model', () => {
  expect(rankLink(link, model, () => 1).class).toBe(3);
});
