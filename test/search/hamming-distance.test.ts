import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hammingDistance } from '../../shared/search/hamming-distance.ts';

const fingerprint = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hex = (bits: bigint) => bits.toString(16).padStart(16, '0');

test('counts the bits that differ', () => {
  fc.assert(
    fc.property(fingerprint, fc.uniqueArray(fc.integer({ min: 0, max: 63 })), (bits, turned) => {
      const other = turned.reduce((sum, bit) => sum ^ (1n << BigInt(bit)), bits);
      expect(hammingDistance(hex(bits), hex(other))).toBe(turned.length);
    }),
  );
});
