import { expect, test } from 'vitest';
import { mergeUsage, sumByUnit, usageFromCounts, usageToCounts } from '../../shared/meter/usage.ts';

const usage = {
  'dynamodb.UpdateItem.writes': 3,
  'dynamodb.BatchWriteItem.writes': 4,
  'dynamodb.UpdateItem.calls': 3,
  'dynamodb.Query.reads': 0.5,
  's3.PutObject.bytes-in': 900,
  's3.PutObject.puts': 1,
};

test('sums operations of a service by billed unit', () => {
  expect(sumByUnit(usage)).toEqual({
    'dynamodb.writes': 7,
    'dynamodb.calls': 3,
    'dynamodb.reads': 0.5,
    's3.bytes-in': 900,
    's3.puts': 1,
  });
  expect(sumByUnit(sumByUnit(usage))).toEqual(sumByUnit(usage));
});

test('stores only priced usage in the counts of a crawl', () => {
  const counts = { pages: 5, 'verdict.relevant': 2, ...usageToCounts(usage) };
  expect(usageFromCounts(counts)).toEqual({ 'dynamodb.writes': 7, 'dynamodb.reads': 0.5, 's3.puts': 1 });
});

test('merges usage by name', () => {
  expect(mergeUsage({ a: 1, b: 2 }, { b: 0.5, c: 3 })).toEqual({ a: 1, b: 2.5, c: 3 });
});
