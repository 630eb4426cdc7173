import { expect, test } from 'vitest';
import { cleanInAllWays, demoPages, mutatedPages } from '../../bench/data/mutated-pages.ts';
import { fewOrMany } from '../long-test.ts';

test('cleaning never throws, and reads each character a few times at most', () => {
  const next = mutatedPages(demoPages(), 20);
  for (let i = 0; i < fewOrMany(25, 250); i++) {
    const page = next();
    expect(cleanInAllWays(page), JSON.stringify(page)).toBeLessThan(4 * page.length + 1000);
  }
});

test('the same seed creates the same pages', () => {
  const [one, other] = [mutatedPages(['<p>a</p>'], 3), mutatedPages(['<p>a</p>'], 3)];
  for (let i = 0; i < 20; i++) expect(one()).toBe(other());
});
