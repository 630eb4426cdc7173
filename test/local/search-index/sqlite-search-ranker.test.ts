import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { aRecord } from '../../web/fixtures.ts';

const RECORDS = 20;

test('checks a filter once per record until the index changes, however many queries and words have it', async () => {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, (text) => text.toLowerCase());
  const records = Array.from({ length: RECORDS }, (_, i) =>
    aRecord({ id: `r${i}`, text: 'bog fen marsh mire moor', language: i % 2 === 0 ? 'en' : 'sv' }),
  );
  await index.write(
    'c',
    records.map((record) => ({ kind: 'seen' as const, id: record.id, url: record.url, at: 1, record })),
  );
  let checks = 0;
  db.function('instr', (text, part) => {
    checks++;
    return String(text).indexOf(String(part)) + 1;
  });
  const search = (words: string[]) =>
    index.search('c', { words: words.map((word) => [word]), filters: { language: 'en' }, from: 0, size: 5 });
  const { total } = await search(['bog']);
  await search(['bog', 'fen', 'marsh', 'mire', 'moor']);
  expect([total, checks]).toEqual([RECORDS / 2, RECORDS]);
  const added = aRecord({ id: 'new', url: 'http://a.example/new', text: 'bog', language: 'en' });
  await index.write('c', [{ kind: 'seen', id: added.id, url: added.url, at: 2, record: added }]);
  expect(await search(['bog'])).toMatchObject({ total: RECORDS / 2 + 1 });
  await index.write('c', [{ kind: 'left', id: added.id, url: added.url, at: 3 }]);
  expect(await search(['bog'])).toMatchObject({ total: RECORDS / 2 });
  const others = { words: [['bog']], filters: { language: 'sv' }, from: 0, size: 5 };
  expect(await index.search('c', others)).toMatchObject({ total: RECORDS / 2 });
  db.close();
});
