/** Two 32-bit lanes. Each is FNV-like with its own multiplier, finished by the mixer of MurmurHash3. */
const lanes = new Uint32Array(2);

/**
 * Returns the two halves of the 64-bit fingerprint of a text, in an array that the next call overwrites. Among ten million URLs
 * the probability of a collision is 3 in a million.
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
