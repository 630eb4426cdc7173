import { describe, expect, test } from 'vitest';
import { billOf, estimateUsd, forecastUsd, formatUsd, scaleUsage } from '../../shared/meter/bill.ts';
import { PRICES, PRICES_AS_OF, TIME_PRICES } from '../../shared/meter/prices.ts';

test('prices a million of each unit', () => {
  const million = Object.fromEntries(Object.keys(PRICES).map((unit) => [unit, 1e6]));
  expect(Object.fromEntries(billOf(million).rows.map(({ unit, usd }) => [unit, Number(usd.toFixed(6))]))).toEqual({
    'dynamodb.writes': 0.625,
    'dynamodb.index-writes': 0.625,
    'dynamodb.reads': 0.125,
    's3.puts': 5,
    's3.moves': 20,
    's3.gets': 0.4,
    'sqs.requests': 0.4,
    'lambda.gb-s': 13.3334,
    'lambda.invocations': 0.2,
    'logs.bytes': 0.0005,
    'api.requests': 1,
    'scheduler.calls': 1,
    'network.bytes-out': 0.00009,
  });
});

test('sums a bill by service, most expensive unit first, without unpriced units', () => {
  const bill = billOf({
    's3.PutObject.puts': 100_000,
    's3.PutObject.bytes-in': 1e12,
    'dynamodb.UpdateItem.writes': 1_600_000,
    'dynamodb.PutItem.writes': 1_600_000,
    'dynamodb.GetItem.reads': 800_000,
  });
  expect(bill.rows.map(({ unit }) => unit)).toEqual(['dynamodb.writes', 's3.puts', 'dynamodb.reads']);
  expect(bill.byService['dynamodb']).toBeCloseTo(2.1);
  expect(bill.byService['s3']).toBeCloseTo(0.5);
  expect(bill.usd).toBeCloseTo(2.6);
});

test('every price has a source, and the table has a date', () => {
  for (const { source, usd } of [...Object.values(PRICES), ...Object.values(TIME_PRICES)]) {
    expect(source).toMatch(/^https:\/\/aws\.amazon\.com\//);
    expect(usd).toBeGreaterThan(0);
  }
  expect(PRICES_AS_OF).toMatch(/^\d{4}-\d\d-\d\d$/);
});

describe('for another number of pages', () => {
  test('scales units and cost', () => {
    expect(scaleUsage({ 's3.puts': 3 }, 200, 1e6)).toEqual({ 's3.puts': 15_000 });
    expect(estimateUsd(1_000, 0.5, 250)).toBe(2);
  });

  test('estimates nothing before the first page', () => {
    expect(scaleUsage({ 's3.puts': 3 }, 0, 1e6)).toEqual({});
    expect(estimateUsd(1_000, 0.5, 0)).toBeUndefined();
    expect(estimateUsd(0, 0, 0)).toBeUndefined();
  });

  test('estimates nothing from too few pages', () => {
    expect(estimateUsd(1e6, 0.5, 999)).toBeUndefined();
    expect(estimateUsd(1e6, 0.5, 1_000)).toBe(500);
    expect(estimateUsd(1_000, 0.5, 99)).toBeUndefined();
    expect(estimateUsd(1_000, 0.5, 100)).toBe(5);
  });

  test.each([
    ['forecasts a crawl with a page limit', 2, 100, 1_000, 20],
    ['forecasts the current cost of a crawl beyond its limit', 2, 100, 50, 2],
    ['forecasts nothing for a crawl without a limit', 2, 100, null, undefined],
    ['forecasts nothing before the first page', 0, 0, 1_000, undefined],
  ])('%s', (_, usd, pages, limit, expected) => expect(forecastUsd(usd, pages, limit)).toBe(expected));
});

test.each([
  [0, '$0.00'],
  [0.0000321, '$0.000032'],
  [0.0421, '$0.042'],
  [12.345, '$12.35'],
])('formats %d dollars as %s', (usd, text) => expect(formatUsd(usd)).toBe(text));
