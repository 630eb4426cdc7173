import { describe, expect, test } from 'vitest';
import { affordablePages, type Budget, budgetSpent, reachedLimit } from '../../shared/meter/budget.ts';

const DAY_MS = 86_400_000;
const none: Budget = { usd: null, requests: null, bytes: null, days: null };
/** 1.25 $ of writes; two days old. */
const control = { createdAt: 0, counts: { pages: 90, requests: 100, bytes: 5_000, 'usage.dynamodb.writes': 2e6 } };
const NOW = 2 * DAY_MS;

describe('a crawl goes on until one of its limits is reached', () => {
  test.each<[string, Partial<Budget>, keyof Budget | undefined]>([
    ['without limits it goes on', {}, undefined],
    ['money below', { usd: 1.26 }, undefined],
    ['money reached', { usd: 1.25 }, 'usd'],
    ['requests below', { requests: 101 }, undefined],
    ['requests reached', { requests: 100 }, 'requests'],
    ['bytes below', { bytes: 5_001 }, undefined],
    ['bytes reached', { bytes: 5_000 }, 'bytes'],
    ['days below', { days: 2.1 }, undefined],
    ['days reached', { days: 2 }, 'days'],
    ['one of several', { usd: 10, requests: 1e6, bytes: 4_000 }, 'bytes'],
  ])('%s', (_, given, expected) => expect(reachedLimit({ ...none, ...given }, control, NOW)).toBe(expected));
});

describe('before that, as many pages are shared out as the limits allow', () => {
  test.each<[string, Partial<Budget>, number]>([
    ['without limits any number', {}, Number.POSITIVE_INFINITY],
    ['by the money that pages took so far', { usd: 2.5 }, 90],
    ['by their requests, robots.txt among them', { requests: 150 }, 45],
    ['by their bytes', { bytes: 10_000 }, 90],
    ['by what is least', { usd: 2.5, requests: 111, bytes: 10_000 }, 9],
    ['one at least', { requests: 101 }, 1],
    ['none when a limit is reached', { requests: 1_000, days: 1 }, 0],
    ['days bound no number of pages', { days: 3 }, Number.POSITIVE_INFINITY],
  ])('%s', (_, given, expected) => expect(affordablePages({ ...none, ...given }, control, NOW)).toBe(expected));

  test('by a guess before the first page has told', () => {
    const fresh = { counts: {}, createdAt: NOW };
    expect(affordablePages({ ...none, requests: 12 }, fresh, NOW)).toBe(12);
    expect(affordablePages({ ...none, bytes: 1e6 }, fresh, NOW)).toBe(10);
  });
});

test('a crawl that has counted nothing has spent nothing', () => {
  expect(budgetSpent({ counts: {}, createdAt: NOW }, NOW)).toEqual({ usd: 0, requests: 0, bytes: 0, days: 0 });
});
