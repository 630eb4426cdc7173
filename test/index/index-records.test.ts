import { expect, test } from 'vitest';
import { indexRecords } from '../../shared/index/index-records.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { RecordsRefusedError, type SearchIndex } from '../../shared/ports/search-index.ts';
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
  expect(await indexRecords(MESSAGE, both)).toEqual({ counts: { 'record.seen': 1, 'record.left': 1 } });
  await indexRecords(MESSAGE, both);
  const { total } = await both.index.search('main', { words: [['plant']], filters: {}, from: 0, size: 1 });
  expect([total, await both.index.count('main')]).toEqual([1, 1]);
});

test('throws for a missing object, so the message is redelivered', async () => {
  await expect(indexRecords({ crawl: 'main', key: 'records/none' }, await ports())).rejects.toThrow('records/none');
});

/** Five records, of which two fill a part; and an index that lists the ids of each part. */
async function longRecords() {
  const { objects } = await ports();
  const text = 'word '.repeat(250_000);
  const changes = ['a', 'b', 'c', 'd', 'e'].map((id) => seen(id, `http://${id}.example/`, { text }));
  await objects.put(MESSAGE.key, writeJsonLines(changes));
  const parts: string[][] = [];
  const index: SearchIndex = {
    ...sqliteSearchIndex(openDatabase(':memory:'), analyzeToString),
    write: async (_crawl, part) => void parts.push(part.map(({ id }) => id)),
  };
  return { objects, index, parts };
}

test('writes texts that are too long for one part in several parts, each change once', async () => {
  const { parts, ...both } = await longRecords();
  expect(await indexRecords(MESSAGE, both)).toEqual({ counts: { 'record.seen': 5 } });
  expect(parts).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('writes at most 200 changes in one part', async () => {
  const { parts, ...both } = await longRecords();
  const left = Array.from({ length: 450 }, (_, i) => ({ kind: 'left', id: `${i}`, url: 'http://a.example/', at: 1 }));
  await both.objects.put(MESSAGE.key, writeJsonLines(left));
  await indexRecords(MESSAGE, both);
  expect(parts.map((part) => part.length)).toEqual([200, 200, 50]);
});

test('stops between parts when time runs out, and continues behind the written changes', async () => {
  const { parts, ...both } = await longRecords();
  const stopped = await indexRecords(MESSAGE, both, () => false);
  expect(stopped).toEqual({ counts: { 'record.seen': 2 }, rest: { ...MESSAGE, written: 2 } });
  const again = await indexRecords(stopped.rest!, both, () => parts.length < 2);
  expect(again).toEqual({ counts: { 'record.seen': 2 }, rest: { ...MESSAGE, written: 4 } });
  expect(await indexRecords(again.rest!, both, () => false)).toEqual({ counts: { 'record.seen': 1 } });
  expect(parts).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('writes the parts after one with a record that the engine rejects, and then fails', async () => {
  const { objects, index, parts } = await longRecords();
  const refusing: SearchIndex = {
    ...index,
    async write(crawl, part) {
      await index.write(crawl, part);
      if (part.some(({ id }) => id === 'b')) throw new RecordsRefusedError('index: 1 record refused; b: 400 mapper', 1);
    },
  };
  await expect(indexRecords(MESSAGE, { objects, index: refusing })).rejects.toThrow('b: 400 mapper');
  expect(parts).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  // Without time for the other parts it fails, too: the message must not be acknowledged.
  await expect(indexRecords(MESSAGE, { objects, index: refusing }, () => false)).rejects.toThrow('b: 400 mapper');
});
