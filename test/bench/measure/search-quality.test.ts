import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { qualityTable } from '../../../bench/measure/quality-table.ts';
import { collectionFolders, readCollection } from '../../../bench/measure/search-collection.ts';
import { sqliteInMemory } from '../../../bench/measure/search-engines.ts';
import { searchQuality, writeCollection } from '../../../bench/measure/search-quality.ts';

const root = mkdtempSync(join(tmpdir(), 'thresher-collections-'));
afterAll(() => rmSync(root, { recursive: true }));

const DOCS = [
  { id: 'a', title: 'Sundew', text: 'sundew sundew sundew' },
  { id: 'b', text: 'a sundew beside moss, sedge and many other plants of the bog' },
  { id: 'c', text: 'birch and pine' },
];
const QUERIES = [
  { id: '1', text: 'sundew' },
  { id: '2', text: 'pine' },
  { id: 'not judged', text: 'moss' },
];

beforeAll(() => {
  const folder = join(root, 'bog');
  mkdirSync(folder);
  mkdirSync(join(root, 'empty'));
  const save = (name: string, lines: readonly unknown[]) =>
    writeFileSync(join(folder, name), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  save('docs.jsonl', DOCS);
  save('queries.jsonl', QUERIES);
  save('meta.json', [{ lang: 'en' }]);
  writeFileSync(join(folder, 'qrels.tsv'), '1\tb\t1\n2\tc\t1\n2\tnot there\t1\n');
});

test('finds a collection in its own folder and in the folder above', () => {
  expect(collectionFolders(root)).toEqual([join(root, 'bog')]);
  expect(collectionFolders(join(root, 'bog'))).toEqual([join(root, 'bog')]);
  expect(collectionFolders(join(root, 'empty'))).toEqual([]);
  expect(collectionFolders(join(root, 'missing'))).toEqual([]);
});

test('compares the results of judged queries with their judgements', async () => {
  const collection = readCollection(join(root, 'bog'));
  expect(collection).toMatchObject({ name: 'bog', lang: 'en', queries: [{ id: '1' }, { id: '2' }] });
  const index = sqliteInMemory();
  await writeCollection(index, collection);
  const { ndcg10, map, recall100 } = await searchQuality(index, collection, { languages: ['en'] });
  // Query 1 has its document at the second place, query 2 one of two documents at the first.
  const second = 1 / Math.log2(3);
  expect(ndcg10).toBeCloseTo((second + 1 / (1 + second)) / 2, 10);
  expect(map).toBeCloseTo((1 / 2 + 1 / 2) / 2, 10);
  expect(recall100).toBeCloseTo((1 + 1 / 2) / 2, 10);
});

test('prints the difference of the second engine from the first', () => {
  const collection = readCollection(join(root, 'bog'));
  const quality = new Map([
    ['sqlite' as const, { ndcg10: 0.5, map: 0, recall100: 1 }],
    ['opensearch' as const, { ndcg10: 0.4922, map: 0, recall100: 1 }],
  ]);
  const rowOf = (engines: Parameters<typeof qualityTable>[1]) =>
    qualityTable([{ collection, quality }], engines).split('\n')[2];
  expect(rowOf(['sqlite', 'opensearch'])).toBe('| bog | 3 | 2 | .5000 | .4922 | -.0078 | 1.0000 | 1.0000 | .0000 |');
  expect(rowOf(['opensearch'])).toBe('| bog | 3 | 2 | .4922 | 1.0000 |');
});
