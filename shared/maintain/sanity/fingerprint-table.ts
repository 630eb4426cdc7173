import { fingerprintHalves } from '../../url/fingerprint.ts';

/** A set of texts, of which it keeps only 64-bit fingerprints: at most 32 bytes per text. */
export type FingerprintTable = { add(text: string): void; has(text: string): boolean; size(): number };

const FIRST_SLOTS = 1 << 12;

/** Creates a hash table with linear probing that is at most half full. */
export function createFingerprintTable(): FingerprintTable {
  let slots = new Uint32Array(2 * FIRST_SLOTS);
  let size = 0;

  /** Returns the slot of a fingerprint, or the free slot for it. */
  const find = (table: Uint32Array, low: number, high: number): number => {
    const mask = table.length / 2 - 1;
    for (let i = low & mask; ; i = (i + 1) & mask) {
      const [a, b] = [table[2 * i], table[2 * i + 1]];
      if ((a === low && b === high) || (a === 0 && b === 0)) return 2 * i;
    }
  };
  const grow = () => {
    const larger = new Uint32Array(2 * slots.length);
    for (let i = 0; i < slots.length; i += 2) {
      const [low, high] = [slots[i]!, slots[i + 1]!];
      if (low === 0 && high === 0) continue;
      const at = find(larger, low, high);
      larger[at] = low;
      larger[at + 1] = high;
    }
    slots = larger;
  };

  return {
    add(text) {
      const [low, high] = halvesOf(text);
      const at = find(slots, low, high);
      if (slots[at] === low && slots[at + 1] === high) return;
      slots[at] = low;
      slots[at + 1] = high;
      size++;
      if (4 * size > slots.length) grow();
    },
    has(text) {
      const [low, high] = halvesOf(text);
      const at = find(slots, low, high);
      return slots[at] === low && slots[at + 1] === high;
    },
    size: () => size,
  };
}

/** Zero marks a free slot. */
function halvesOf(text: string): [number, number] {
  const [low = 0, high = 0] = fingerprintHalves(text);
  return low === 0 && high === 0 ? [1, 0] : [low, high];
}
