import { expect, test } from 'vitest';
import type { TopicFilter } from '../../shared/classify/filters/compile-filter.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { TopicFileError } from '../../shared/classify/terms/topic-file.ts';
import type { Url } from '../../shared/url/url.ts';
import { documentOf } from './documents.ts';

const topic = (terms: string, cutOff = 10): TopicFilter => ({
  terms,
  file: 'topic.txt',
  cutOff,
});
const glass = topic('10: glass=A');

test('accepts every document without a filter', () => {
  const judge = compileFilters([]);
  expect(judge.focused).toBe(false);
  expect(judge(documentOf())).toMatchObject({ kind: 'relevant', score: 1 });
});

test.each([
  ['a score above the cut-off is relevant', 'glass glass', 'relevant', 20],
  ['a score equal to the cut-off is off topic', 'glass', 'off-topic', 10],
  ['no match is off topic', 'stone', 'off-topic', 0],
])('%s', (_rule, text, kind, score) => {
  expect(compileFilters([glass])(documentOf({ text }))).toMatchObject({
    kind,
    score,
  });
});

test('scores title, description, keywords, topical meta elements and headings', () => {
  const judge = compileFilters([topic('1: glass=A', 0)]);
  expect(judge(documentOf({ title: 'Glass' })).score).toBe(10);
  expect(judge(documentOf({ description: 'of glass' })).score).toBe(4);
  expect(judge(documentOf({ keywords: ['art', 'glass'] })).score).toBe(4);
  expect(
    judge(
      documentOf({
        metadata: { 'dc.subject': ['glass'], generator: ['glass'] },
      }),
    ).score,
  ).toBe(4);
  expect(judge(documentOf({ headings: ['Glass', 'More glass'] })).score).toBe(4);
});

test('counts repeated metadata once', () => {
  const judge = compileFilters([topic('1: glass=A', 0)]);
  const description = 'all about glass';
  expect(judge(documentOf({ description, metadata: { description: [description] } })).score).toBe(4);
  expect(judge(documentOf({ keywords: ['glass'], metadata: { keywords: ['glass'] } })).score).toBe(4);
});

test.each([
  ['the host itself', 'http://ok.example/x', 'relevant'],
  ['a subdomain', 'http://www.ok.example/x', 'relevant'],
  ['another port', 'http://ok.example:8080/x', 'relevant'],
  ['a host with the same ending', 'http://notok.example/x', 'off-topic'],
])('sites OK: %s', (_rule, url, kind) => {
  const judge = compileFilters([{ sitesOk: ['OK.example'] }, glass]);
  expect(judge(documentOf({ url: url as Url })).kind).toBe(kind);
});

test('stops at the first filter that accepts', () => {
  const judge = compileFilters([{ sitesOk: ['ok.example'] }, glass, topic('50: stone=B')]);
  expect(judge(documentOf({ url: 'http://ok.example/' as Url, text: 'glass glass' })).why).toMatch(
    /^sites OK: ok\.example/,
  );
  expect(judge(documentOf({ text: 'stone' })).classes).toEqual([{ class: 'B', score: 50 }]);
});

test('reports the filter with the highest score in a refusal', () => {
  const judge = compileFilters([glass, topic('3: stone=B')]);
  expect(judge(documentOf({ text: 'stone glass' }))).toMatchObject({
    score: 10,
    why: expect.stringContaining('glass (1)'),
  });
});

test('divides a normalised score by the words of all locations', () => {
  const judge = compileFilters([{ terms: '10: glass=A', file: 't', cutOff: 1, normalise: true }]);
  expect(judge(documentOf({ title: 'One', text: 'glass is hard' }))).toMatchObject({
    score: 2.5,
    classes: [{ class: 'A', score: 2.5 }],
  });
});

test('returns leads-on for a page on topic that must not be kept', () => {
  const judge = compileFilters([glass]);
  expect(judge(documentOf({ text: 'glass glass', reason: 'noindex' })).kind).toBe('leads-on');
  expect(judge(documentOf({ text: 'stone', reason: 'noindex' })).kind).toBe('off-topic');
  expect(compileFilters([])(documentOf({ reason: 'noindex' })).kind).toBe('leads-on');
});

test('strength grows with the score within 0 to 1', () => {
  const judge = compileFilters([glass]);
  const strengths = ['stone', 'glass', 'glass glass', 'glass '.repeat(1000)].map(
    (text) => judge(documentOf({ text })).strength,
  );
  expect(strengths[0]).toBe(0);
  expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
  expect(strengths.at(-1)).toBeGreaterThan(0.99);
  expect(strengths.at(-1)).toBeLessThan(1);
});

test('rejects an invalid definition', () => {
  expect(() => compileFilters([topic('glass')])).toThrow(TopicFileError);
});
