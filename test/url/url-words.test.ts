import { expect, test } from 'vitest';
import type { Url } from '../../shared/url/url.ts';
import {
  compileDirectories,
  compilePathPrefixes,
  compileUrlWords,
  promoteByUrlWords,
} from '../../shared/url/url-words.ts';

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
  [['WWW.A.example/x/'], 'http://www.a.example/x/page', true],
  [['www.a.example'], 'http://www.a.example/page', true],
  [['www.a.example'], 'http://a.example/page', false],
  [['/Übersicht/'], 'http://a.example/%C3%9Cbersicht/page', true],
  [['bücher.example/x'], 'http://xn--bcher-kva.example/x/page', true],
  [[], 'http://a.example/old/page', false],
])('%j matches %s: %s', (directories, url, isIn) => expect(compilePathPrefixes(directories)(url as Url)).toBe(isIn));

test.each<[names: string[], url: string, isIn: boolean]>([
  [['/Übungen/'], 'http://a.example/x/%C3%BCbungen/page', true],
  [['Übungen', 'old'], 'http://a.example/OLD/page', true],
  [['Übungen'], 'http://a.example/%C3%BCbungen', false],
])('a directory named %j is in %s: %s', (names, url, isIn) => expect(compileDirectories(names)(url as Url)).toBe(isIn));

test.each<[words: string[], url: string, score: number]>([
  [['växt', 'bog'], 'http://a.example/V%C3%84XT/bog.html', 1.5],
  [['växt'], 'http://xn--vxt-qla.edu/', 1.5],
  [['växt'], 'http://a.example/v%C3%A4xter/', 0],
  [['bog'], 'http://bog.example:8080/bog/', 1],
])('the words %j give %s the score %d', (words, url, score) => expect(compileUrlWords(words)(url as Url)).toBe(score));
