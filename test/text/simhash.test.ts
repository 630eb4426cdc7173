import { expect, test } from 'vitest';
import { hammingDistance } from '../../shared/search/hamming-distance.ts';
import { MIN_SIMHASH_WORDS, simhash } from '../../shared/text/simhash.ts';

/** Generates words from a seed. Texts of two seeds have nothing in common. */
function words(count: number, seed: number): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 4).toString(36);
  });
}

const text = (count: number, seed: number) => words(count, seed).join(' ');
const apart = (one: string, other: string) => hammingDistance(simhash(one)!, simhash(other)!);

/** Reference implementation by the definition. */
function referenceSimhash(list: readonly string[]): string {
  const golden = (word: string) =>
    [...word].reduce((hash, sign) => Math.imul(hash ^ (sign.charCodeAt(0) + 2), 0x9e3779b1), 0);
  const mixed = (hash: number) => {
    const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
    return second ^ (second >>> 16);
  };
  const hashes = list.map(golden);
  const pairs = hashes.slice(1).map((next, i) => {
    const [high, low] = [Math.imul(hashes[i]!, 0x01000193) + next, Math.imul(hashes[i]!, 0x5bd1e995) ^ next];
    return (BigInt(mixed(high) >>> 0) << 32n) | BigInt(mixed(low) >>> 0);
  });
  const votes = (bit: bigint) => pairs.filter((pair) => ((pair >> bit) & 1n) === 1n).length;
  let bits = 0n;
  for (let bit = 0n; bit < 64n; bit++) if (2 * votes(bit) > pairs.length) bits |= 1n << bit;
  return bits.toString(16).padStart(16, '0');
}

test('equals the reference implementation for any number of words', () => {
  for (let count = MIN_SIMHASH_WORDS; count < MIN_SIMHASH_WORDS + 20; count++)
    expect(simhash(text(count, count))).toBe(referenceSimhash(words(count, count)));
  expect(simhash(text(3_001, 1))).toBe(referenceSimhash(words(3_001, 1)));
});

test('does not change between versions, because fingerprints are stored', () => {
  expect(simhash(text(200, 1))).toBe('f7b681c01d1f9122');
});

test('ignores case, punctuation and white space', () => {
  const plain = words(100, 2);
  expect(simhash(plain.join(',\n\n').toUpperCase())).toBe(simhash(plain.join(' ')));
});

test('counts every word, also first, last and single-letter words', () => {
  const plain = words(MIN_SIMHASH_WORDS - 1, 3).join(' ');
  expect(simhash(plain)).toBeNull();
  for (const longer of [`a ${plain}`, `${plain} a`, `${plain} 語`, `語${plain}`])
    expect(simhash(longer)).toMatch(/^[0-9a-f]{16}$/);
  expect(simhash(`${plain} … 😀 —`)).toBeNull();
});

test('counts each character as a word in scripts without spaces', () => {
  const han = Array.from({ length: MIN_SIMHASH_WORDS }, (_, i) => String.fromCharCode(0x4e00 + 37 * i)).join('');
  expect(simhash(han.slice(1))).toBeNull();
  expect(simhash(han)).toBe(simhash([...han].join(' ')));
});

test.each([
  { what: 'one word of 500 replaced', change: (list: string[]) => list.with(250, 'other'), most: 6 },
  { what: 'ten words added at the end', change: (list: string[]) => [...list, ...words(10, 9)], most: 10 },
  { what: 'twenty words dropped', change: (list: string[]) => list.toSpliced(100, 20), most: 12 },
])('differs in few bits: $what', ({ change, most }) => {
  for (let seed = 10; seed < 30; seed++) {
    const list = words(500, seed);
    const bits = apart(list.join(' '), change(list).join(' '));
    expect(bits).toBeLessThanOrEqual(most);
  }
});

test('unrelated texts differ in about half of the bits', () => {
  for (let seed = 40; seed < 60; seed++) {
    const bits = apart(text(300, seed), text(300, seed + 100));
    expect(bits).toBeGreaterThan(14);
    expect(bits).toBeLessThan(50);
  }
});

test('depends on the order of words', () => {
  const list = words(300, 5);
  expect(apart(list.join(' '), list.toReversed().join(' '))).toBeGreaterThan(14);
});

test('does not depend on texts hashed before', () => {
  const own = simhash(text(100, 6));
  simhash(text(30_000, 7));
  expect(simhash(text(100, 6))).toBe(own);
  simhash('short');
  expect(simhash(text(100, 6))).toBe(own);
});

test('hashes only the beginning of a long text, and rejects non-text', () => {
  const long = `${'word '.repeat(80_000)}`;
  expect(simhash(`${long} the end`)).toBe(simhash(`${long} another end`));
  expect(simhash('\ud800'.repeat(1_000))).toBeNull();
  expect(simhash('')).toBeNull();
});
