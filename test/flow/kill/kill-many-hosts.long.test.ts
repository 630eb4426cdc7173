/** `kill -9` of the process group during a crawl of many hosts; `node bench/kill.ts` runs the same with other numbers. */
import { beforeAll, expect, test } from 'vitest';
import { crawlUndisturbed, findKillFaults, killCrawl } from '../../../bench/measure/killed-crawl.ts';

const WEB = { pages: 4_500, hosts: 300, pauseMs: 200 };

let undisturbed: Awaited<ReturnType<typeof crawlUndisturbed>>;
beforeAll(async () => {
  undisturbed = await crawlUndisturbed(WEB);
});

test('a crawl of 4,500 pages on 300 hosts that is killed 30 times, and rests for weeks, has all records', async () => {
  const result = await killCrawl({ ...WEB, kills: 30, gapDays: 7, seed: 'many hosts' }, undisturbed);
  expect(findKillFaults(result, 4_500)).toEqual([]);
  expect(result).toMatchObject({ kills: 30, records: 4_500, restedDays: 70 });
  expect(result.moments).toEqual({ start: 6, page: 6, index: 5, frontier: 5, objects: 5, end: 3 });
  // On a fast machine, the last runs may end before their kill.
  expect(result.endedEarly).toBeLessThan(8);
  expect(result.searches).toBeGreaterThan(10);
});

test('a crawl of 4,500 pages on 300 hosts that is killed 30 times without a rest has all records', async () => {
  const result = await killCrawl({ ...WEB, kills: 30, seed: 'many hosts at once' }, undisturbed);
  expect(findKillFaults(result, 4_500)).toEqual([]);
  expect(result).toMatchObject({ kills: 30, records: 4_500, restedDays: 0 });
  expect(result.moments).toEqual({ start: 6, page: 6, index: 5, frontier: 5, objects: 5, end: 3 });
  // On a fast machine, the last runs may end before their kill.
  expect(result.endedEarly).toBeLessThan(8);
  expect(result.searches).toBeGreaterThan(10);
});
