import { expect, test } from 'vitest';
import {
  countOf,
  decodeEvidence,
  evidenceOf,
  type LinkContext,
  type LinkEvidence,
  logit,
  logOddsOfLevel,
} from '../../shared/focus/link-evidence.ts';
import { mergeEvidence } from '../../shared/focus/merge-evidence.ts';
import type { Url } from '../../shared/url/url.ts';

const linkOn = (page: number, rest: Partial<LinkContext> = {}): LinkEvidence =>
  evidenceOf({
    page: `http://a.example/${page}` as Url,
    relevance: (page % 10) / 10,
    verdict: page % 10 >= 5 ? 'relevant' : 'off-topic',
    anchor: `page ${'abcdefghij'.charAt(page % 10)} of glass`,
    title: `Title ${'klmnopqrst'.charAt(page % 10)}`,
    distance: page % 4,
    ...rest,
  });

const mergeAll = (all: readonly LinkEvidence[]) => all.reduce(mergeEvidence, '');

test('keeps what the linking page and the link say', () => {
  const { distance, words, parents, anchor } = decodeEvidence(
    linkOn(9, { words: 0.4, distance: 3, anchor: 'Old glass, old' }),
  );
  expect({ distance, parents: parents.length, anchor: anchor.length }).toEqual({ distance: 3, parents: 1, anchor: 2 });
  expect(logOddsOfLevel(words)).toBeCloseTo(logit(0.4), 1);
  expect(parents[0]!.relevance).toBeCloseTo(0.9, 1);
  expect(parents[0]!.isRelevant).toBe(true);
});

test('tells unknown words from words that speak against the topic', () => {
  expect(decodeEvidence(linkOn(1)).words).toBe(0);
  expect(decodeEvidence(linkOn(1, { words: 0.01 })).words).toBe(1);
});

test('merges in any order and any grouping, and ignores repetitions', () => {
  const links = Array.from({ length: 30 }, (_, page) => linkOn(page));
  const expected = mergeAll(links);
  expect(mergeAll(links.toReversed())).toBe(expected);
  expect(mergeEvidence(mergeAll(links.slice(0, 13)), mergeAll(links.slice(7)))).toBe(expected);
  expect(mergeEvidence(expected, expected)).toBe(expected);
  expect(mergeEvidence(expected, '')).toBe(expected);
});

test('keeps the most relevant linking pages and the smallest distance', () => {
  const { parents, distance } = decodeEvidence(mergeAll([1, 2, 9, 8, 7, 6, 3].map((page) => linkOn(page))));
  expect(parents.map(({ relevance }) => Math.round(relevance * 10))).toEqual([9, 8, 7, 6]);
  expect(distance).toBe(0);
});

test('estimates the number of linking pages', () => {
  const { seenBy, seenByRelevant } = decodeEvidence(mergeAll(Array.from({ length: 20 }, (_, page) => linkOn(page))));
  expect(Math.abs(countOf(seenBy) - 20)).toBeLessThan(8);
  expect(Math.abs(countOf(seenByRelevant) - 10)).toBeLessThan(5);
});

const longText = (page: number) => Array.from({ length: 40 }, (_, i) => 'x'.repeat(1 + ((page + i) % 23))).join(' ');

test('stays below 100 characters', () => {
  const long = Array.from({ length: 90 }, (_, page) => linkOn(page, { anchor: longText(page), title: longText(page) }));
  expect(mergeAll(long).length).toBeLessThanOrEqual(100);
});

test('decodes any text without an error', () => {
  for (const text of ['', '.', 'x', 'é'.repeat(40), linkOn(3).slice(0, 13), `${linkOn(3)}~~~`])
    expect(decodeEvidence(text).parents.length).toBeLessThanOrEqual(6);
});
