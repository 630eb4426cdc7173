/** Counts by key, in rows of a fixed length. Too many keys: those with the lowest first count are forgotten. */
export type CountTable<Key extends string | number> = {
  get(key: Key): readonly number[] | undefined;
  /** Adds to the row of a key. @returns the new row */
  add(key: Key, amounts: readonly number[]): readonly number[];
  size(): number;
  rows(): IterableIterator<[Key, readonly number[]]>;
};

/**
 * @param maxKeys number of keys above which the lower half is forgotten; infinite: never
 * @param stored rows of an earlier table
 */
export function createCountTable<Key extends string | number>(
  maxKeys: number,
  stored: Iterable<readonly [Key, readonly number[]]> = [],
): CountTable<Key> {
  let rows = new Map<Key, number[]>(Array.from(stored, ([key, row]) => [key, [...row]]));
  return {
    get: (key) => rows.get(key),
    add(key, amounts) {
      const known = rows.get(key);
      const row = amounts.map((amount, column) => amount + (known?.[column] ?? 0));
      rows.set(key, row);
      if (rows.size > maxKeys) rows = new Map(largest([...rows], ([, [first = 0]]) => first, maxKeys >> 1));
      return row;
    },
    size: () => rows.size,
    rows: () => rows.entries(),
  };
}

/** Returns the items with the largest values; among equals, the first ones. */
export function largest<Item>(items: readonly Item[], weightOf: (item: Item) => number, count: number): Item[] {
  return [...items].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, count);
}
