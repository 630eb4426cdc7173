import { expect, test } from 'vitest';
import type { Figures } from '../../../bench/bill.ts';
import { SECONDS_PER_PAGE, scaleLimits } from '../../../bench/measure/scale-model.ts';

const one = (name: string, secondsAPage: number, usageAPage: Record<string, number> = {}) => ({
  name,
  memoryMb: 1_024,
  cpuMsAPage: 1,
  secondsAPage,
  busy: 0.5,
  usageAPage,
});

/** 20 pages per visit. Per page: 0.5 writes to a head, 0.01 writes to the control item, 0.02 puts. */
const bill: Figures = {
  on: '2026-01-01',
  pages: 1_000,
  hosts: 50,
  visits: 50,
  usdAMillionPages: 1,
  indexBytesARecord: 10_000,
  byUnit: {},
  functions: [
    one('dispatch', 0),
    one('fetch', 0.02, {
      'dynamodb.UpdateItem.writes': 0.4,
      'dynamodb.BatchWriteItem.writes': 1,
      's3.PutObject.puts': 0.02,
    }),
    one('clean', 0.01, { 'dynamodb.UpdateItem.writes': 0.01 }),
    one('classify', 0.01, { 'dynamodb.UpdateItem.writes': 0.2, 'dynamodb.UpdateItem.index-writes': 0.1 }),
    one('index-records', 0.05),
  ],
};
const allowed = {
  copies: { fetch: 20, clean: 5, classify: 5, 'index-records': 2 },
  tableRate: 4_000,
  hostsPerMessage: 20,
  messagesPerCall: 4,
};
const limit = (what: string, given = allowed) =>
  scaleLimits(bill, given).find((one) => one.what.includes(what))?.pagesPerSecond ?? Number.NaN;

test('sorts limits in ascending order', () => {
  const rates = scaleLimits(bill, allowed).map(({ pagesPerSecond }) => pagesPerSecond);
  expect(rates).toEqual([...rates].sort((a, b) => a - b));
  expect(scaleLimits(bill, allowed)[0]?.what).toBe('2 copies of index-records, every page indexed');
});

test('limits a stage by its seconds per page, and fetch by the pauses of its hosts', () => {
  expect(limit('copies of index-records')).toBeCloseTo(2 / 0.05);
  expect(limit('copies of clean')).toBeCloseTo(5 / 0.01);
  expect(limit('copies of fetch')).toBeCloseTo((20 * 80 * 0.5) / SECONDS_PER_PAGE);
});

test('limits tables by their writes per page, and items and partitions by 1,000 writes per second', () => {
  expect(limit('per second of the table Heads')).toBeCloseTo(4_000 / 0.5);
  expect(limit('partitions of a crawl')).toBeCloseTo(16_000 / 0.5);
  expect(limit('control item')).toBeCloseTo(1_000 / 0.01);
  expect(limit('puts per second')).toBeCloseTo(3_500 / 0.02);
});

test('marks the limits that delay search only', () => {
  const delaying = scaleLimits(bill, allowed).filter((one) => one.delaysSearchOnly);
  expect(delaying.map(({ what }) => what)).toEqual(['2 copies of index-records, every page indexed']);
});

test('raises only the limits of fetch for more copies of fetch', () => {
  const more = { ...allowed, copies: { ...allowed.copies, fetch: 40 } };
  expect(limit('copies of fetch', more)).toBeCloseTo(2 * limit('copies of fetch'));
  expect(limit('round of dispatch', more)).toBeCloseTo(2 * limit('round of dispatch'));
  expect(limit('copies of clean', more)).toBe(limit('copies of clean'));
});
