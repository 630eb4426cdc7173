/**
 * The set of URLs that a host's frontier has accepted, as sorted 64-bit fingerprints: exact enough (two of ten million
 * addresses share one with a chance of 3 in a million) at 8 bytes a URL. Little-endian, as every machine is that runs this.
 */
import { fingerprintHalves } from '../../url/fingerprint.ts';

export { fingerprintHalves };

/** Sorted fingerprints of these URLs. */
export function packFingerprints(urls: Iterable<string>): Uint8Array {
  const all: bigint[] = [];
  for (const url of urls) {
    const [low = 0, high = 0] = fingerprintHalves(url);
    all.push((BigInt(high) << 32n) | BigInt(low));
  }
  return bytesOf(BigUint64Array.from(all).sort());
}

/** Several packed sets as one, each fingerprint once. */
export function mergeFingerprints(sets: readonly Uint8Array[]): Uint8Array {
  const all = new BigUint64Array(copyPieces(sets).buffer).sort();
  let kept = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i]!;
  return bytesOf(all.subarray(0, kept));
}

/** @returns a question to all these sets together. */
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

/** One piece is given back as it is. */
export function concatPieces(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : copyPieces(pieces);
}

/** In memory of its own, which begins where numbers of 64 bits may. */
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
