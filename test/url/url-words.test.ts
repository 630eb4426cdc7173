import { expect, test } from 'vitest';
import type { Url } from '../../shared/url/url.ts';
import { compilePathPrefixes, promoteByUrlWords } from '../../shared/url/url-words.ts';

test('a link whose address speaks for the topic comes a class earlier, and nearer the front of it', () => {
  const place = { class: 4, score: 0.5 };
  expect(promoteByUrlWords(place, 0)).toBe(place);
  expect(promoteByUrlWords(place, 1)).toEqual({ class: 3, score: 0.75 });
  expect(promoteByUrlWords(place, 1.5)).toEqual({ class: 2, score: 0.8 });
});

test('no word brings a link into the class of the seeds, or moves a seed', () => {
  expect(promoteByUrlWords({ class: 1, score: 0.2 }, 2.25).class).toBe(1);
  expect(promoteByUrlWords({ class: 0, score: 1 }, 1)).toEqual({ class: 0, score: 1 });
});

test.each<[places: string[], url: string, isIn: boolean]>([
  [['/old/'], 'http://a.example/old/page', true],
  [['/old'], 'http://b.example/old/deep/page?x=1', true],
  [['/old/'], 'http://a.example/new/old/page', false],
  [['/old/'], 'http://a.example/old', false],
  [['/old/'], 'http://a.example/older/page', false],
  [['/old/'], 'http://a.example/?/old/x', false],
  [['www.a.example/x/y/'], 'https://www.a.example/x/y/z/page', true],
  [['www.a.example/x/y/'], 'https://a.example/x/y/page', false],
  [['https://a.example:8080/x/'], 'http://a.example:8080/x/page', true],
  [[], 'http://a.example/old/page', false],
])('%j: %s is left out: %s', (places, url, isIn) => expect(compilePathPrefixes(places)(url as Url)).toBe(isIn));
