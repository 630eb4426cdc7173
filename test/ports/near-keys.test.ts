import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearKeys } from '../../shared/ports/near-keys.ts';
import { MOST_BITS_APART } from '../../shared/search/bits-apart.ts';

const fingerprint = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hex = (bits: bigint) => bits.toString(16).padStart(16, '0');

test('fingerprints that differ in six bits or fewer have a key in common, whichever bits they are', () => {
  const turnings = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: MOST_BITS_APART });
  fc.assert(
    fc.property(fingerprint, turnings, (bits, turned) => {
      const other = turned.reduce((sum, bit) => sum ^ (1n << BigInt(bit)), bits);
      const keys = new Set(nearKeys(hex(bits)));
      expect(nearKeys(hex(other)).some((key) => keys.has(key))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('the same bytes in other places are other keys', () => {
  expect(new Set(nearKeys('abababababababab')).size).toBe(28);
});
