import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../shared/local/sqlite-search-index.ts';
import { seen } from '../../contracts/search-index.contract.ts';

/** With three words in each of them, more rows than are scored for one query. */
const RECORDS = 14_000;

test('finds the best records of very common words without scoring all', async () => {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  const page = (i: number) => {
    const title = i === 77 ? 'bog fen' : i % 1_000 === 5 ? 'bog' : 'other';
    return seen(`r${i}`, `http://a.example/${i}`, { title, text: 'bog fen moss' });
  };
  for (let i = 0; i < RECORDS; i += 7_000)
    await index.write(
      'c',
      Array.from({ length: 7_000 }, (_, k) => page(i + k)),
    );
  const query = { words: [['bog'], ['fen'], ['moss'], ['rare']], filters: {}, from: 0, size: 3 };
  const { total, hits } = await index.search('c', query);
  expect([total, hits[0]?.record.id]).toEqual([RECORDS, 'r77']);
  await index.write('c', [seen('x', 'http://a.example/x', { text: 'rare thing' })]);
  const [first] = (await index.search('c', query)).hits;
  expect(first?.record.id).toBe('x');
  // All words count more than a rare one.
  const common = await index.search('c', {
    ...query,
    words: [['bog'], ['fen'], ['moss']],
    allWordsFirst: true,
    size: 10,
  });
  expect(common.hits.every(({ score }) => score > 100)).toBe(true);
  db.close();
});
