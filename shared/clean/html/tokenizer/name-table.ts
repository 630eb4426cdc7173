/**
 * A hash table (open addressing) from tag and attribute names to small ids. It looks names up in the code units of the page,
 * without creating strings. The hash covers the length and three letters.
 */

/** The slots of the hash table, and lengths and letters of the names. */
export type NameTable = {
  /** By hash: id of a name, 0 if free. Colliding names take the next free slot. */
  slots: Uint8Array;
  lengths: Uint8Array;
  /** By id: `MAX_NAME_LENGTH` code units each, in lower case. */
  letters: Uint16Array;
};

/** Maximum length of a name in a table, in code units. */
const MAX_NAME_LENGTH = 20;
const SLOTS = 1024;

/** Creates a table. @param names fewer than 256 lower-case names of at most 20 letters; their ids count from 1 in this order */
export function newNameTable(names: readonly string[]): NameTable {
  const table: NameTable = {
    slots: new Uint8Array(SLOTS),
    lengths: new Uint8Array(names.length + 1),
    letters: new Uint16Array((names.length + 1) * MAX_NAME_LENGTH),
  };
  for (const [i, name] of names.entries()) {
    if (name.length > MAX_NAME_LENGTH) throw new Error(`${name}: must have at most ${MAX_NAME_LENGTH} letters`);
    const from = (i + 1) * MAX_NAME_LENGTH;
    for (let k = 0; k < name.length; k++) table.letters[from + k] = name.charCodeAt(k);
    table.lengths[i + 1] = name.length;
    let slot = slotOf(table.letters, from, from + name.length);
    while (table.slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    table.slots[slot] = i + 1;
  }
  return table;
}

/** Hashes the length and the first, second and last letter, ignoring case. */
function slotOf(units: Uint16Array, from: number, to: number): number {
  const first = (units[from] as number) & 0x1f;
  const second = (units[to - from > 1 ? from + 1 : from] as number) & 0x1f;
  const last = (units[to - 1] as number) & 0x1f;
  return (first * 31 + second * 171 + last * 437 + (to - from) * 89) & (SLOTS - 1);
}

/** Returns the id of the name in a range, ignoring case, or 0 if the table does not contain it. */
export function findName(table: NameTable, units: Uint16Array, from: number, to: number): number {
  const { slots, lengths, letters } = table;
  const length = to - from;
  if (length > MAX_NAME_LENGTH) return 0;
  let slot = slotOf(units, from, to);
  for (let id = slots[slot] as number; id !== 0; id = slots[slot] as number) {
    if (lengths[id] === length) {
      const at = id * MAX_NAME_LENGTH;
      let k = 0;
      while (k < length && lower(units[from + k] as number) === letters[at + k]) k++;
      if (k === length) return id;
    }
    slot = (slot + 1) & (SLOTS - 1);
  }
  return 0;
}

/** Converts an ASCII letter to lower case. */
function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
