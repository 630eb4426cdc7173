import { expect, test } from 'vitest';
import { describeSample, sampleObjects } from '../../../shared/classify/review/sample-objects.ts';
import { documentsKey } from '../../../shared/clean/documents-key.ts';
import { rawKey } from './stored.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 4, 3);

/** A store that only lists, and counts the keys and lists that were asked for. */
function listing(openedAt: readonly number[]) {
  const keys = openedAt.map((at, i) => documentsKey(rawKey(at, `r${i}`))).sort();
  const asked = { lists: 0, keys: 0 };
  return {
    asked,
    keys,
    async *list(prefix: string) {
      asked.lists++;
      for (const key of keys)
        if (key.startsWith(prefix)) {
          asked.keys++;
          yield key;
        }
    },
    get: async () => undefined,
  };
}

test('takes all objects of a small crawl, and only of this crawl', async () => {
  const objects = listing(Array.from({ length: 7 }, (_, i) => MIDNIGHT + i));
  objects.keys.push('clean/plants2/2026/05/03/000000-x.jsonl.zst');
  const { keys, ofObjects } = await sampleObjects('plants', { objects, createdAt: MIDNIGHT, now: MIDNIGHT }, 10);
  expect(ofObjects).toBe(7);
  expect([...keys].sort()).toEqual(objects.keys.slice(0, 7));
});

test('picks objects at equal distances, and each part of the list is spread, too', async () => {
  const objects = listing(Array.from({ length: 1_000 }, (_, i) => MIDNIGHT + i * 60_000));
  const { keys, ofObjects } = await sampleObjects('plants', { objects, createdAt: MIDNIGHT, now: MIDNIGHT + DAY }, 100);
  expect([keys.length, ofObjects]).toEqual([100, 1_000]);
  const tenth = (key: string) => Math.floor(objects.keys.indexOf(key) / 100);
  expect(Object.values(Object.groupBy(keys, tenth)).map((list) => list!.length)).toEqual(Array(10).fill(10));
  expect(new Set(keys.slice(0, 20).map(tenth)).size).toBe(10);
});

test('samples the hours of a crawl with very many objects, without listing them all', async () => {
  // Two busy days, thirty days apart, with an object every five seconds.
  const busy = [0, 30].flatMap((day) => Array.from({ length: 17_000 }, (_, i) => MIDNIGHT + day * DAY + i * 5_000));
  const objects = listing(busy);
  const ports = { objects, createdAt: MIDNIGHT, now: MIDNIGHT + 31 * DAY };
  const { keys, ofObjects } = await sampleObjects('plants', ports, 480);
  expect([keys.length, ofObjects]).toEqual([480, null]);
  expect(objects.asked.lists).toBeLessThan(100);
  const perHour = Object.values(Object.groupBy(keys, (key) => key.slice(0, 'clean/plants/2026/05/03/00'.length)));
  expect(perHour.length).toBeGreaterThanOrEqual(47);
  for (const list of perHour) expect(list!.length).toBeLessThanOrEqual(20);
});

test.each([
  [{ pages: 1, objects: 1, ofObjects: 1 }, 'all 1 stored page'],
  [{ pages: 1_234, objects: 7, ofObjects: 7 }, 'all 1,234 stored pages'],
  [{ pages: 40, objects: 2, ofObjects: 7 }, 'a sample of 40 stored pages, from 2 of 7 objects spread over the crawl'],
  [
    { pages: 40, objects: 2, ofObjects: null },
    'a sample of 40 stored pages, from 2 of more than 10,000 objects spread over the crawl',
  ],
  [{ pages: 40, objects: 2, ofObjects: 3, damaged: 1 }, 'all 40 stored pages; 1 damaged object was skipped'],
])('describes %o', (sample, text) => {
  expect(describeSample(sample)).toBe(text);
});
