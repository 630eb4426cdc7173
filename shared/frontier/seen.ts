/**
 * The set of URLs that a host's frontier has accepted, as sorted 64-bit fingerprints: exact enough (two of ten million
 * addresses share one with a chance of 3 in a million) at 8 bytes a URL. Little-endian, as every machine is that runs this.
 */

/** Two lanes of 32 bits, each an FNV-like walk with a multiplier of its own, mixed at the end as MurmurHash3 does. */
const lanes = new Uint32Array(2);
const lanesAsOne = new BigUint64Array(lanes.buffer);

function fingerprint(url: string): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < url.length; i++) {
    const c = url.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
    b ^= b >>> 15;
  }
  lanes[0] = mix(a ^ Math.imul(b, 0x9e3779b1));
  lanes[1] = mix(b ^ Math.imul(a, 0x85ebca77));
}

function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The two halves of a URL's fingerprint, in numbers that the next call writes over. */
export function halvesOf(url: string): Uint32Array {
  fingerprint(url);
  return lanes;
}

/** Sorted fingerprints of these URLs. */
export function packSeen(urls: Iterable<string>): Uint8Array {
  const all: bigint[] = [];
  for (const url of urls) {
    fingerprint(url);
    all.push(lanesAsOne[0]!);
  }
  return bytesOf(BigUint64Array.from(all).sort());
}

/** Several packed sets as one, each fingerprint once. */
export function mergeSeen(sets: readonly Uint8Array[]): Uint8Array {
  const all = new BigUint64Array(copied(sets).buffer).sort();
  let kept = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i]!;
  return bytesOf(all.subarray(0, kept));
}

/** @returns a question to all these sets together. */
export function seenIn(sets: readonly Uint8Array[]): (url: string) => boolean {
  const words = sets.map((set) => new Uint32Array(copied([set]).buffer));
  return (url) => {
    fingerprint(url);
    const low = lanes[0]!;
    const high = lanes[1]!;
    return words.some((set) => found(set, high, low));
  };
}

function found(set: Uint32Array, high: number, low: number): boolean {
  let from = 0;
  let to = set.length >> 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    const h = set[2 * middle + 1]!;
    const l = set[2 * middle]!;
    if (h === high && l === low) return true;
    if (h < high || (h === high && l < low)) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** One piece is given back as it is. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : copied(pieces);
}

/** In memory of its own, which begins where numbers of 64 bits may. */
function copied(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function bytesOf(set: BigUint64Array): Uint8Array {
  return new Uint8Array(set.buffer, set.byteOffset, set.byteLength);
}
