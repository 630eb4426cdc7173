/**
 * A set of short strings, stored as 64-bit fingerprints of 8 bytes each. The hosts of a million seeds take 8 MB and are stored
 * with the settings as text.
 */
import { fingerprintHalves } from './fingerprint.ts';

export type KeySet = {
  /** @returns true if the key is new. */
  add(key: string): boolean;
  size(): number;
  /** Returns the sorted fingerprints in Base64, for `packedKeyLookup`; '' for an empty set. */
  pack(): string;
};

/** Creates a hash table with open addressing, at most half full. A pair of zeros marks a free slot. */
export function keySet(): KeySet {
  let table = new Uint32Array(2 * 1_024);
  let count = 0;

  const put = (into: Uint32Array, low: number, high: number): boolean => {
    const mask = into.length / 2 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const [a, b] = [into[2 * slot]!, into[2 * slot + 1]!];
      if (a === low && b === high) return false;
      if (a !== 0 || b !== 0) continue;
      into[2 * slot] = low;
      into[2 * slot + 1] = high;
      return true;
    }
  };
  const grow = (): void => {
    const larger = new Uint32Array(2 * table.length);
    for (let i = 0; i < table.length; i += 2)
      if (table[i] !== 0 || table[i + 1] !== 0) put(larger, table[i]!, table[i + 1]!);
    table = larger;
  };
  return {
    add(key) {
      const [low, high] = fingerprint(key);
      const isNew = put(table, low, high);
      if (isNew) count++;
      if (4 * count > table.length) grow();
      return isNew;
    },
    size: () => count,
    pack() {
      const keys = new BigUint64Array(count);
      let at = 0;
      for (let i = 0; i < table.length; i += 2)
        if (table[i] !== 0 || table[i + 1] !== 0) keys[at++] = (BigInt(table[i + 1]!) << 32n) | BigInt(table[i]!);
      return Buffer.from(keys.sort().buffer).toString('base64');
    },
  };
}

/**
 * Returns a membership test by binary search.
 *
 * @param packed output of `pack`, little-endian like all supported machines.
 */
export function packedKeyLookup(packed: string): (key: string) => boolean {
  const bytes = new Uint8Array(Buffer.from(packed, 'base64'));
  const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
  return (key) => {
    const [low, high] = fingerprint(key);
    let from = 0;
    let to = words.length / 2;
    while (from < to) {
      const middle = (from + to) >> 1;
      const order = words[2 * middle + 1]! - high || words[2 * middle]! - low;
      if (order === 0) return true;
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return false;
  };
}

/** Whether each key of some packed sets is in one of the others. */
export function hasOnlyKeysOf(packed: readonly string[], others: readonly string[]): boolean {
  const unknown = packed.filter((set) => !others.includes(set));
  if (unknown.length === 0) return true;
  const known = new Set(others.flatMap((set) => [...fingerprintsOf(set)]));
  return unknown.every((set) => fingerprintsOf(set).every((key) => known.has(key)));
}

function fingerprintsOf(packed: string): BigUint64Array {
  const bytes = new Uint8Array(Buffer.from(packed, 'base64'));
  return new BigUint64Array(bytes.buffer, 0, bytes.length >> 3);
}

/** Maps the fingerprint 0, which marks a free slot, to 1. */
function fingerprint(key: string): [low: number, high: number] {
  const [low = 0, high = 0] = fingerprintHalves(key);
  return low === 0 && high === 0 ? [1, 0] : [low, high];
}
