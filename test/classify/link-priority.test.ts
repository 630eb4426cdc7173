import { expect, test } from 'vitest';
import { compileFilters } from '../../shared/classify/judge.ts';
import { linkPriority } from '../../shared/classify/link-priority.ts';
import { documentOf } from './documents.ts';

const judge = compileFilters([{ terms: '10: glass=A', file: 't', cutOff: 10 }]);
const from = (text: string) => linkPriority(judge, judge(documentOf({ text })));

test('without a topic links come in the order of their depth', () => {
  const open = compileFilters([]);
  const links = [1, 2, 7, 8, 30].map((depth) => linkPriority(open, open(documentOf()))('', depth));
  expect(links.map((link) => link.class)).toEqual([1, 2, 7, 7, 7]);
  expect(links.map((link) => link.score)).toEqual(links.map((link) => link.score).toSorted((a, b) => b - a));
});

test('links of a better page come first', () => {
  const [weak, strong] = [from('glass glass')('', 1), from('glass '.repeat(50))('', 1)];
  expect(strong.class).toBeLessThan(weak.class);
});

test('a link whose own text speaks for the topic comes before the others of its page', () => {
  const priority = from('glass glass');
  expect(priority('of glass and glass', 1).score).toBeGreaterThan(priority('of stone', 1).score);
});

test('of equals the nearer comes first', () => {
  const priority = from('glass glass');
  expect(priority('', 2).score).toBeLessThan(priority('', 1).score);
});

test('no link has the class of the seeds, none is below the last class, scores lie from 0 to 1', () => {
  for (const text of ['stone', 'glass '.repeat(10_000)])
    for (const depth of [1, 50, 5000]) {
      const { class: place, score } = from(text)('glass '.repeat(100), depth);
      expect(place).toBeGreaterThanOrEqual(1);
      expect(place).toBeLessThanOrEqual(7);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
});
