import { expect, test } from 'vitest';
import { createStallWatch } from '../../../cli/alerts/stall-watch.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';

const MINUTE = 60_000;

/** A watch with a limit of ten minutes, and a clock that it reads. */
function watch() {
  let now = 0;
  const stalls = createStallWatch(10 * MINUTE, { now: () => now });
  const status = (over: Partial<CrawlStatus>) =>
    ({ state: 'running', due: 0, hosts: 4, waiting: 0, ...over }) as CrawlStatus;
  return {
    ...stalls,
    /** Checks once a minute. @returns what the checks found */
    check(minutes: number, over: Partial<CrawlStatus>) {
      const found = Array.from({ length: minutes }, () => {
        now += MINUTE;
        return stalls.check(status(over));
      });
      return found.filter((one) => one !== undefined);
    },
    jump(ms: number) {
      now += ms;
    },
  };
}

const DUE = { due: 1 };

test('reports a standstill once, and again after a page', () => {
  const stalls = watch();
  expect(stalls.check(10, DUE)).toEqual([]);
  expect(stalls.check(20, DUE)).toEqual([{ minutes: 10, failing: 0 }]);
  stalls.recordPage();
  expect(stalls.check(9, DUE)).toEqual([]);
  expect(stalls.check(1, DUE)).toHaveLength(1);
});

test.each<[what: string, status: Partial<CrawlStatus>, found: number]>([
  ['with nothing to fetch', {}, 0],
  ['with URLs of one host at rest', { waiting: 3, resting: { hosts: 1, next: '', until: '' } }, 0],
  ['with most hosts at rest', { waiting: 3, resting: { hosts: 3, next: '', until: '' } }, 1],
  ['with objects to process', { processing: 2 }, 1],
  ['while it is paused', { ...DUE, state: 'paused' }, 0],
])('a crawl %s', (_, status, found) => {
  expect(watch().check(30, status)).toHaveLength(found);
});

test('time with nothing to fetch does not count', () => {
  const stalls = watch();
  expect(stalls.check(24 * 60, {})).toEqual([]);
  expect(stalls.check(10, DUE)).toEqual([]);
  expect(stalls.check(1, DUE)).toEqual([{ minutes: 10, failing: 0 }]);
});

test('counts the hosts that failed since the last page', () => {
  const stalls = watch();
  for (const host of ['a', 'b', 'c']) stalls.recordFailure({ host, reason: 'dns' });
  stalls.recordPage();
  stalls.recordFailure({ host: 'a', reason: 'dns' });
  stalls.recordFailure({ host: 'a', reason: 'timeout' });
  expect(stalls.check(20, {})).toEqual([]);
  for (const host of ['b', 'c']) stalls.recordFailure({ host, reason: 'connect' });
  expect(stalls.check(11, {})).toEqual([{ minutes: 10, failing: 3, reason: 'connect' }]);
});

test('neither a clock that jumps nor the sleep of a machine is a standstill', () => {
  const stalls = watch();
  expect(stalls.check(1, DUE)).toEqual([]);
  stalls.jump(40 * 24 * 60 * MINUTE);
  expect(stalls.check(8, DUE)).toEqual([]);
  stalls.jump(-3 * 24 * 60 * MINUTE);
  expect(stalls.check(1, DUE)).toEqual([]);
  expect(stalls.check(2, DUE)).toHaveLength(1);
});
