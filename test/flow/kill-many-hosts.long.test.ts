/** `kill -9` during a crawl of many hosts; `node bench/kill.ts` runs the same with 30 kills and 10,000 pages. */
import { expect, test } from 'vitest';
import { findKillFaults, killCrawl } from '../../bench/measure/killed-crawl.ts';

test('a crawl of 40 hosts that is killed eight times loses no page and fetches no committed page again', async () => {
  const result = await killCrawl({ kills: 8, pages: 600, hosts: 40, pauseMs: 300, seed: 'many hosts' });
  expect(findKillFaults(result, 600)).toEqual([]);
  expect(result).toMatchObject({ kills: 8, records: 600 });
  // On a fast machine, the last runs may end before their kill.
  expect(result.endedEarly).toBeLessThan(3);
  expect(result.searches).toBeGreaterThan(3);
});
