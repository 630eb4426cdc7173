import { expect, test } from 'vitest';
import { indexRecords } from '../../shared/index/index-records.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/sqlite-search-index.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { memoryObjects } from '../memory-objects.ts';

const MESSAGE = { crawl: 'main', key: 'records/main/run.jsonl.zst' };

async function ports() {
  const objects = memoryObjects();
  const left = { kind: 'left', id: 'old', url: 'http://a.example/', at: 1 };
  await objects.put(
    MESSAGE.key,
    writeJsonLines([seen('x', 'http://a.example/', { text: 'Pitcher plants', language: 'en' }), left]),
  );
  return { objects, index: sqliteSearchIndex(openDatabase(':memory:'), analyzeToString) };
}

test('writes the changes of a records object to the index, once or repeatedly', async () => {
  const both = await ports();
  expect(await indexRecords(MESSAGE, both)).toEqual({ 'record.seen': 1, 'record.left': 1 });
  await indexRecords(MESSAGE, both);
  const { total } = await both.index.search('main', { words: [['plant']], filters: {}, from: 0, size: 1 });
  expect([total, await both.index.count('main')]).toEqual([1, 1]);
});

test('throws for a missing object, so the message is redelivered', async () => {
  await expect(indexRecords({ crawl: 'main', key: 'records/none' }, await ports())).rejects.toThrow('records/none');
});

test('writes texts that are too long for one part in several parts, each change once', async () => {
  const { objects } = await ports();
  const text = 'word '.repeat(1_400_000);
  await objects.put(
    MESSAGE.key,
    writeJsonLines(['a', 'b', 'c', 'd'].map((id) => seen(id, `http://${id}.example/`, { text }))),
  );
  const parts: string[][] = [];
  const index: SearchIndex = {
    ...sqliteSearchIndex(openDatabase(':memory:'), analyzeToString),
    write: async (_crawl, changes) => void parts.push(changes.map(({ id }) => id)),
  };
  expect(await indexRecords(MESSAGE, { objects, index })).toEqual({ 'record.seen': 4 });
  expect(parts).toEqual([['a', 'b', 'c'], ['d']]);
});
