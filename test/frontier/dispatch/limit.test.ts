import { expect, test } from 'vitest';
import {
  type CrawlLimit,
  type CrawlLimits,
  projectCost,
  reachedCrawlLimit,
} from '../../../shared/frontier/dispatch/limit.ts';

const DAY_MS = 86_400_000;
const NOW = 2 * DAY_MS;
/** A crawl with $1.25 of writes, two days old. */
const control = { createdAt: 0, counts: { pages: 90, requests: 100, bytes: 5_000, 'usage.dynamodb.writes': 2e6 } };
const NONE = { usd: null, requests: null, bytes: null, days: null };
const limited = (pages: number | null, budget: Partial<CrawlLimits['budget']> = {}): CrawlLimits => ({
  limits: { pages },
  budget: { ...NONE, ...budget },
});

test.each<[string, CrawlLimits, CrawlLimit | undefined]>([
  ['none', limited(null), undefined],
  ['pages, and one page is left', limited(91), undefined],
  ['pages, all fetched', limited(90), 'pages'],
  ['requests', limited(91, { requests: 100 }), 'requests'],
  ['days', limited(null, { days: 2 }), 'days'],
  ['money', limited(null, { usd: 1.25, bytes: 1e6 }), 'usd'],
])('returns the reached limit: %s', (_, limits, expected) =>
  expect(reachedCrawlLimit(limits, control, NOW)).toBe(expected),
);

test('projects the cost from the pages so far and the page limit', () => {
  expect(projectCost(limited(900), control, NOW)).toBeCloseTo(12.5);
  expect(projectCost(limited(null), control, NOW)).toBeUndefined();
  expect(projectCost(limited(900), { createdAt: 0, counts: {} }, NOW)).toBeUndefined();
});
