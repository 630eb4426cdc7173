/** `kill -9` during a crawl. `test/services` has ten kills in a row. */
import { beforeAll, expect, test } from 'vitest';
import { killedBesideUndisturbed } from './kill-properties.ts';

let result: Awaited<ReturnType<typeof killedBesideUndisturbed>>;
beforeAll(async () => {
  result = await killedBesideUndisturbed(3, 'three');
});

test('the kills hit running work, and the crawl resumed and ended by itself', () => {
  expect(result.interruptions.filter(({ leases }) => leases > 0).length).toBeGreaterThanOrEqual(2);
  expect(result.last).toMatchObject({ code: 0, signal: null, err: '' });
  expect(JSON.parse(result.last.out)).toMatchObject({ state: 'done', urls: result.killed.pages });
});

test('the records equal those of an undisturbed crawl', () => {
  expect(result.killed.records).toEqual(result.whole.records);
  expect(result.whole.records.length).toBeGreaterThan(200);
});

test('every page has the same outcome', () => {
  expect(result.killed.outcomes).toEqual(result.whole.outcomes);
});

test('no page is committed twice, and the counts match the pages', () => {
  for (const { repeated, counted, pages } of [result.killed, result.whole])
    expect({ repeated, counted }).toEqual({ repeated: [], counted: pages });
});

test('pause, Crawl-delay and robots.txt hold across kills', () => {
  // A Retry-After that a killed run had not committed is lost.
  expect(result.killed.violations.filter(({ kind }) => kind !== 'before-retry-after')).toEqual([]);
});

test('nothing is left, and nothing is lost', () => {
  // Objects that were written but not committed may remain: nothing refers to them.
  expect(result.killed.leftovers).toMatchObject({ messages: 0, deadLetters: 0, leases: 0, missingPieces: [] });
});
