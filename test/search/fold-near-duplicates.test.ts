import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchIndex, SearchRecord } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { fewOrMany, longTest } from '../long-test.ts';

const ZERO = '0'.repeat(16);
const fingerprint = (bits: bigint) => bits.toString(16).padStart(16, '0');

let index: SearchIndex;
beforeEach(() => {
  index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
});

/** A record with fewer words ranks higher. */
async function write(id: string, words: number, record: Partial<SearchRecord>) {
  const text = `moss${' and more'.repeat(words)}`;
  await index.write('main', [seen(id, `http://a.example/${id}`, { text, title: '', language: 'und', ...record })]);
}

async function shown(
  request: { size?: number; from?: number; q?: string; nowMs?: number; nearBits?: number | null } = {},
) {
  const { nearBits = 6, nowMs = 0, ...rest } = request;
  const answer = await search({ crawl: 'main', q: 'moss', ...rest }, { index }, { nearBits, nowMs });
  return answer.hits.map(({ id, similar }) => [id, ...(similar ?? []).map((one) => one.id)].join('+'));
}

test('folds near-duplicates into the best-ranked hit and lists the others, best first', async () => {
  await write('x', 1, { simhash: ZERO });
  await write('y', 2, { simhash: fingerprint(0x8000_0000_0000_0001n) });
  await write('z', 3, { simhash: fingerprint(0x0101_0101_0101_0000n) });
  await write('far', 4, { simhash: fingerprint(0x7fn) });
  await write('none', 5, {});
  expect(await shown()).toEqual(['x+y+z', 'far', 'none']);
  expect(await shown({ nearBits: 2 })).toEqual(['x+y', 'z', 'far', 'none']);
  expect(await shown({ nearBits: 0 })).toEqual(['x', 'y', 'z', 'far', 'none']);
  expect(await shown({ nearBits: null })).toEqual(['x', 'y', 'z', 'far', 'none']);
});

test('does not repeat folded records on a later page', async () => {
  for (const [i, id] of ['a', 'b', 'c', 'd'].entries())
    await write(id, i + 1, { simhash: i % 2 === 0 ? ZERO : 'f'.repeat(16) });
  expect(await shown({ size: 2 })).toEqual(['a+c', 'b+d']);
  expect(await shown({ size: 2, from: 2 })).toEqual([]);
  expect(await shown({ q: '', size: 2 })).toEqual(['a+c', 'b+d']);
});

test('fills a page up with later hits, and counts only hits for the next page', async () => {
  for (const [i, id] of ['a', 'a2', 'a3', 'b', 'b2', 'c', 'd'].entries())
    await write(
      id,
      i + 1,
      id.startsWith('a') ? { simhash: ZERO } : id.startsWith('b') ? { simhash: 'f'.repeat(16) } : {},
    );
  const page = async (from: number) => {
    const { hits, next, total } = await search({ crawl: 'main', q: 'moss', from, size: 2 }, { index }, { nearBits: 6 });
    return { ids: hits.map(({ id }) => id), next, total };
  };
  expect(await page(0)).toEqual({ ids: ['a', 'b'], next: 2, total: 4 });
  expect(await page(2)).toEqual({ ids: ['c', 'd'], next: null, total: 4 });
});

test('folds into the record that the scorer ranks best, not the engine', async () => {
  await write('listing', 1, { simhash: ZERO, genre: 'listing' });
  await write('page', 2, { simhash: ZERO });
  for (let i = 0; i < 9; i++) await write(`other${i}`, 9, { text: 'Of peat and of stones.' });
  expect(await shown()).toEqual(['page+listing']);
});

test('folds a record with some words into one with all words', async () => {
  await write('some', 1, { simhash: ZERO, text: 'moss moss moss moss moss moss' });
  await write('all', 1, { simhash: ZERO, text: `Of the moss and of the fen${' and so on'.repeat(40)}` });
  for (let i = 0; i < 30; i++) await write(`fen${i}`, 1, { text: 'fen' });
  expect((await shown({ q: 'moss fen', size: 1 }))[0]).toBe('all+some');
});

