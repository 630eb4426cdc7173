import { expect, test } from 'vitest';
import { openBundleCursor } from '../../../shared/frontier/host/bundle-cursor.ts';
import { type BundleRef, pieceName } from '../../../shared/frontier/host/manifest.ts';
import { packRows, unpackRows } from '../../../shared/frontier/host/pieces.ts';

/** Creates a bundle of `count` numbers in pieces of `each`, and records the names of read pieces. */
function bundle(count: number, each: number, cursor: Pick<BundleRef, 'piece' | 'offset'> = { piece: 0, offset: 0 }) {
  const rows = Array.from({ length: count }, (_, i) => [i]);
  const pieces: Uint8Array[] = [];
  for (let i = 0; i < count; i += each) pieces.push(...packRows(rows.slice(i, i + each)));
  const ref: BundleRef = {
    kind: 'q',
    epoch: 7,
    pieces: pieces.length,
    count,
    mark: 0,
    ...cursor,
  };
  const reads: string[] = [];
  const read = async (names: readonly string[]) => {
    reads.push(...names);
    return names.map((name) => pieces[Number(name.split('.')[1])]!);
  };
  return { ref, reads, from: openBundleCursor<[number], number>(ref, read, ([n]) => n) };
}

test('returns all entries in order across pieces', async () => {
  const { from } = bundle(10, 4);
  const seen: number[] = [];
  for (let n = await from.peek(); n !== undefined; n = await from.peek()) {
    seen.push(n);
    from.pop();
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(from.isExhausted()).toBe(true);
  expect(await from.readRest()).toEqual([]);
});

test('reads only the piece at the cursor, once', async () => {
  const { from, reads } = bundle(100, 10, { piece: 3, offset: 2 });
  expect(reads).toEqual([]);
  expect(from.peekLoaded()).toBeUndefined();
  expect(await from.peek()).toBe(32);
  expect(await from.peek()).toBe(32);
  expect(from.peekLoaded()).toBe(32);
  expect(reads).toEqual([pieceName({ kind: 'q', epoch: 7 }, 3)]);
});

test('reads the next piece lazily', async () => {
  const { from, reads } = bundle(8, 4, { piece: 0, offset: 3 });
  await from.peek();
  from.pop();
  expect(from.peekLoaded()).toBeUndefined();
  expect(from.isExhausted()).toBe(false);
  expect(reads).toHaveLength(1);
  expect(await from.peek()).toBe(4);
  expect(reads).toHaveLength(2);
});

test('continues from the reference of another cursor', async () => {
  const { from, ref } = bundle(10, 4);
  expect(from.hasMoved()).toBe(false);
  expect(from.ref).toEqual(ref);
  for (let i = 0; i < 5; i++) {
    await from.peek();
    from.pop();
  }
  expect(from.hasMoved()).toBe(true);
  expect(from.ref).toEqual({ ...ref, piece: 1, offset: 1 });
  expect(await bundle(10, 4, from.ref).from.peek()).toBe(5);
});

test('continues in the next piece after the last entry of a piece', async () => {
  expect(await bundle(8, 4, { piece: 0, offset: 4 }).from.peek()).toBe(4);
  const { from } = bundle(8, 4, { piece: 1, offset: 4 });
  expect(await from.peek()).toBeUndefined();
  expect(from.isExhausted()).toBe(true);
});

test('reads the rest from the cursor on with one call', async () => {
  const { from, reads } = bundle(10, 4, { piece: 0, offset: 1 });
  await from.peek();
  from.pop();
  expect(await from.readRest()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(reads).toHaveLength(3);
});

test('unpacks what was packed', () => {
  expect(unpackRows(packRows([[1], [2]])[0]!)).toEqual([[1], [2]]);
});
