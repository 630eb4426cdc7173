import { expect, test } from 'vitest';
import { computeCost, formatCost } from '../../cli/commands/cost.ts';
import type { Control } from '../../shared/ports/control.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';

const DAY_MS = 86_400_000;
const settings = readSettings({
  seeds: ['https://example.org/'],
  limits: { pages: 4_000 },
  budget: { usd: 5, bytes: 2_000_000 },
});
const control = (counts: Record<string, number>): Control => ({
  crawl: 'plants',
  state: 'open',
  settingsKey: 'settings',
  createdAt: 0,
  counts: { pages: 1_000, requests: 1_040, bytes: 1_500_000, ...counts },
  shares: {},
});

test('on AWS: prints the cost so far by unit, per page, the forecast, and the limits', () => {
  const cost = computeCost(control({ 'usage.dynamodb.writes': 1_600, 'usage.s3.puts': 100 }), settings, 3 * DAY_MS);
  expect(cost).toMatchObject({ pages: 1_000, requests: 1_040, days: 3 });
  expect(cost.usd).toBeCloseTo(0.0015);
  expect(cost.usdAMillionPages).toBeCloseTo(1.5);
  expect(cost.usdInAll).toBeCloseTo(0.006);
  const text = formatCost(cost).join('\n');
  for (const part of [
    '1,000 of 4,000',
    '1.5 MB of 2.0 MB',
    '$0.001500 of $5.00',
    '$0.001000 for 1,600',
    '$0.000500 for 100',
    '$1.50 per million',
    '$0.006000 for 4,000 pages',
  ])
    expect(text).toContain(part);
});

test('a local crawl costs nothing', () => {
  const cost = computeCost(control({}), settings, DAY_MS);
  expect(cost.usd).toBe(0);
  expect(formatCost(cost).join('\n')).not.toMatch(/a page|in all/);
});

test.each([
  [20, 'serverless is cheaper'],
  [400, 'the domain is cheaper'],
])('compares search engines for %i unit-hours per month: %s', (unitHours, expected) => {
  expect(formatCost(computeCost(control({}), settings, DAY_MS, unitHours)).join('\n')).toContain(expected);
});
