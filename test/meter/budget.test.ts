import { describe, expect, test } from 'vitest';
import { affordablePages, type Budget, budgetSpent, reachedLimit } from '../../shared/meter/budget.ts';

const DAY_MS = 86_400_000;
const none: Budget = { usd: null, requests: null, bytes: null, days: null };
/** A crawl with writes for 1.25 $, two days old. */
const control = { createdAt: 0, counts: { pages: 90, requests: 100, bytes: 5_000, 'usage.dynamodb.writes': 2e6 } };
const NOW = 2 * DAY_MS;

describe('reachedLimit', () => {
  test.each<[string, Partial<Budget>, keyof Budget | undefined]>([
    ['no limits', {}, undefined],
    ['cost below its limit', { usd: 1.26 }, undefined],
    ['cost at its limit', { usd: 1.25 }, 'usd'],
    ['requests below their limit', { requests: 101 }, undefined],
    ['requests at their limit', { requests: 100 }, 'requests'],
    ['bytes below their limit', { bytes: 5_001 }, undefined],
    ['bytes at their limit', { bytes: 5_000 }, 'bytes'],
    ['days below their limit', { days: 2.1 }, undefined],
    ['days at their limit', { days: 2 }, 'days'],
    ['one of several limits', { usd: 10, requests: 1e6, bytes: 4_000 }, 'bytes'],
  ])('%s', (_, given, expected) => expect(reachedLimit({ ...none, ...given }, control, NOW)).toBe(expected));
});

describe('affordablePages', () => {
  test.each<[string, Partial<Budget>, number]>([
    ['no limits: any number', {}, Number.POSITIVE_INFINITY],
    ['by the cost per page so far', { usd: 2.5 }, 90],
    ['by requests per page, including robots.txt', { requests: 150 }, 45],
    ['by bytes per page', { bytes: 10_000 }, 90],
    ['by the smallest limit', { usd: 2.5, requests: 111, bytes: 10_000 }, 9],
    ['at least one', { requests: 101 }, 1],
    ['none if a limit is reached', { requests: 1_000, days: 1 }, 0],
    ['days do not limit the number', { days: 3 }, Number.POSITIVE_INFINITY],
  ])('%s', (_, given, expected) => expect(affordablePages({ ...none, ...given }, control, NOW)).toBe(expected));

  test('assumes a use per page before the first page', () => {
    const fresh = { counts: {}, createdAt: NOW };
    expect(affordablePages({ ...none, requests: 12 }, fresh, NOW)).toBe(12);
    expect(affordablePages({ ...none, bytes: 1e6 }, fresh, NOW)).toBe(10);
  });
});

test('pages may need more requests than those so far', () => {
  expect(affordablePages({ ...none, requests: 222 }, control, NOW, 61)).toBe(2);
  expect(affordablePages({ ...none, requests: 222 }, control, NOW, 1)).toBe(109);
});

test('a crawl without counts has spent nothing', () => {
  expect(budgetSpent({ counts: {}, createdAt: NOW }, NOW)).toEqual({ usd: 0, requests: 0, bytes: 0, days: 0 });
});
