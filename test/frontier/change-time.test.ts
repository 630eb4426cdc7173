import { expect, test } from 'vitest';
import { changeTimeAfter, changeTimeOf } from '../../shared/frontier/change-time.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);

test('a change is timed by the clock', () => {
  expect(changeTimeAfter(undefined, NOW)).toBe(NOW);
  expect(changeTimeAfter(NOW - DAY_MS, NOW)).toBe(NOW);
  // A later time would let a forced recrawl pass over the page.
  expect(changeTimeAfter(NOW - 1, NOW)).toBe(NOW);
});

test('a change follows the last one and its reclassifications if the clock was set back', () => {
  const last = NOW + 40 * DAY_MS;
  const first = changeTimeAfter(last, NOW);
  expect(first).toBeGreaterThan(last + 100);
  expect(changeTimeAfter(first, NOW + 1)).toBeGreaterThan(first + 100);
});

test('a capture causes changes at its fetch time unless its note states a later one', () => {
  expect(changeTimeOf({ fetchedAt: NOW, note: {} })).toBe(NOW);
  expect(changeTimeOf({ fetchedAt: NOW, note: { changeAt: NOW + DAY_MS } })).toBe(NOW + DAY_MS);
});
