/**
 * Counters of LaTeX: sections, captions, formulas, theorems. They follow the standard classes and the commands of the file
 * (`\setcounter`, `\numberwithin`, `\renewcommand{\thesection}`). Formats of other classes are unknown.
 */

import { formatListNumber } from '../office/list-numbers.ts';
import type { Macros } from './macros.ts';

export type Counters = {
  values: Map<string, number>;
  /** Counter → its parent, which resets it and prefixes its number. */
  within: Map<string, string>;
  /** Deepest of `LEVELS` with numbers; undefined for the default of books or articles. */
  depth: number | undefined;
  /** Counter that is printed as a letter after `\appendix`. */
  appendix: string | undefined;
  /** The number that a `\label` at this point refers to. */
  last: CounterValue;
  /** The number that a `\label` refers to outside figures and formulas. */
  section: CounterValue;
};

/** A counter and its formatted value. */
export type CounterValue = { counter: string; number: string };

export const newCounters = (): Counters => ({
  values: new Map(),
  within: new Map([
    ...[['section', 'chapter'] as const, ['subsection', 'section'] as const, ['subsubsection', 'subsection'] as const],
    ...[['figure', 'chapter'] as const, ['table', 'chapter'] as const, ['equation', 'chapter'] as const],
    ...[['paragraph', 'subsubsection'] as const, ['subparagraph', 'paragraph'] as const],
  ]),
  ...{ depth: undefined, appendix: undefined },
  ...{ last: { counter: '', number: '' }, section: { counter: '', number: '' } },
});

/** Levels of the standard classes, as in `secnumdepth`. */
const LEVELS: Record<string, number> = {
  ...{ part: -1, chapter: 0, section: 1, subsection: 2, subsubsection: 3, paragraph: 4, subparagraph: 5 },
};
/** Default `secnumdepth` of books. */
const BOOK_DEPTH = 2;
/** Default `secnumdepth` of articles. */
const ARTICLE_DEPTH = 3;
/** A `secnumdepth` above all levels: nothing has a number. */
const UNNUMBERED_DEPTH = -2;

/** Maximum number of counters. */
const MAX_COUNTERS = 40;
/** Maximum number of levels that a counter resets. */
const MAX_RESET_DEPTH = 8;
/** Maximum number of counters in a formatted number. Formats may be recursive. */
const MAX_COUNTERS_PER_NUMBER = 8;
/** Maximum length of the body of a format such as `\thesection`, in UTF-16 units. */
const MAX_FORMAT_LENGTH = 100;

export type CounterContext = { counters: Counters; macros: Macros };

/** Increments the counter of a section. @returns its number, or an empty string if sections of this level have none */
export function stepSection(name: string, { counters, macros }: CounterContext): string {
  const isBook = name === 'chapter' || counters.values.has('chapter');
  const depth = counters.depth ?? (isBook ? BOOK_DEPTH : ARTICLE_DEPTH);
  if (!Object.hasOwn(LEVELS, name) || LEVELS[name]! > depth) return '';
  const number = stepCounter(name, { counters, macros });
  counters.section = counters.last;
  return number;
}

/** Increments a counter and resets its children. @returns the formatted number; empty if there are too many counters */
export function stepCounter(counter: string, { counters, macros }: CounterContext): string {
  const { values } = counters;
  if (!values.has(counter) && values.size >= MAX_COUNTERS) return '';
  values.set(counter, (values.get(counter) ?? 0) + 1);
  resetChildren(counter, counters, 0);
  const number = formatCounter(counter, { counters, macros });
  counters.last = { counter, number };
  return number;
}

/** Sets a counter, or adds to it. */
export function setCounter(counter: string, value: number, isAdded: boolean, { values }: Counters): void {
  if (!Number.isInteger(value) || (!values.has(counter) && values.size >= MAX_COUNTERS)) return;
  values.set(counter, (isAdded ? (values.get(counter) ?? 0) : 0) + value);
}

/** Sets the parent of a counter. */
export function numberWithin(counter: string, parent: string, { within }: Counters): void {
  if (within.has(counter) || within.size < MAX_COUNTERS) within.set(counter, parent);
}

/** Starts the appendix: chapters or sections restart with letters. */
export function startAppendix(counters: Counters): void {
  counters.appendix = counters.values.has('chapter') ? 'chapter' : 'section';
  counters.values.set(counters.appendix, 0);
  resetChildren(counters.appendix, counters, 0);
}

/** Turns section numbers on or off. They are off in front matter and back matter. */
export function setSectionNumbering(isNumbered: boolean, counters: Counters): void {
  counters.depth = isNumbered ? undefined : UNNUMBERED_DEPTH;
}

function resetChildren(counter: string, counters: Counters, depth: number): void {
  for (const [child, parent] of counters.within)
    if (parent === counter && child !== counter) {
      if (counters.values.has(child)) counters.values.set(child, 0);
      if (depth < MAX_RESET_DEPTH) resetChildren(child, counters, depth + 1);
    }
}

/** @param budget number of counters that the number may still contain */
function formatCounter(
  counter: string,
  context: CounterContext,
  budget = { counters: MAX_COUNTERS_PER_NUMBER },
): string {
  const { counters, macros } = context;
  const value = counters.values.get(counter) ?? 0;
  const format = macros.commands.get(`the${counter}`);
  if (budget.counters-- <= 0) return '';
  if (format) return expandFormat(format.body, context, budget);
  const parent = counters.within.get(counter);
  const prefix =
    parent !== undefined && counters.values.get(parent) ? `${formatCounter(parent, context, budget)}.` : '';
  const form = counter === counters.appendix ? 'Alph' : counter === 'part' ? 'Roman' : 'arabic';
  return prefix + formatListNumber(form, value);
}

/** Expands a format such as `\thechapter.\Roman{section}`. */
function expandFormat(body: string, context: CounterContext, budget: { counters: number }): string {
  return body
    .slice(0, MAX_FORMAT_LENGTH)
    .replace(/\\(arabic|[rR]oman|[aA]lph)\s?\{([^{}]+)\}/g, (_, form, counter) =>
      formatListNumber(form, context.counters.values.get(counter) ?? 0),
    )
    .replace(/\\the([a-z]+)/g, (_, counter) => formatCounter(counter, context, budget))
    .replace(/\\[a-zA-Z@]+|[{}]/g, '')
    .trim();
}
