import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../../shared/local/search-index/sqlite-search-index.ts';
import { seen } from '../../../contracts/search-index.contract.ts';

const page = (id: string, text: string, at = 1) => seen(id, `http://${id}.example/`, { text, at });
const similar = { words: ['sundew'], maxEdits: 2 };
const wildcard = (pattern: string) => ({
  words: [],
  condition: { match: 'wildcard' as const, fields: ['title' as const, 'headings' as const, 'text' as const], pattern },
  filters: {},
  from: 0,
  size: 1,
});

test('finds words that were written since the last search, also by another connection', async () => {
  const db = new DatabaseSync(':memory:');
  const [writer, reader] = [sqliteSearchIndex(db, (text) => text), sqliteSearchIndex(db, (text) => text)];
  await writer.write('c', [page('a', 'sundew')]);
  expect(await reader.similarWords('c', similar, 9)).toEqual(['sundew']);
  await writer.write('c', [page('b', 'sundews sandew')]);
  expect(await reader.similarWords('c', similar, 9)).toEqual(['sundew', 'sandew', 'sundews']);
  expect((await reader.search('c', wildcard('*ews'))).total).toBe(1);
  db.close();
});

test('writes a word once, also after a restart', async () => {
  const db = new DatabaseSync(':memory:');
  const open = () => sqliteSearchIndex(db, (text) => text);
  await open().write('c', [page('a', 'sundew moss')]);
  await open().write('c', [page('b', 'moss sundew peat')]);
  const rows = db.prepare('SELECT terms FROM lexicon_1').all() as { terms: string }[];
  const written = rows.flatMap(({ terms }) => terms.split('\n'));
  expect(written.toSorted()).toEqual(['a', 'b', 'moss', 'peat', 'sundew', 'title']);
  db.close();
});

test('writes few words twice in a crawl of many words, and none is missing, also after a restart', async () => {
  const db = new DatabaseSync(':memory:');
  const open = () => sqliteSearchIndex(db, (text) => text);
  const words = Array.from({ length: 6_000 }, (_, i) => `w${i * 7919}`);
  for (const index of [open(), open()])
    for (let from = 0; from < words.length; from += 500)
      await index.write('c', [page(`p${from}`, words.slice(from, from + 1_000).join(' '))]);
  const rows = db.prepare('SELECT terms FROM lexicon_1').all() as { terms: string }[];
  const written = rows.flatMap(({ terms }) => terms.split('\n'));
  expect(words.filter((word) => !written.includes(word))).toEqual([]);
  expect(written.length).toBeLessThan(words.length * 1.3);
  db.close();
});

test('keeps the words of a transaction that is repeated after it failed', async () => {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  await index.write('c', [page('a', 'moss')]);
  db.exec("CREATE TRIGGER full BEFORE INSERT ON lexicon_1 BEGIN SELECT raise(ABORT, 'disk full'); END");
  await expect(index.write('c', [page('b', 'sundew')])).rejects.toThrow('disk full');
  db.exec('DROP TRIGGER full');
  await index.write('c', [page('b', 'sundew')]);
  expect(await index.similarWords('c', similar, 9)).toEqual(['sundew']);
  db.close();
});

test('forgets words of removed records when the index is rewritten', async () => {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  await index.write('c', [page('a', 'sundew'), page('b', 'moss')]);
  expect(await index.similarWords('c', similar, 9)).toEqual(['sundew']);
  await index.write('c', [{ kind: 'left', id: 'a', url: 'http://a.example/', at: 2 }]);
  expect(await index.similarWords('c', similar, 9)).toEqual([]);
  index.dropRemovedWords('c');
  const { terms } = db.prepare("SELECT group_concat(terms, ' ') AS terms FROM lexicon_1").get() as { terms: string };
  expect(terms).not.toContain('sundew');
  expect((await index.search('c', wildcard('m?ss'))).total).toBe(1);
  db.close();
});

test('fills the words of an index that has none yet', async () => {
  const db = new DatabaseSync(':memory:');
  await sqliteSearchIndex(db, (text) => text).write('c', [page('a', 'sundew')]);
  db.exec('DROP TABLE lexicon_1; DROP TABLE counts_1');
  expect(await sqliteSearchIndex(db, (text) => text).similarWords('c', similar, 9)).toEqual(['sundew']);
  db.close();
});

test('searches for some of the words of a pattern that matches too many, and says so', async () => {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  const many = Array.from({ length: 6_000 }, (_, i) => `x${i}y`).join(' ');
  await index.write('c', [page('a', many), page('b', 'x6001y')]);
  expect(await index.search('c', wildcard('x*y'))).toMatchObject({ total: 1, limited: ['x*y'] });
  expect(await index.search('c', wildcard('x6*y'))).toMatchObject({ total: 2 });
  db.close();
});
