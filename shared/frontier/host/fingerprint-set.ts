/**
 * Sets of URLs as sorted 64-bit fingerprints: 8 bytes per URL, little-endian. The probability that any two of ten million
 * URLs share a fingerprint is 3 in a million.
 */
import { fingerprintHalves } from '../../url/fingerprint.ts';

/** Returns the sorted fingerprints of URLs. */
export function packFingerprints(urls: Iterable<string>): Uint8Array {
  const all: bigint[] = [];
  for (const url of urls) {
    const [low = 0, high = 0] = fingerprintHalves(url);
    all.push((BigInt(high) << 32n) | BigInt(low));
  }
  return bytesOf(BigUint64Array.from(all).sort());
}

/** Merges sets into one without duplicates. */
export function mergeFingerprints(sets: readonly Uint8Array[]): Uint8Array {
  const all = new BigUint64Array(copyPieces(sets).buffer).sort();
  let kept = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i]!;
  return bytesOf(all.subarray(0, kept));
}

/** Returns a membership test for the union of the sets. */
export function fingerprintLookup(sets: readonly Uint8Array[]): (url: string) => boolean {
  const words = sets.map((set) => new Uint32Array(copyPieces([set]).buffer));
  return (url) => {
    const [low = 0, high = 0] = fingerprintHalves(url);
    return words.some((set) => contains(set, high, low));
  };
}

function contains(set: Uint32Array, high: number, low: number): boolean {
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

/** Concatenates pieces. Returns a single piece itself, not a copy. */
export function concatPieces(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : copyPieces(pieces);
}

/** Concatenates pieces into a new buffer, which is aligned for 64-bit numbers. */
function copyPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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