describe('pages of many hits', () => {
  const RECORDS = 1_300;
  const CLUSTERS = Array.from({ length: 97 }, (_, i) => hash('md5', `${i}`).slice(0, 16));
  /** Every third record is a near-duplicate of another, at any distance in the ranking; some are listings, or have expired. */
  beforeEach(async () => {
    await index.write(
      'main',
      Array.from({ length: RECORDS }, (_, i) =>
        seen(`r${i}`, `http://h${i % 7}.example/${i}`, {
          text: `moss${' moss'.repeat(i % 5)}${' and more'.repeat(i % 11)}`,
          title: i % 4 === 0 ? 'fen' : '',
          language: 'und',
          ...(i % 3 === 0 && { simhash: CLUSTERS[i % 97]! }),
          ...(i % 13 === 0 && { genre: 'listing' }),
          ...(i % 17 === 0 && { unavailableAfter: 1 }),
        }),
      ),
    );
  });

  test.each<[string, { size: number; from: number; to: number }]>([
    ['moss fen', { size: 10, from: 0, to: fewOrMany(70, 150) }],
    ['moss', { size: 100, from: 0, to: fewOrMany(600, 1_300) }],
    ...fewOrMany<[string, { size: number; from: number; to: number }][]>(
      [],
      [
        ['mos*', { size: 7, from: 30, to: 100 }],
        ['', { size: 20, from: 0, to: 200 }],
      ],
    ),
  ])('%o shows no record twice, and every hit with its text', async (q, { size, from, to }) => {
    const ids: string[] = [];
    for (let at = from; at < to; at += size) {
      const { hits, next } = await search({ crawl: 'main', q, from: at, size }, { index }, { nearBits: 6, nowMs: 9 });
      if (next !== null && at + size <= 500) expect(hits).toHaveLength(size);
      for (const { id, snippet } of hits) {
        expect(snippet).toContain('moss');
        ids.push(id);
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(50);
  });

  test.each([
    ['after the last record', RECORDS],
    ['far after it', RECORDS + 1_700],
  ])('have no hits and no next page %s', async (_, from) => {
    const { hits, next } = await search({ crawl: 'main', q: 'moss', from, size: 100 }, { index }, { nearBits: 6 });
    expect({ hits, next }).toEqual({ hits: [], next: null });
  });

  longTest('show or fold every record that may be shown', async () => {
    const found = new Set<string>();
    for (let from: number | null = 0; from !== null; ) {
      const answer: Awaited<ReturnType<typeof search>> = await search(
        { crawl: 'main', q: 'moss', from, size: 100 },
        { index },
        { nearBits: 6, nowMs: 9 },
      );
      for (const { id, similar = [] } of answer.hits)
        for (const one of [id, ...similar.map((two) => two.id)]) found.add(one);
      from = answer.next;
    }
    expect(found.size).toBe(Array.from({ length: RECORDS }, (_, i) => i).filter((i) => i % 17 !== 0).length);
  });
});

test('folds only records that match the query', async () => {
  await write('x', 1, { simhash: ZERO, language: 'de' });
  await write('y', 2, { simhash: ZERO, language: 'en' });
  expect(await shown({ q: 'moss lang:en' })).toEqual(['y']);
});

test('does not fold records into one that is no longer available', async () => {
  await write('x', 1, { simhash: ZERO, unavailableAfter: 5 });
  await write('y', 2, { simhash: ZERO });
  expect(await shown({ nowMs: 4 })).toEqual(['x+y']);
  expect(await shown({ nowMs: 5 })).toEqual(['y']);
});

const at = (id: string) => `http://a.example/${id}`;
const CANONICAL: {
  rule: string;
  names: Record<string, string>;
  far?: string;
  expected: string[];
}[] = [
  { rule: 'shows the canonical record that the best hit names', names: { x: 'y' }, expected: ['y+x+z'] },
  { rule: 'follows canonical URLs within the group', names: { x: 'y', y: 'z' }, expected: ['z+x+y'] },
  { rule: 'keeps a hit that names no canonical URL', names: { y: 'z' }, expected: ['x+y+z'] },
  { rule: 'ignores a canonical URL that is not in the index', names: { x: 'gone' }, expected: ['x+y+z'] },
  { rule: 'ignores canonical URLs that form a cycle', names: { x: 'y', y: 'x' }, expected: ['x+y+z'] },
  { rule: 'ignores a cycle that starts further on', names: { x: 'y', y: 'z', z: 'y' }, expected: ['x+y+z'] },
  { rule: 'ignores a canonical URL with another text', names: { x: 'z' }, far: 'z', expected: ['x+y', 'z'] },
];

test.each(CANONICAL)('$rule', async ({ names, far, expected }) => {
  for (const [i, id] of ['x', 'y', 'z'].entries()) {
    const named = names[id];
    await write(id, i + 1, {
      simhash: id === far ? 'f'.repeat(16) : ZERO,
      ...(named !== undefined && { canonical: at(named) }),
    });
  }
  expect(await shown()).toEqual(expected);
});

test('shows the canonical record with its own snippet', async () => {
  await write('x', 1, { simhash: ZERO, canonical: at('y') });
  await write('y', 2, { simhash: ZERO, text: 'Green moss on stones and more' });
  const { hits } = await search({ crawl: 'main', q: 'moss' }, { index }, { nearBits: 6 });
  expect(hits[0]).toMatchObject({ id: 'y', url: at('y'), snippet: 'Green moss on stones and more' });
});
