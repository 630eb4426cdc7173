/**
 * Numbers that TeX counts: of sections, captions, formulas, theorems, items. They are counted as the standard classes do, and as
 * the file itself says (`\setcounter`, `\numberwithin`, `\renewcommand{\thesection}`); a class of its own may print others.
 */

import { formatListNumber } from '../office/list-numbers.ts';
import type { Macros } from './macros.ts';

export type Numbers = {
  values: Map<string, number>;
  /** Counter → the one that starts it anew, and whose number stands before its own. */
  within: Map<string, string>;
  /** Down to which of `LEVELS` sections have numbers; undefined: as books and articles have them. */
  depth: number | undefined;
  /** The counter that has letters since `\appendix`. */
  appendix: string | undefined;
  /** What a `\label` here is of. */
  last: Numbered;
  /** What it is of outside of figures and formulas. */
  section: Numbered;
};

export type Numbered = { counter: string; number: string };

export const newNumbers = (): Numbers => ({
  values: new Map(),
  within: new Map([
    ...[['section', 'chapter'] as const, ['subsection', 'section'] as const, ['subsubsection', 'subsection'] as const],
    ...[['figure', 'chapter'] as const, ['table', 'chapter'] as const, ['equation', 'chapter'] as const],
    ...[['paragraph', 'subsubsection'] as const, ['subparagraph', 'paragraph'] as const],
  ]),
  ...{ depth: undefined, appendix: undefined },
  ...{ last: { counter: '', number: '' }, section: { counter: '', number: '' } },
});

const LEVELS: Record<string, number> = {
  ...{ part: -1, chapter: 0, section: 1, subsection: 2, subsubsection: 3, paragraph: 4, subparagraph: 5 },
};
const [BOOKS, ARTICLES, NONE] = [2, 3, -2];
const MAX_COUNTERS = 40;
const MAX_NESTED = 8;

/** @returns '': sections of this kind have none. */
export function sectionNumber(name: string, { numbers, macros }: Counting): string {
  const depth = numbers.depth ?? (name === 'chapter' || numbers.values.has('chapter') ? BOOKS : ARTICLES);
  if (!Object.hasOwn(LEVELS, name) || LEVELS[name]! > depth) return '';
  const number = step(name, { numbers, macros });
  numbers.section = numbers.last;
  return number;
}

export type Counting = { numbers: Numbers; macros: Macros };

/** Counts on, and starts anew what is counted within. @returns the new number. */
export function step(counter: string, { numbers, macros }: Counting): string {
  const { values } = numbers;
  if (!values.has(counter) && values.size >= MAX_COUNTERS) return '';
  values.set(counter, (values.get(counter) ?? 0) + 1);
  startAnew(counter, numbers, 0);
  const number = shown(counter, { numbers, macros });
  numbers.last = { counter, number };
  return number;
}

export function setCounter(counter: string, value: number, isAdded: boolean, { values }: Numbers): void {
  if (!Number.isInteger(value) || (!values.has(counter) && values.size >= MAX_COUNTERS)) return;
  values.set(counter, (isAdded ? (values.get(counter) ?? 0) : 0) + value);
}

export function countWithin(counter: string, parent: string, { within }: Numbers): void {
  if (within.has(counter) || within.size < MAX_COUNTERS) within.set(counter, parent);
}

export function beginAppendix(numbers: Numbers): void {
  numbers.appendix = numbers.values.has('chapter') ? 'chapter' : 'section';
  numbers.values.set(numbers.appendix, 0);
  startAnew(numbers.appendix, numbers, 0);
}

/** What stands before the first chapter and behind the last has no numbers. */
export function setNumbered(isNumbered: boolean, numbers: Numbers): void {
  numbers.depth = isNumbered ? undefined : NONE;
}

function startAnew(counter: string, numbers: Numbers, nested: number): void {
  for (const [child, parent] of numbers.within)
    if (parent === counter && child !== counter) {
      if (numbers.values.has(child)) numbers.values.set(child, 0);
      if (nested < MAX_NESTED) startAnew(child, numbers, nested + 1);
    }
}

/** @param left how many more counters may be named on the way: one may name itself, or others many times. */
function shown(counter: string, counting: Counting, left = { names: MAX_NAMED }): string {
  const { numbers, macros } = counting;
  const value = numbers.values.get(counter) ?? 0;
  const own = macros.commands.get(`the${counter}`);
  if (left.names-- <= 0) return '';
  if (own) return asWritten(own.body, counting, left);
  const parent = numbers.within.get(counter);
  const before = parent !== undefined && numbers.values.get(parent) ? `${shown(parent, counting, left)}.` : '';
  const form = counter === numbers.appendix ? 'Alph' : counter === 'part' ? 'Roman' : 'arabic';
  return before + formatListNumber(form, value);
}

const MAX_NAMED = 8;
const MAX_BODY = 100;

/** `\thechapter.\Roman{section}` */
function asWritten(body: string, counting: Counting, left: { names: number }): string {
  return body
    .slice(0, MAX_BODY)
    .replace(/\\(arabic|[rR]oman|[aA]lph)\s?\{([^{}]+)\}/g, (_, form, counter) =>
      formatListNumber(form, counting.numbers.values.get(counter) ?? 0),
    )
    .replace(/\\the([a-z]+)/g, (_, counter) => shown(counter, counting, left))
    .replace(/\\[a-zA-Z@]+|[{}]/g, '')
    .trim();
}
