/** `kill -9` in the middle of a crawl. Ten kills in a row are in `test/services`. */
import { beforeAll, expect, test } from 'vitest';
import { killedBesideUndisturbed } from './kill-properties.ts';

let result: Awaited<ReturnType<typeof killedBesideUndisturbed>>;
beforeAll(async () => {
  result = await killedBesideUndisturbed(3, 'three');
});

test('the kills were in the middle of the work, and the crawl went on and ended by itself', () => {
  expect(result.interruptions.filter(({ leases }) => leases > 0).length).toBeGreaterThanOrEqual(2);
  expect(result.last).toMatchObject({ code: 0, signal: null, err: '' });
  expect(JSON.parse(result.last.out)).toMatchObject({ state: 'done', pages: result.killed.pages });
});

test('the records are those of a crawl that was left alone', () => {
  expect(result.killed.records).toEqual(result.whole.records);
  expect(result.whole.records.length).toBeGreaterThan(200);
});

test('the same came of every page', () => {
  expect(result.killed.outcomes).toEqual(result.whole.outcomes);
});

test('no page was committed twice, and the counts are those of the pages', () => {
  for (const { repeated, counted, pages } of [result.killed, result.whole])
    expect({ repeated, counted }).toEqual({ repeated: [], counted: pages });
});

test('the hosts were left their pause, Crawl-delay and robots.txt all the same', () => {
  // What a killed run was told by a Retry-After and had not yet committed is lost with it.
  expect(result.killed.violations.filter(({ kind }) => kind !== 'before-retry-after')).toEqual([]);
});

test('nothing is left to do, and nothing is lost', () => {
  // Pieces that were written and never committed may lie about: nobody names them.
  expect(result.killed.leftovers).toMatchObject({ messages: 0, deadLetters: 0, leases: 0, missingPieces: [] });
});
