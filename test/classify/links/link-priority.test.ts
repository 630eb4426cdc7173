import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { linkPriority } from '../../../shared/classify/links/link-priority.ts';
import type { Strategy } from '../../../shared/frontier/strategy.ts';
import type { Url } from '../../../shared/url/url.ts';
import { documentOf } from '../documents.ts';

const judge = compileFilters([{ terms: '10: glass=A', file: 't', cutOff: 10 }]);
const PAGE = 'http://a.example/' as Url;
const link = (anchor: string, depth: number, url = 'http://a.example/b') => ({ url: url as Url, anchor, depth });
const from = (text: string, strategy?: Strategy) => {
  const priority = linkPriority(judge, judge(documentOf({ text })), PAGE, strategy);
  return (anchor: string, depth: number, url?: string) => priority(link(anchor, depth, url));
};

test('orders links by depth without a topic', () => {
  const open = compileFilters([]);
  const links = [1, 2, 7, 8, 30].map((depth) => linkPriority(open, open(documentOf()), PAGE)(link('', depth)));
  expect(links.map((link) => link.class)).toEqual([1, 2, 7, 7, 7]);
  expect(links.map((link) => link.score)).toEqual(links.map((link) => link.score).toSorted((a, b) => b - a));
});

test('ranks links of a better page first', () => {
  const [weak, strong] = [from('glass glass')('', 1), from('glass '.repeat(50))('', 1)];
  expect(strong.class).toBeLessThan(weak.class);
});

test('ranks a link with relevant text before others of its page', () => {
  const priority = from('glass glass');
  expect(priority('of glass and glass', 1).score).toBeGreaterThan(priority('of stone', 1).score);
});

test('ranks the smaller depth first among equals', () => {
  const priority = from('glass glass');
  expect(priority('', 2).score).toBeLessThan(priority('', 1).score);
});

test('keeps classes from 1 to 7 and scores from 0 to 1', () => {
  for (const text of ['stone', 'glass '.repeat(10_000)])
    for (const depth of [1, 50, 5000]) {
      const { class: place, score } = from(text)('glass '.repeat(100), depth);
      expect(place).toBeGreaterThanOrEqual(1);
      expect(place).toBeLessThanOrEqual(7);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
});

test('best-first ignores the link text', () => {
  const [weak, strong] = [from('glass glass', 'best-first'), from('glass '.repeat(50), 'best-first')];
  expect(strong('', 1)).toEqual(strong('of glass and glass', 1));
  expect(strong('', 1).class).toBeLessThan(weak('', 1).class);
});

test('breadth-first and depth-first rank by depth, in opposite order', () => {
  const classes = (strategy: Strategy) =>
    [1, 2, 3].map((depth) => from('glass '.repeat(50), strategy)('glass', depth).class);
  expect(classes('breadth-first')).toEqual([1, 2, 3]);
  expect(classes('depth-first')).toEqual([6, 5, 4]);
});

test.each([
  ['ranks a link within its site in the high queue', 'glass '.repeat(50), 'http://a.example/x', 2],
  ['does so from an off-topic page', 'stone', 'http://a.example/x', 2],
  ['ranks a link to another site high if its page is on topic', 'glass '.repeat(50), 'http://b.example/', 3],
  ['ranks it low otherwise', 'stone', 'http://b.example/', 4],
])('two-queue: %s', (_rule, text, url, place) => {
  expect(from(text, 'two-queue')('', 1, url).class).toBe(place);
});
