/**
 * Caches what class and id values of a page tell: list items repeat the same values. The cache is direct-mapped. Its keys are
 * ranges of the page, so it creates no strings.
 */

import { int32Array } from '../page-arrays.ts';
import type { ClassNames } from '../parsed-page.ts';
import type { Scan } from '../tokenizer/scan.ts';
import { matchValue } from './match-value.ts';

/** By slot: range of the value in the page, its hints, and its index in the class names of the page. */
export type HintCache = { froms: Int32Array; tos: Int32Array; hints: Int32Array; names: Int32Array };

/** Number of slots, a power of two. */
const SLOTS = 256;

/** Creates an empty cache. Each page needs its own. */
export function newHintCache(): HintCache {
  const numbers = () => int32Array(SLOTS);
  return { froms: numbers(), tos: numbers(), hints: numbers(), names: numbers() };
}

/**
 * Returns the slot of the value in a range of the page, with its hints (`class-id-hints.ts`) and its index in `names`. A value that
 * lost its slot to another one gets a second entry in `names`.
 */
export function cacheSlot(
  { html, units }: Scan,
  values: HintCache,
  names: ClassNames,
  from: number,
  to: number,
): number {
  const { froms, tos } = values;
  const slot = slotOf(units, from, to);
  const before = froms[slot] as number;
  if (to - from === (tos[slot] as number) - before && isEqualRange(units, before, from, to)) return slot;
  froms[slot] = from;
  tos[slot] = to;
  const { hints, kindWords } = matchValue(html, units, from, to);
  values.hints[slot] = hints;
  names.froms.push(from);
  names.kindWords.push(kindWords);
  values.names[slot] = names.tos.push(to) - 1;
  return slot;
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
