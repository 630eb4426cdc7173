import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../../shared/local/search-index/sqlite-search-index.ts';
import { seen } from '../../../contracts/search-index.contract.ts';

test('forgets the frequent words of removed records when the index is rewritten', async () => {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  await index.write('c', [
    seen('a', 'http://a.example/', { text: 'sundew sundew' }),
    seen('b', 'http://b.example/', { text: 'moss moss moss' }),
  ]);
  const stored = () => {
    const blocks = db.prepare('SELECT block FROM frequencies_1_data').all() as { block: Uint8Array }[];
    return blocks.map(({ block }) => Buffer.from(block).toString('latin1')).join();
  };
  await index.write('c', [{ kind: 'left', id: 'a', url: 'http://a.example/', at: Date.UTC(2040, 0) }]);
  expect(stored()).toContain('sundew');
  index.dropRemovedWords('c');
  expect(stored()).not.toContain('sundew');
  expect(stored()).toContain('moss');
  db.close();
});
