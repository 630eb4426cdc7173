/**
 * What values of `class` and `id` say, for as long as a page is read: the items of a list say the same again and again. They
 * are known by where they stand in the page, so nothing is cut out of it, and a new value takes the place of an older one.
 */

import type { Scan } from '../tokenizer/scan.ts';
import { matchHints } from './class-id-hints.ts';

/** By place in a small table: where a value stands in the page, and its hints. */
export type HintCache = { froms: Int32Array; tos: Int32Array; hints: Int32Array };

const SLOTS = 256;

export function newHintCache(): HintCache {
  return { froms: new Int32Array(SLOTS), tos: new Int32Array(SLOTS), hints: new Int32Array(SLOTS) };
}

/** @param from @param to range of a value. @returns a bit for each kind of word in it (`class-id-hints.ts`). */
export function cachedHints({ html, units }: Scan, values: HintCache, from: number, to: number): number {
  const { froms, tos, hints } = values;
  const slot = slotOf(units, from, to);
  const before = froms[slot] as number;
  if (to - from === (tos[slot] as number) - before && isEqualRange(units, before, from, to))
    return hints[slot] as number;
  froms[slot] = from;
  tos[slot] = to;
  const found = matchHints(html, units, from, to);
  hints[slot] = found;
  return found;
}

/** Its length, both ends and its middle. */
function slotOf(units: Uint16Array, from: number, to: number): number {
  const middle = (from + to) >> 1;
  const ends = (units[from] as number) * 3 + (units[to - 1] as number) * 29;
  return ((to - from) * 7 + ends + (units[middle] as number) * 83) & (SLOTS - 1);
}

function isEqualRange(units: Uint16Array, before: number, from: number, to: number): boolean {
  const step = before - from;
  let i = from;
  while (i < to && units[i] === units[i + step]) i++;
  return i === to;
}
