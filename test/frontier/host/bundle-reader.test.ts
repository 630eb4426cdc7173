import { expect, test } from 'vitest';
import {
  BundleMissingError,
  createBundleCache,
  createBundleReader,
} from '../../../shared/frontier/host/bundle-reader.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';

const A = { crawl: 'plants', host: 'a.example' };
const piece = (name: string, length = 10) => ({ name, bytes: new Uint8Array(length).fill(name.charCodeAt(0)) });

async function world(cacheBytes: number) {
  const store = sqliteFrontier(openDatabase(':memory:'));
  const reads: string[] = [];
  const frontier: Frontier = {
    ...store,
    readBundles: (key, names) => {
      reads.push(...names);
      return store.readBundles(key, names);
    },
  };
  await store.writeBundles(A, [piece('q1.0'), piece('p1.0'), piece('s1.0')]);
  const cache = createBundleCache(cacheBytes);
  return { frontier, reads, cache, read: createBundleReader(A, frontier, cache) };
}

test('returns pieces in the order of their names and reads each once', async () => {
  const { read, reads } = await world(1_000);
  await read(['p1.0']);
  const found = await read(['s1.0', 'p1.0', 'q1.0']);
  expect(found.map((bytes) => String.fromCharCode(bytes[0]!))).toEqual(['s', 'p', 'q']);
  expect(reads).toEqual(['p1.0', 's1.0', 'q1.0']);
});

test('returns recently written pieces without reading', async () => {
  const { read, reads, cache } = await world(1_000);
  cache.put(A, [piece('q1.0')]);
  await read(['q1.0']);
  expect(reads).toEqual([]);
});

test('separates hosts and crawls', async () => {
  const { frontier, cache } = await world(1_000);
  cache.put(A, [piece('q1.0')]);
  const others = [
    { ...A, host: 'b.example' },
    { ...A, crawl: 'birds' },
  ];
  for (const other of others) {
    await expect(createBundleReader(other, frontier, cache)(['q1.0'])).rejects.toThrow(BundleMissingError);
  }
});

test('reports a missing piece with crawl, host and name', async () => {
  const { read } = await world(1_000);
  await expect(read(['q1.0', 'q9.4'])).rejects.toThrow('plants a.example q9.4');
});

test('evicts the least recently used piece at its size limit', () => {
  const cache = createBundleCache(30);
  cache.put(A, [piece('a'), piece('b'), piece('c')]);
  cache.get(A, 'a');
  cache.put(A, [piece('d')]);
  expect(['a', 'b', 'c', 'd'].map((name) => cache.get(A, name) !== undefined)).toEqual([true, false, true, true]);
  cache.put(A, [piece('d'), piece('d')]);
  expect(['a', 'c', 'd'].map((name) => cache.get(A, name) !== undefined)).toEqual([true, true, true]);
});

test('does not keep a piece that is larger than the cache', () => {
  const cache = createBundleCache(30);
  cache.put(A, [piece('a', 31)]);
  expect(cache.get(A, 'a')).toBeUndefined();
});
