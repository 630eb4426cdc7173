/** Smallest table. */
const MIN_SLOTS = 256;

/**
 * Counts keys, which are integers of at most 53 bits. A hash table with open addressing: a `Map` makes an
 * object of each number above 31 bits.
 */
export class KeyCounts {
  #keys = new Float64Array(MIN_SLOTS);
  /** 0: the slot is free. */
  #counts = new Uint32Array(MIN_SLOTS);
  #size = 0;

  /** Returns how often `add` was called with the key. */
  get(key: number): number {
    return this.#counts[this.#slotOf(key)] as number;
  }

  add(key: number): void {
    const slot = this.#slotOf(key);
    const before = this.#counts[slot] as number;
    this.#keys[slot] = key;
    this.#counts[slot] = before + 1;
    if (before > 0) return;
    this.#size += 1;
    if (2 * this.#size > this.#keys.length) this.#grow();
  }

  /** Returns the slot of the key, or a free one. */
  #slotOf(key: number): number {
    const keys = this.#keys;
    const counts = this.#counts;
    const last = keys.length - 1;
    const hash = Math.imul(key, 0x9e3779b1);
    let slot = (hash ^ (hash >>> 15)) & last;
    while (counts[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    const counts = this.#counts;
    this.#keys = new Float64Array(2 * keys.length);
    this.#counts = new Uint32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (counts[i] === 0) continue;
      const slot = this.#slotOf(keys[i] as number);
      this.#keys[slot] = keys[i] as number;
      this.#counts[slot] = counts[i] as number;
    }
  }
}
