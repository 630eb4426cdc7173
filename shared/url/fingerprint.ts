/** Two lanes of 32 bits, each an FNV-like walk with a multiplier of its own, mixed at the end as MurmurHash3 does. */
const lanes = new Uint32Array(2);

/**
 * The two halves of a text's 64-bit fingerprint, in numbers that the next call writes over. Two of ten million addresses
 * share one with a chance of 3 in a million.
 */
export function fingerprintHalves(text: string): Uint32Array {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
    b ^= b >>> 15;
  }
  lanes[0] = mix(a ^ Math.imul(b, 0x9e3779b1));
  lanes[1] = mix(b ^ Math.imul(a, 0x85ebca77));
  return lanes;
}

function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
