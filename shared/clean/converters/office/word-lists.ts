/**
 * What Word sets before the paragraphs of lists and numbered headings: it stands in no paragraph, but is counted. The same for
 * files of both kinds; `docx-lists.ts` reads it out of the newer ones.
 */
import { formatListNumber } from './list-numbers.ts';

/**
 * One of nine levels. `text`: `%1.%2)` with the numbers of levels in the places of `%1` to `%9`; `isLegal`: all of them as digits.
 * `restart`: it begins anew behind levels up to this one, counted from 1; 0: never.
 */
export type ListLevel = {
  start: number;
  numberFormat: string;
  template: string;
  isLegal: boolean;
  restartAfter: number;
};
export type WordList = {
  definition: string;
  /** Levels at which this list begins with a number of its own, and those that it defines for itself. */
  starts: Map<number, number>;
  levels: Map<number, ListLevel>;
};
/** `levels`: of definitions, by their ids. */
export type WordLists = { levels: Map<string, Map<number, ListLevel>>; lists: Map<string, WordList> };

/** What a definition leaves out begins with 0 (17.9.25). */
export const newListLevel = (): ListLevel => ({
  start: 0,
  numberFormat: 'decimal',
  template: '',
  isLegal: false,
  restartAfter: 9,
});

export type ListCounter = {
  /** @returns what stands before the next paragraph of this list; '': a bullet, or nothing. */
  nextLabel(list: string, level: number): string;
};

/** Marks of bullets are no words. */
export const UNNUMBERED_FORMATS = new Set(['bullet', 'none']);
const MAX_LEVEL = 8;

export function createListCounter({ levels, lists }: WordLists): ListCounter {
  // Lists of one definition count on from each other.
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return {
    nextLabel(list, level) {
      const found = lists.get(list);
      const defined = levels.get(found?.definition ?? '');
      if (!found || !defined || !(level >= 0 && level <= MAX_LEVEL)) return '';
      const levelAt = (at: number) => found.levels.get(at) ?? defined.get(at) ?? newListLevel();
      const count = counts.get(found.definition) ?? [];
      counts.set(found.definition, count);
      const start = begun.has(`${list}/${level}`) ? undefined : found.starts.get(level);
      begun.add(`${list}/${level}`);
      if (start !== undefined) count[level] = start - 1;
      advanceCount(count, level, levelAt);
      return UNNUMBERED_FORMATS.has(levelAt(level).numberFormat) ? '' : formatLabel(levelAt(level), levelAt, count);
    },
  };
}

function advanceCount(count: (number | undefined)[], level: number, levelAt: (at: number) => ListLevel): void {
  // A level that was skipped counts as if it had been there.
  for (let at = 0; at < level; at++) count[at] ??= levelAt(at).start;
  count[level] = (count[level] ?? levelAt(level).start - 1) + 1;
  for (let at = level + 1; at <= MAX_LEVEL; at++) if (level < levelAt(at).restartAfter) count[at] = undefined;
}

function formatLabel(
  here: ListLevel,
  levelAt: (at: number) => ListLevel,
  count: readonly (number | undefined)[],
): string {
  return here.template.replace(/%([1-9])/g, (_, place: string) => {
    const { numberFormat: form, start } = levelAt(Number(place) - 1);
    const value = count[Number(place) - 1] ?? start;
    if (here.isLegal) return `${value}`;
    if (UNNUMBERED_FORMATS.has(form)) return '';
    if (form === 'decimalZero') return `${value}`.padStart(2, '0');
    return form === 'ordinal' ? ordinal(value) : formatListNumber(TEX_COMMANDS[form] ?? 'arabic', value);
  });
}

/** Of English, as Word has it in English documents. */
function ordinal(value: number): string {
  const ending = value % 100 >= 11 && value % 100 <= 13 ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10];
  return `${value}${ending ?? 'th'}`;
}

const TEX_COMMANDS: Record<string, string> = {
  ...{ lowerLetter: 'alph', upperLetter: 'Alph', lowerRoman: 'roman', upperRoman: 'Roman' },
};
