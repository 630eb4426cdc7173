import { expect, test } from 'vitest';
import { createMemoryBudget } from '../../shared/net/memory-budget.ts';

test('grants memory in the order of the requests, and none overtakes a larger one', () => {
  const budget = createMemoryBudget(10);
  const granted: string[] = [];
  const reserve = (name: string, bytes: number) => budget.reserve(bytes, { onGranted: () => granted.push(name) });
  const a = reserve('a', 6);
  const b = reserve('b', 8);
  const c = reserve('c', 2);
  expect([a, b, c].map(({ isGranted }) => isGranted)).toEqual([true, false, false]);
  expect(budget.bytesLeft()).toBe(4);
  a.release();
  expect(granted).toEqual(['b', 'c']);
  expect(budget.bytesLeft()).toBe(0);
});

test('a reservation that leaves the line lets the next one pass, and releases nothing twice', () => {
  const budget = createMemoryBudget(10);
  const granted: string[] = [];
  const a = budget.reserve(6, { onGranted() {} });
  const b = budget.reserve(8, { onGranted: () => granted.push('b') });
  const c = budget.reserve(3, { onGranted: () => granted.push('c') });
  b.release();
  expect(granted).toEqual(['c']);
  for (const reservation of [a, a, b, c, c]) reservation.release();
  expect(budget.bytesLeft()).toBe(10);
});

test('a reservation of more than the budget gets all of it', () => {
  const budget = createMemoryBudget(10);
  expect(budget.reserve(30, { onGranted() {} })).toMatchObject({ bytes: 10, isGranted: true });
  expect(budget.bytesLeft()).toBe(0);
});

test('memory that is released while it is granted goes to the next in line', () => {
  const budget = createMemoryBudget(10);
  const granted: string[] = [];
  const a = budget.reserve(10, { onGranted() {} });
  const b = budget.reserve(10, {
    onGranted() {
      granted.push('b');
      b.release();
    },
  });
  budget.reserve(10, { onGranted: () => granted.push('c') });
  a.release();
  expect(granted).toEqual(['b', 'c']);
});
