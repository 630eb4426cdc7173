import { expect, test } from 'vitest';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { crawlTables } from '../../../shared/local/search-index/sqlite-search-schema.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { seen } from '../../contracts/search-index.contract.ts';

test('counts the languages of a crawl once between two writes, also those of another process', async () => {
  const db = openDatabase(':memory:');
  const [writer, reader] = [sqliteSearchIndex(db, analyzeToString), sqliteSearchIndex(db, analyzeToString)];
  await writer.write('main', [seen('a', 'http://a.example/', { language: 'sv' })]);
  expect(await reader.languages('main')).toEqual(['sv']);
  // Unlike a write, this leaves no trace but the value itself.
  db.exec(`UPDATE ${crawlTables(1).record} SET language = char(10) || 'de' || char(10)`);
  expect(await reader.languages('main')).toEqual(['sv']);
  await writer.write('main', [seen('b', 'http://b.example/', { language: 'en' })]);
  expect(await reader.languages('main')).toEqual(['de', 'en']);
});
