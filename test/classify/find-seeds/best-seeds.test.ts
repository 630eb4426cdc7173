import { expect, test } from 'vitest';
import { bestSeeds } from '../../../shared/classify/find-seeds/best-seeds.ts';
import type { ScoredSeed } from '../../../shared/classify/find-seeds/scored-seed.ts';
import type { Url } from '../../../shared/url/url.ts';

const seed = (url: string, score: number): ScoredSeed => ({ url: url as Url, score, source: '', title: '', why: '' });

test('keeps the best of many candidates, best first', () => {
  const best = bestSeeds(3);
  const scores = Array.from({ length: 200 }, (_, i) => (i * 37) % 200);
  for (const score of scores) best.add(seed(`http://${score}.example/`, score));
  expect(best.ranked().map(({ score }) => score)).toEqual([199, 198, 197]);
});

test('keeps a URL once, with its higher score', () => {
  const best = bestSeeds(3);
  const added = [2, 5, 1].map((score) => best.add(seed('http://a.example/', score)));
  expect(added).toEqual(['added', 'duplicate', 'duplicate']);
  expect(best.ranked()).toEqual([seed('http://a.example/', 5)]);
});

test('lists equal candidates in the order in which they were found', () => {
  const best = bestSeeds(2);
  for (const name of ['b', 'a', 'c', 'd', 'e', 'f']) best.add(seed(name, 1));
  expect(best.ranked().map(({ url }) => url)).toEqual(['b', 'a']);
});
