/**
 * Caches the hints of class and id values of a page: list items repeat the same values. The cache is direct-mapped. Its keys are
 * ranges of the page, so it creates no strings.
 */

import type { Scan } from '../tokenizer/scan.ts';
import { matchHints } from './class-id-hints.ts';

/** By slot: range of the value in the page, and its hints. */
export type HintCache = { froms: Int32Array; tos: Int32Array; hints: Int32Array };

/** Number of slots, a power of two. */
const SLOTS = 256;

/** Creates an empty cache. Each page needs its own. */
export function newHintCache(): HintCache {
  return { froms: new Int32Array(SLOTS), tos: new Int32Array(SLOTS), hints: new Int32Array(SLOTS) };
}

/** Returns the hints of the value in a range of the page, one bit each (`class-id-hints.ts`). */
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

/** Hashes the length, both ends and the middle of a value. */
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
