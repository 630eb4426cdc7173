import { expect, test } from 'vitest';
import type { Url } from '../../shared/url/url.ts';
import { compilePathPrefixes, promoteByUrlWords } from '../../shared/url/url-words.ts';

test('promotes a link with topic words by a class and a higher score', () => {
  const link = { class: 4, score: 0.5 };
  expect(promoteByUrlWords(link, 0)).toBe(link);
  expect(promoteByUrlWords(link, 1)).toEqual({ class: 3, score: 0.75 });
  expect(promoteByUrlWords(link, 1.5)).toEqual({ class: 2, score: 0.8 });
});

test('never promotes a link to the class of seeds, and never moves a seed', () => {
  expect(promoteByUrlWords({ class: 1, score: 0.2 }, 2.25).class).toBe(1);
  expect(promoteByUrlWords({ class: 0, score: 1 }, 1)).toEqual({ class: 0, score: 1 });
});

test.each<[directories: string[], url: string, isIn: boolean]>([
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
])('%j matches %s: %s', (directories, url, isIn) => expect(compilePathPrefixes(directories)(url as Url)).toBe(isIn));
