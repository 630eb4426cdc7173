import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test, vi } from 'vitest';
import { annotatedIndex } from '../../shared/annotations/annotated-index.ts';
import { sqliteAnnotationStore } from '../../shared/local/annotations/sqlite-annotation-store.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { Annotation } from '../../shared/ports/annotation-store.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { searchRecords } from '../../shared/search/search-records.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { anAnnotation } from '../contracts/annotation-store.contract.ts';
import { left, seen } from '../contracts/search-index.contract.ts';

const CRAWL = 'bog';
const MOSS = 'http://bog.example/moss';
const FEN = 'http://bog.example/fen';

let plain: SearchIndex;
let index: SearchIndex;
let now: number;
let store: ReturnType<typeof sqliteAnnotationStore>;
beforeEach(async () => {
  const db = openDatabase(':memory:');
  store = sqliteAnnotationStore(() => db);
  plain = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  now = 1;
  index = annotatedIndex(plain, store, () => now);
  await index.write(CRAWL, [
    seen('r1', MOSS, { title: 'Moss', text: 'Moss in the bog', language: 'en', at: 1 }),
    seen('r2', FEN, { title: 'Fen', text: 'A fen beside the bog', language: 'en', at: 1 }),
    seen('r3', 'http://bog.example/lake', { title: 'Lake', text: 'A lake', language: 'en', at: 1 }),
  ]);
  await annotate({ id: 'a', url: MOSS, record: 'r1', text: 'See the old maps of moss.', createdAt: 2_000 });
  await annotate({ id: 'b', url: FEN, record: 'r2', text: 'A photograph, and a map.' });
});

const annotate = (change: Partial<Annotation>) => {
  const one = anAnnotation(change);
  return store.add(one, analyzeToString(one.text, 'en'));
};

const find = async (q: string) => (await search({ crawl: CRAWL, q }, { index })).hits.map(({ id }) => id).sort();

test.each<[q: string, ids: string[]]>([
  ['annotation:map', ['r1', 'r2']],
  ['annotations:map', ['r1', 'r2']],
  ['annotation:maps lake', ['r1', 'r2']],
  ['annotation:"old map"', ['r1']],
  ['annotation:photo*', ['r2']],
  ['annotation:photogarph~', ['r2']],
  ['annotation:(photograph OR moss)', ['r1', 'r2']],
  ['annotation:map -annotation:photograph', ['r1']],
  ['-annotation:map', ['r3']],
  ['annotation:map AND moss', ['r1']],
  ['title:moss OR annotation:photograph', ['r1', 'r2']],
  ['annotation:map site:other.example', []],
  ['annotation:lake', []],
  ['photograph', []],
])('%s finds pages by their annotations', async (q, ids) => {
  expect(await find(q)).toEqual(ids);
});

test('words of annotations do not rank and are not marked', async () => {
  const { hits } = await search({ crawl: CRAWL, q: 'annotation:moss' }, { index });
  expect(hits).toMatchObject([{ id: 'r1', marks: [], score: 0 }]);
});

test.each<['cql' | 'plql', string, string[]]>([
  ['cql', 'annotation = "old map"', ['r1']],
  ['cql', 'annotation any "photograph moss"', ['r1', 'r2']],
  ['cql', 'annotation <> photograph', ['r1', 'r3']],
  ['cql', 'annotation = map not title = fen', ['r1']],
  ['plql', "lom.annotation.description = 'old map'", ['r1']],
])('%s: %s', async (syntax, query, ids) => {
  const answer = await searchRecords({ crawl: CRAWL, query, syntax, from: 0, size: 10 }, { index });
  expect('records' in answer && answer.records.map((record) => record!.id).sort()).toEqual(ids);
});

test('a page whose text has changed keeps its annotations, and so does a text that has moved', async () => {
  await index.write(CRAWL, [
    seen('r4', MOSS, { title: 'Moss', text: 'Another text', language: 'en', at: 2 }),
    left('r1', MOSS, 2),
    seen('r2', 'http://moved.example/', { title: 'Fen', text: 'A fen beside the bog', language: 'en', at: 2 }),
    left('r2', FEN, 2),
  ]);
  expect(await find('annotation:map')).toEqual(['r2', 'r4']);
});

test('looks once for the record of a URL whose text has changed', async () => {
  const idsOfUrls = vi.spyOn(plain, 'idsOfUrls');
  index = annotatedIndex(plain, store, () => now);
  await index.write(CRAWL, [seen('r4', MOSS, { text: 'Another', at: 2 }), left('r1', MOSS, 2), left('r2', FEN, 2)]);
  for (let i = 0; i < 3; i++) expect(await find('annotation:map')).toEqual(['r4']);
  expect(idsOfUrls.mock.calls).toEqual([[CRAWL, [MOSS, FEN]]]);
  await index.write(CRAWL, [seen('r5', MOSS, { text: 'A third', at: 3 }), left('r4', MOSS, 3)]);
  expect(await find('annotation:map')).toEqual(['r5']);
  expect(idsOfUrls.mock.calls.slice(1)).toEqual([[CRAWL, [MOSS]]]);
  await index.write(CRAWL, [seen('r6', FEN, { text: 'It is back', at: 3 })]);
  now += 60_000;
  expect(await find('annotation:map')).toEqual(['r5', 'r6']);
});

test('a server without annotations says so', async () => {
  const { hits, notice } = await search({ crawl: CRAWL, q: 'annotation:map moss' }, { index: plain });
  expect(hits).toEqual([]);
  expect(notice?.ignored).toEqual([
    { operator: 'annotation:', detail: 'this server has no annotations, so no page is found by them' },
  ]);
  expect((await search({ crawl: CRAWL, q: 'annotation:map moss' }, { index })).notice).toBeUndefined();
});
