import { expect, test } from 'vitest';
import type { Figures } from '../../../bench/bill.ts';
import { boundsOf, PAGE_S } from '../../../bench/measure/scale-model.ts';

const one = (name: string, secondsAPage: number, usageAPage: Record<string, number> = {}) => ({
  name,
  memoryMb: 1_024,
  cpuMsAPage: 1,
  secondsAPage,
  busy: 0.5,
  usageAPage,
});

/** 20 pages a visit; of each page half a write to a head, a hundredth to the control item, a fiftieth of a put. */
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
  hostsAMessage: 20,
  messagesACall: 4,
};
const bound = (what: string, given = allowed) =>
  boundsOf(bill, given).find((one) => one.what.includes(what))?.pagesASecond ?? Number.NaN;

test('the narrowest bound comes first', () => {
  const rates = boundsOf(bill, allowed).map(({ pagesASecond }) => pagesASecond);
  expect(rates).toEqual([...rates].sort((a, b) => a - b));
  expect(boundsOf(bill, allowed)[0]?.what).toBe('2 copies of index-records, every page a record');
});

test('copies of a stage give as many pages as they have seconds; those of fetch as their hosts give', () => {
  expect(bound('copies of index-records')).toBeCloseTo(2 / 0.05);
  expect(bound('copies of clean')).toBeCloseTo(5 / 0.01);
  expect(bound('copies of fetch')).toBeCloseTo((20 * 80 * 0.5) / PAGE_S);
});

test('a table is bounded by its writes a page, one item and its partitions by their thousand', () => {
  expect(bound('a second of the table Heads')).toBeCloseTo(4_000 / 0.5);
  expect(bound('partitions of a crawl')).toBeCloseTo(16_000 / 0.5);
  expect(bound('control item')).toBeCloseTo(1_000 / 0.01);
  expect(bound('puts a second')).toBeCloseTo(3_500 / 0.02);
});

test('what is behind with the index holds up no crawl', () => {
  const late = boundsOf(bill, allowed).filter((one) => one.late);
  expect(late.map(({ what }) => what)).toEqual(['2 copies of index-records, every page a record']);
});

test('more copies of fetch move its own bounds and no others', () => {
  const more = { ...allowed, copies: { ...allowed.copies, fetch: 40 } };
  expect(bound('copies of fetch', more)).toBeCloseTo(2 * bound('copies of fetch'));
  expect(bound('round of dispatch', more)).toBeCloseTo(2 * bound('round of dispatch'));
  expect(bound('copies of clean', more)).toBe(bound('copies of clean'));
});
