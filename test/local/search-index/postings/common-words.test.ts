import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../../shared/classify/models/training/seeded-random.ts';
import { sqliteSearchIndex } from '../../../../shared/local/search-index/sqlite-search-index.ts';
import type { IndexQuery, SearchIndex } from '../../../../shared/ports/search-index.ts';
import { seen } from '../../../contracts/search-index.contract.ts';

/** More rows than are scored for one query: nearly all have the words `bog`, `fen` and `moss`. */
const RECORDS = 14_000;
const BATCH = 7_000;

/** Rows from here on have the words seldom, so the best rows are the oldest. */
const FIRST_POOR = 2_000;

/** After all other writes, epoch ms. */
const LATER = Date.UTC(2030, 0, 1);

/** The row with a title of nothing but the words. */
const TITLED = 9_000;

const OTHERS = ['mire', 'moor', 'heath', 'sedge', 'peat', 'reed', 'rush', 'fern'];

/** More rows than any query here has to score, so SQL scores all of them. */
const ALL_IN_SQL = { records: 1_000_000, hits: 1_000_000 };

let db: DatabaseSync;
let bySql: SearchIndex;
let inMemory: SearchIndex;

beforeAll(async () => {
  db = new DatabaseSync(':memory:');
  bySql = sqliteSearchIndex(db, (text) => text, undefined, ALL_IN_SQL);
  inMemory = sqliteSearchIndex(db, (text) => text, undefined, { records: 0, hits: 0 });
  const random = seededRandom(3);
  const times = (word: string, n: number) => Array<string>(n).fill(word);
  const page = (i: number) => {
    const most = i < FIRST_POOR ? 12 : 2;
    const count = () => Math.floor(random() * random() * most) + (random() < 0.9 ? 1 : 0);
    const filler = Array.from({ length: 5 + Math.floor(random() * 30) }, (_, k) => OTHERS[k % OTHERS.length]!);
    const words = [...times('bog', count()), ...times('fen', count()), ...times('moss', count()), ...filler];
    if (i === TITLED)
      return seen(`r${i}`, `http://a.example/${i}`, { title: 'bog bog fen fen moss moss', text: 'bog fen moss' });
    return seen(`r${i}`, `http://a.example/${i}`, { title: i % 50 === 0 ? 'bog' : 'page', text: words.join(' ') });
  };
  for (let i = 0; i < RECORDS; i += BATCH)
    await inMemory.write(
      'c',
      Array.from({ length: BATCH }, (_, k) => page(i + k)),
    );
}, 600_000);

afterAll(() => db.close());

const query = (words: string[], more: Partial<IndexQuery> = {}): IndexQuery => ({
  words: words.map((word) => [word]),
  filters: {},
  from: 0,
  size: 10,
  ...more,
});

async function idsOf(index: SearchIndex, asked: IndexQuery): Promise<string[]> {
  return (await index.search('c', asked)).hits.map(({ record }) => record.id);
}

test.each([
  ['one word', query(['bog'])],
  ['two words', query(['bog', 'moss'])],
  ['three words', query(['bog', 'fen', 'moss'])],
  ['three words, all of them first', query(['bog', 'fen', 'moss'], { allWordsFirst: true })],
  ['a word twice', query(['bog', 'fen', 'fen'])],
  ['two forms of a word', { ...query([]), words: [['bog', 'fen'], ['moss']] }],
])('ranks the best of very common words as SQL does, though they are the oldest: %s', async (_, asked) => {
  const [expected, found] = [await idsOf(bySql, asked), await idsOf(inMemory, asked)];
  expect(found.filter((id) => expected.includes(id)).length).toBeGreaterThanOrEqual(9);
  const [sql, memory] = [await bySql.search('c', asked), await inMemory.search('c', asked)];
  expect(memory.total).toBe(sql.total);
  expect(memory.hits.map(({ score }) => score.toFixed(4))).toEqual(sql.hits.map(({ score }) => score.toFixed(4)));
});

test('pages through the hits of very common words without repeating one', async () => {
  const ids: string[] = [];
  for (let from = 0; from < 4_500; from += 300)
    ids.push(...(await idsOf(inMemory, query(['bog', 'fen'], { from, size: 300 }))));
  expect([ids.length, new Set(ids).size]).toEqual([4_500, 4_500]);
  expect(ids.slice(0, 1_200)).toEqual(await idsOf(inMemory, query(['bog', 'fen'], { size: 1_200 })));
});

test('shows all hits of a condition, also those without any of the words', async () => {
  const condition = { match: 'all' as const };
  const rare = query(['rare'], { condition, from: RECORDS - 1_000, size: 2_000 });
  expect(await idsOf(inMemory, rare)).toHaveLength(1_000);
});

test.each([['bog'], ['rare']])(
  'finds nothing by a word without letters, and keeps the ranking of others: %s',
  async (other) => {
    const index = sqliteSearchIndex(db, (text) => text, undefined, { records: 0, hits: 0 });
    await idsOf(index, query([], { condition: { match: 'all' } }));
    const expected = await inMemory.search('c', query([other]));
    expect(await index.search('c', query(['']))).toEqual({ total: 0, hits: [] });
    expect(await index.search('c', query(['', other]))).toEqual(expected);
    expect(await index.search('c', query([other, '']))).toEqual(expected);
  },
);

test('keeps the ranking of very common words while records change and leave', async () => {
  const asked = query(['bog', 'moss']);
  await idsOf(inMemory, asked);
  const at = LATER;
  const text = Array<string>(40).fill('bog moss').join(' ');
  await inMemory.write('c', [
    seen('new', 'http://a.example/new', { text, at }),
    seen('r13999', 'http://a.example/13999', { title: Array<string>(30).fill('moss bog').join(' '), at }),
    { kind: 'left', id: 'r7', url: 'http://a.example/7', at },
  ]);
  const found = await idsOf(inMemory, asked);
  expect(found).toEqual(await idsOf(bySql, asked));
  expect(found).toContain('new');
  expect(found).toContain('r13999');
});

test('ranks titles first in a folder of an earlier version', async () => {
  db.exec('DROP TABLE frequencies_1');
  const index = sqliteSearchIndex(db, (text) => text, undefined, { records: 0, hits: 0 });
  const asked = query(['bog', 'fen', 'moss', 'rare'], { size: 1 });
  expect(await idsOf(index, asked)).toEqual([`r${TITLED}`]);
  // A record of this version among them does not make the index look complete.
  await index.write('c', [seen('x', 'http://a.example/x', { text: 'rare thing' })]);
  expect(await idsOf(index, asked)).toEqual(['x']);
  expect(await idsOf(index, query(['bog', 'fen', 'moss'], { size: 1 }))).toEqual([`r${TITLED}`]);
});
