import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { type RecordsSyntax, searchRecords } from '../../shared/search/search-records.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
beforeAll(async () => {
  await index.write('garden', [
    seen('moss', 'http://moss.example/', { title: 'Moss', text: 'moss on the bog', language: 'en' }),
    seen('bog', 'http://bog.example/', { title: 'The bog', text: 'bog bog bog', language: 'en' }),
    seen('moor', 'http://moor.example/', { title: 'Moss und Moor', text: 'moss', language: 'de' }),
  ]);
});

async function found(syntax: RecordsSyntax, query: string) {
  const answer = await searchRecords({ crawl: 'garden', query, syntax, from: 0, size: 10 }, { index });
  if ('error' in answer) return answer.error;
  return { ids: answer.records.map((record) => record!.id).sort(), ignored: answer.ignored.map((one) => one.operator) };
}

test.each<[RecordsSyntax, string, string[]]>([
  ['cql', 'dc.title = moss', ['moor', 'moss']],
  ['plql', "dc.title = 'moss'", ['moor', 'moss']],
  ['plql', "moss and lom.general.language = 'English'", ['moss']],
  ['plql', "moss and not dc.language = 'de'", ['moss']],
])('finds records by a query in %s: %s', async (syntax, query, ids) => {
  expect(await found(syntax, query)).toEqual({ ids, ignored: [] });
});

test('names the paths of PLQL that match nothing because no field serves them', async () => {
  expect(await found('plql', "moss or lom.educational.difficulty.value = 'easy'")).toEqual({
    ids: ['moor', 'moss'],
    ignored: ['lom.educational.difficulty.value'],
  });
  expect(await found('plql', "lom.educational.difficulty.value = 'easy'")).toMatchObject({ ids: [] });
});

test('tells where a path of PLQL is not one of its schema', async () => {
  expect(await found('plql', "moss and lom.general.titel = 'x'")).toEqual({
    message: 'lom.general has no element "titel"',
    at: 21,
  });
});

test('returns a score for each record, best first, also from the middle of the results', async () => {
  const all = await searchRecords({ crawl: 'garden', query: 'bog', syntax: 'plql', from: 0, size: 10 }, { index });
  const second = await searchRecords({ crawl: 'garden', query: 'bog', syntax: 'plql', from: 1, size: 1 }, { index });
  if ('error' in all || 'error' in second) throw new Error('refused');
  const { scores } = all;
  expect(scores).toHaveLength(2);
  expect(scores[0]!).toBeGreaterThan(scores[1]!);
  expect(second).toMatchObject({ total: 2, records: [{ id: all.records[1]!.id }], scores: [scores[1]] });
});
