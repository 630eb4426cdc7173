import { expect, test } from 'vitest';
import { createStorageBackoff } from '../../shared/fetch/storage-backoff.ts';

const HOUR_MS = 3_600_000;
const MOST_MS = 900_000;

test.each([
  ['backs off for as long as visits have failed', [0, 5_000, 10_000, 40_000], 40_000],
  ['never exceeds the maximum', [0, 600_000, 1_500_000], MOST_MS],
  ['starts anew for failures hours apart', [0, 2 * HOUR_MS], 5_000],
  [
    'continues at the maximum after the longest back-off',
    [0, 600_000, 1_500_000, 1_500_000 + MOST_MS + 240_000],
    MOST_MS,
  ],
])('%s', (_rule, failures, rest) => {
  const rests = createStorageBackoff(MOST_MS);
  const host = { crawl: 'plants', host: 'a.example' };
  expect(failures.map((at) => rests.recordFailure(host, at)).at(-1)).toBe(rest);
});
