import { describe, expect, test } from 'vitest';
import { createRecentLinks } from '../../shared/frontier/recent-links.ts';
import type { Url } from '../../shared/url/url.ts';

const link = (n: number, depth = 1) => ({ url: `http://h${n % 7}.example/p${n}` as Url, depth });

describe('an enqueued link', () => {
  test.each([
    ['is known at the same depth', 3, 3, true],
    ['is known at a greater depth', 3, 9, true],
    ['is unknown at a smaller depth, where a refusal may not hold', 3, 2, false],
    ['is never known beyond the largest stored depth', 400, 500, false],
  ])('%s', (_, storedDepth, depth, known) => {
    const memory = createRecentLinks(64);
    memory.add(link(1, storedDepth));
    expect(memory.has(link(1, depth))).toBe(known);
    expect(memory.has(link(2, depth))).toBe(false);
  });

  test('is remembered with its smallest depth', () => {
    const memory = createRecentLinks(64);
    for (const depth of [5, 2, 7]) memory.add(link(1, depth));
    expect(memory.has(link(1, 2))).toBe(true);
    expect(memory.has(link(1, 1))).toBe(false);
  });
});

test('is offered again with the evidence of further pages, up to a limit', () => {
  const memory = createRecentLinks(64, 3);
  const from = (page: string) => ({ ...link(1), evidence: page });
  for (const page of ['a', 'b', 'c']) {
    expect(memory.has(from(page))).toBe(false);
    memory.add(from(page));
  }
  expect(memory.has(from('d'))).toBe(true);
  expect(memory.has({ ...from('d'), depth: 0 })).toBe(false);
  memory.add(link(2));
  expect(memory.has(link(2))).toBe(true);
});

test('is offered again when a list reports another change of it', () => {
  const memory = createRecentLinks(64);
  const at = (lastModified: number) => ({ ...link(1), lastModified });
  memory.add(link(1));
  for (const time of [5, 9]) {
    expect(memory.has(at(time))).toBe(false);
    memory.add(at(time));
    expect(memory.has(at(time))).toBe(true);
  }
  expect(memory.has(link(1))).toBe(true);
  expect(memory.has({ ...at(9), depth: 0 })).toBe(false);
});

test('never reports a link that was not enqueued', () => {
  const memory = createRecentLinks(256);
  for (let n = 0; n < 10_000; n++) memory.add(link(n));
  let known = 0;
  for (let n = 0; n < 10_000; n++) if (memory.has(link(n))) known++;
  for (let n = 10_000; n < 60_000; n++) expect(memory.has(link(n))).toBe(false);
  expect(known).toBeGreaterThan(100);
  expect(known).toBeLessThanOrEqual(256);
});

test('keeps links that are looked up often', () => {
  const memory = createRecentLinks(64);
  memory.add(link(1));
  for (let n = 2; n < 5_000; n++) {
    expect(memory.has(link(1))).toBe(true);
    memory.add(link(n));
  }
});
