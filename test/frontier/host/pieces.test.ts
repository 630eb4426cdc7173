import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packRows, splitBytes, unpackRows } from '../../../shared/frontier/host/pieces.ts';

const all = <Row>(pieces: Uint8Array[]) => pieces.flatMap((piece) => unpackRows<Row>(piece));
/** Returns incompressible text. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64');

test('survives a round trip in order', () => {
  const row = fc.tuple(fc.string(), fc.option(fc.integer()), fc.string({ unit: 'grapheme', maxLength: 200 }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 300 }), (rows) => {
      expect(all(packRows(rows))).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

test('packs no rows into no pieces', () => {
  expect(packRows([])).toEqual([]);
});

test.each<[string, (i: number) => unknown[]]>([
  ['that deflate well', (i) => [`http://www.example.org/a/long/directory/page-${i}.html`, 'page', 3, 2]],
  ['that do not deflate', (i) => [i, noise(300)]],
  ['of which some are long', (i) => [i, noise(i % 7 === 0 ? 2_500 : 40)]],
])('packs rows %s into pieces of at most 4 KB', (_which, row) => {
  const rows = Array.from({ length: 500 }, (_, i) => row(i));
  const pieces = packRows(rows);
  expect(all(pieces)).toEqual(rows);
  expect(pieces.length).toBeGreaterThan(1);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(4096);
});

test('makes a larger piece only for a single long row', () => {
  const rows = [['first'], [noise(20_000)], ['last']];
  const pieces = packRows(rows);
  expect(all(pieces)).toEqual(rows);
  const long = pieces.filter(({ length }) => length > 4096);
  expect(long.map((piece) => unpackRows(piece).length)).toEqual([1]);
});

test('packs at least a hundred usual URLs into a piece', () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => [
    `https://docs.example.org/${['guide', 'reference', 'blog'][i % 3]}/chapter-${i % 40}/${noise(6)}.html`,
    'page',
    i % 8,
    3,
    0.25,
    null,
    0,
  ]);
  expect(rows.length / packRows(rows).length).toBeGreaterThan(100);
});

test('splits bytes into pieces of whole fingerprints', () => {
  const bytes = randomBytes(3 * 4096 + 80);
  const pieces = splitBytes(bytes);
  expect(pieces.map(({ length }) => length)).toEqual([4096, 4096, 4096, 80]);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(splitBytes(new Uint8Array())).toEqual([]);
});
