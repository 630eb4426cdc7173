/**
 * Names of tags and attributes as small numbers, found without cutting the name out of the page: length and three letters
 * tell where in a table to look, and all letters are compared with those of the name there.
 */

export type NameTable = {
  /** By hash: id of a name, 0: none. What falls together lies in the next free place. */
  slots: Uint8Array;
  lengths: Uint8Array;
  /** By id, `MAX_NAME` code units each, in lower case. */
  letters: Uint16Array;
};

/** No name in a table is longer. */
const MAX_NAME_LENGTH = 16;
const SLOTS = 1024;

/** @param names in lower case, fewer than 256. Their ids are their places, from 1 on. */
export function newNameTable(names: readonly string[]): NameTable {
  const table: NameTable = {
    slots: new Uint8Array(SLOTS),
    lengths: new Uint8Array(names.length + 1),
    letters: new Uint16Array((names.length + 1) * MAX_NAME_LENGTH),
  };
  for (const [i, name] of names.entries()) {
    const from = (i + 1) * MAX_NAME_LENGTH;
    for (let k = 0; k < name.length; k++) table.letters[from + k] = name.charCodeAt(k);
    table.lengths[i + 1] = name.length;
    let slot = slotOf(table.letters, from, from + name.length);
    while (table.slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    table.slots[slot] = i + 1;
  }
  return table;
}

/** The first, the second and the last letter, in any case. */
function slotOf(units: Uint16Array, from: number, to: number): number {
  const first = (units[from] as number) & 0x1f;
  const second = (units[to - from > 1 ? from + 1 : from] as number) & 0x1f;
  const last = (units[to - 1] as number) & 0x1f;
  return (first * 31 + second * 171 + last * 437 + (to - from) * 89) & (SLOTS - 1);
}

/** @returns the id of the name that stands there in any case; 0: it is not in the table. */
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

/** Only ASCII letters have two cases in names. */
function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
