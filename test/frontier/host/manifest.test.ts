import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BundleRef,
  countAccepted,
  formatManifest,
  parseManifest,
  pieceName,
  pieceNames,
} from '../../../shared/frontier/host/manifest.ts';

const EPOCH = Math.floor(Date.UTC(2026, 0, 1) / 1000);

const ref: fc.Arbitrary<BundleRef> = fc.record({
  kind: fc.constantFrom('q', 's', 'p'),
  epoch: fc.integer({ min: 1, max: 2 ** 34 }),
  pieces: fc.nat(5_000),
  count: fc.nat(10_000_000),
  mark: fc.integer({ min: -1, max: 2 ** 34 }),
  piece: fc.nat(5_000),
  offset: fc.nat(100_000),
});

test('survives a round trip in both directions', () => {
  fc.assert(
    fc.property(fc.array(ref, { maxLength: 40 }), (refs) => {
      const text = formatManifest(refs);
      expect(parseManifest(text)).toEqual(refs);
      expect(formatManifest(parseManifest(text))).toBe(text);
    }),
  );
});

test('counts accepted URLs as the sum of the seen sets', () => {
  fc.assert(
    fc.property(fc.array(ref, { maxLength: 40 }), (refs) => {
      const sets = refs.filter(({ kind }) => kind === 's');
      expect(countAccepted(formatManifest(refs))).toBe(sets.reduce((sum, { count }) => sum + count, 0));
    }),
  );
});

test('a new head’s manifest is empty', () => {
  expect(parseManifest('')).toEqual([]);
  expect(formatManifest([])).toBe('');
});

describe.each([
  'x1.1.1.1',
  'q',
  'q.1.1.1',
  'qtn3k2a',
  'qtn3k2a.1',
  'qtn3k2a.1.2s',
  'qtn3k2a.1.2s.3.4',
  'qtn3k2a.1.2s.3.4.5.6',
  'qtn3k2a.1.2s.',
  'qtn3k2a.1.2s.?',
  'qtn3k2a.1.2s.3!',
  'qtn3k2a.1.-2.3',
  'qtn3k2a.1.2S.3',
  'qtn3k2a.1.2s.3 ',
  ' qtn3k2a.1.2s.3',
  'qtn3k2a.1.2s.3  stn3k2a.1.2s.0',
  'qtn3k2a.1.2s.3\nstn3k2a.1.2s.0',
  'q1767225600.123.1.2.3',
  'undefined',
])('the damaged text %j', (text) => {
  test('is refused', () => {
    expect(() => parseManifest(text)).toThrow('damaged manifest');
  });
});

test.each<[string, BundleRef, number]>([
  [
    'an unread queue',
    {
      kind: 'q',
      epoch: EPOCH,
      pieces: 30,
      count: 9_999,
      mark: 3,
      piece: 0,
      offset: 0,
    },
    16,
  ],
  [
    'seen of 100,000',
    {
      kind: 's',
      epoch: EPOCH,
      pieces: 196,
      count: 100_000,
      mark: 0,
      piece: 0,
      offset: 0,
    },
    18,
  ],
  [
    'a queue in use',
    {
      kind: 'q',
      epoch: EPOCH,
      pieces: 30,
      count: 9_999,
      mark: 3,
      piece: 12,
      offset: 140,
    },
    21,
  ],
  [
    'pages with a next time',
    {
      kind: 'p',
      epoch: EPOCH,
      pieces: 30,
      count: 999,
      mark: EPOCH + 9,
      piece: 0,
      offset: 0,
    },
    20,
  ],
])('stores %s in few bytes', (_what, one, bytes) => {
  expect(formatManifest([one]).length).toBeLessThanOrEqual(bytes);
});

test('piece names are short and differ by kind, epoch and index', () => {
  const one = {
    kind: 'q',
    epoch: EPOCH,
    pieces: 3,
    count: 1,
    mark: 0,
    piece: 1,
    offset: 0,
  } as const;
  expect(pieceNames(one)).toEqual([pieceName(one, 0), pieceName(one, 1), pieceName(one, 2)]);
  const others = [...pieceNames(one), pieceName({ ...one, kind: 's' }, 0), pieceName({ ...one, epoch: EPOCH + 1 }, 0)];
  expect(new Set(others).size).toBe(5);
});
