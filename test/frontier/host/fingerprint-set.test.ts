import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fingerprintLookup,
  mergeFingerprints,
  packFingerprints,
} from '../../../shared/frontier/host/fingerprint-set.ts';
import { fewOrMany } from '../../long-test.ts';

const urls = fc.array(fc.webUrl({ withQueryParameters: true }), {
  maxLength: 200,
});

test('finds every packed URL in one or several sets', () => {
  fc.assert(
    fc.property(urls, urls, urls, (a, b, c) => {
      const seen = fingerprintLookup([packFingerprints(a), packFingerprints(b), packFingerprints(c)]);
      for (const url of [...a, ...b, ...c]) expect(seen(url)).toBe(true);
    }),
    { numRuns: fewOrMany(15, 50) },
  );
});

test('finds every URL after a merge, which is sorted and unique', () => {
  fc.assert(
    fc.property(urls, urls, (a, b) => {
      const merged = mergeFingerprints([packFingerprints(a), packFingerprints(b), packFingerprints(a)]);
      const seen = fingerprintLookup([merged]);
      for (const url of [...a, ...b]) expect(seen(url)).toBe(true);
      expect(merged.length).toBe(8 * new Set([...a, ...b]).size);
      const values = [...new BigUint64Array(merged.slice().buffer)];
      expect(values).toEqual([...values].sort((x, y) => (x < y ? -1 : 1)));
    }),
    { numRuns: fewOrMany(15, 50) },
  );
});

test('uses 8 bytes per URL', () => {
  expect(packFingerprints([]).length).toBe(0);
  expect(packFingerprints(['http://a.example/', 'http://a.example/b']).length).toBe(16);
});

test('finds nothing in an empty set', () => {
  expect(fingerprintLookup([])('http://a.example/')).toBe(false);
  expect(fingerprintLookup([packFingerprints([])])('http://a.example/')).toBe(false);
  expect(mergeFingerprints([]).length).toBe(0);
});

test('distinguishes URLs by one letter and by the order of letters', () => {
  const all: string[] = [];
  for (let i = 0; i < 60_000; i++) {
    all.push(`http://a.example/list?page=${i}`, `http://a.example/${i % 250}/${(i / 250) | 0}.html`);
    all.push(`http://a.example/${i.toString(2)}`);
  }
  expect(mergeFingerprints([packFingerprints(all)]).length / 8).toBe(new Set(all).size);
});

test('does not find other URLs', () => {
  const seen = fingerprintLookup([packFingerprints(Array.from({ length: 50_000 }, (_, i) => `http://a.example/${i}`))]);
  const strangers = Array.from({ length: 50_000 }, (_, i) => `http://a.example/${i + 50_000}`);
  expect(strangers.filter(seen)).toEqual([]);
});

test('reads sets at any memory alignment', () => {
  const set = packFingerprints(['http://a.example/', 'http://b.example/']);
  const moved = new Uint8Array(set.length + 3);
  moved.set(set, 3);
  expect(fingerprintLookup([moved.subarray(3)])('http://b.example/')).toBe(true);
  expect(mergeFingerprints([moved.subarray(3)])).toEqual(set);
});

test('compares both halves of a fingerprint', () => {
  const url = 'http://a.example/';
  const own = new BigUint64Array(packFingerprints([url]).slice().buffer)[0]!;
  const near = [-3n, -2n, -1n, 1n, 2n, 3n].flatMap((step) => [own + step, own + step * 2n ** 32n]);
  const packed = (values: bigint[]) => new Uint8Array(BigUint64Array.from(values).sort().buffer);
  for (let i = 0; i <= near.length; i++) expect(fingerprintLookup([packed([own, ...near.slice(i)])])(url)).toBe(true);
  for (let i = 0; i <= near.length; i++) expect(fingerprintLookup([packed(near.slice(0, i))])(url)).toBe(false);
});
