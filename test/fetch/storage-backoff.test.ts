import { expect, test } from 'vitest';
import { createStorageBackoff } from '../../shared/fetch/storage-backoff.ts';

const HOUR_MS = 3_600_000;
const MOST_MS = 900_000;

test.each([
  ['each visit that fails is followed by a rest of as long as they have failed', [0, 5_000, 10_000, 40_000], 40_000],
  ['none is longer than the longest', [0, 600_000, 1_500_000], MOST_MS],
  ['failures hours apart are none that last for hours', [0, 2 * HOUR_MS], 5_000],
  ['after the longest rest the next failure goes on', [0, 600_000, 1_500_000, 1_500_000 + MOST_MS + 240_000], MOST_MS],
])('%s', (_rule, failures, rest) => {
  const rests = createStorageBackoff(MOST_MS);
  const host = { crawl: 'plants', host: 'a.example' };
  expect(failures.map((at) => rests.recordFailure(host, at)).at(-1)).toBe(rest);
});
