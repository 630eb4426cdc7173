import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearKeys } from '../../shared/text/duplicate-keys.ts';
import { fewOrMany } from '../long-test.ts';

const fingerprint = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hex = (bits: bigint) => bits.toString(16).padStart(16, '0');
const turnedOver = (bits: bigint, turned: readonly number[]) =>
  turned.reduce((sum, bit) => sum ^ (1n << BigInt(bit)), bits);
const shareOne = (one: bigint, other: bigint) => nearKeys(hex(one)).some((key) => nearKeys(hex(other)).includes(key));

test('fingerprints that differ in any four bits share a key', () => {
  const turnings = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 4 });
  fc.assert(
    fc.property(fingerprint, turnings, (bits, turned) => {
      expect(shareOne(bits, turnedOver(bits, turned))).toBe(true);
    }),
    { numRuns: fewOrMany(200, 1_000) },
  );
});

test('most fingerprints that differ in six bits share a key', () => {
  const turnings = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 6, maxLength: 6 });
  const samples = fc.sample(fc.tuple(fingerprint, turnings), { numRuns: 2_000, seed: 1 });
  const found = samples.filter(([bits, turned]) => shareOne(bits, turnedOver(bits, turned)));
  expect(found.length / samples.length).toBeGreaterThan(0.85);
});

test('every bit is in a key, and equal pieces at different positions have different keys', () => {
  for (let bit = 0; bit < 64; bit++) expect(nearKeys(hex(turnedOver(0n, [bit])))).not.toEqual(nearKeys(hex(0n)));
  expect(new Set(nearKeys('0'.repeat(16))).size).toBe(5);
});
