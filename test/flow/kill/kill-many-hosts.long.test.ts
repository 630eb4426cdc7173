/** `kill -9` of the process group during a crawl of many hosts; `node bench/kill.ts` runs the same with other numbers. */
import { beforeAll, expect, test } from 'vitest';
import { crawlUndisturbed, findKillFaults, killCrawl } from '../../../bench/measure/killed-crawl.ts';

const WEB = { pages: 2_000, hosts: 150, pauseMs: 200 };
const KILLS = 12;
const MOMENTS = { start: 3, page: 2, index: 2, frontier: 2, objects: 2, end: 1 };

let undisturbed: Awaited<ReturnType<typeof crawlUndisturbed>>;
beforeAll(async () => {
  undisturbed = await crawlUndisturbed(WEB);
});

test('a crawl of 2,000 pages on 150 hosts that is killed 12 times, and rests for weeks, has all records', async () => {
  const result = await killCrawl({ ...WEB, kills: KILLS, gapDays: 7, seed: 'many hosts' }, undisturbed);
  expect(findKillFaults(result, WEB.pages)).toEqual([]);
  expect(result).toMatchObject({ kills: KILLS, records: WEB.pages, restedDays: 28 });
  expect(result.moments).toEqual(MOMENTS);
  // On a fast machine, the last runs may end before their kill.
  expect(result.endedEarly).toBeLessThan(4);
  expect(result.searches).toBeGreaterThan(4);
});

test('a crawl of 2,000 pages on 150 hosts that is killed 12 times without a rest has all records', async () => {
  const result = await killCrawl({ ...WEB, kills: KILLS, seed: 'many hosts at once' }, undisturbed);
  expect(findKillFaults(result, WEB.pages)).toEqual([]);
  expect(result).toMatchObject({ kills: KILLS, records: WEB.pages, restedDays: 0 });
  expect(result.moments).toEqual(MOMENTS);
  // On a fast machine, the last runs may end before their kill.
  expect(result.endedEarly).toBeLessThan(4);
  expect(result.searches).toBeGreaterThan(4);
});
