/** A set of row numbers as bits, 32 to an element. Rows beyond its end are not in it. */
export type RowBits = Uint32Array;

/** Returns an empty set with space for rows up to a number. */
export const emptyBits = (lastRow: number): RowBits => new Uint32Array((lastRow >>> 5) + 1);

/** Returns the set of these rows. Rows beyond `lastRow` are left out. */
export function bitsOf(rows: Iterable<number>, lastRow: number): RowBits {
  const bits = emptyBits(lastRow);
  for (const row of rows) addRow(bits, row);
  return bits;
}

/** A row beyond the end is left out. */
export function addRow(bits: RowBits, row: number): void {
  bits[row >>> 5]! |= 1 << (row & 31);
}

export function removeRow(bits: RowBits, row: number): void {
  bits[row >>> 5]! &= ~(1 << (row & 31));
}

/** Returns whether a row is in the set. */
export const hasRow = (bits: RowBits, row: number): boolean => (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;

/** Returns the rows that all sets have. There must be one set at least. */
export function inAll(sets: readonly RowBits[]): RowBits {
  const [first, ...others] = sets as [RowBits, ...RowBits[]];
  const all = first.slice();
  for (const other of others) for (let i = 0; i < all.length; i++) all[i]! &= other[i] ?? 0;
  return all;
}

/** Returns the rows that any of the sets has. */
export function inAny(sets: readonly RowBits[], lastRow: number): RowBits {
  const any = emptyBits(lastRow);
  for (const set of sets) for (let i = 0; i < any.length; i++) any[i]! |= set[i] ?? 0;
  return any;
}

/** Returns the number of rows in the set. */
export function countRows(bits: RowBits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i]!;
    if (word === 0) continue;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Returns the rows of a set in ascending order. */
export function rowsOfBits(bits: RowBits): Uint32Array {
  const rows = new Uint32Array(countRows(bits));
  let count = 0;
  for (let i = 0; i < bits.length; i++)
    for (let word = bits[i]!; word !== 0; word &= word - 1) rows[count++] = (i << 5) + 31 - Math.clz32(word & -word);
  return rows;
}
