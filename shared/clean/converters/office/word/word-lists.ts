/**
 * Numbers of Word's list items and numbered headings. Word counts them but does not store them in the text.
 * Shared by both file formats: `docx-lists.ts` and `doc-lists.ts` read the definitions.
 */
import { formatListNumber } from '../list-numbers.ts';

/** One of nine levels of a list. */
export type ListLevel = {
  start: number;
  /** Name in Office Open XML, such as `decimal` or `lowerRoman`. */
  numberFormat: string;
  /** Text of the label, such as `%1.%2)`. `%1` to `%9` are replaced by the numbers of the levels. */
  template: string;
  /** Whether all numbers are written as digits. */
  isLegal: boolean;
  /** The count restarts after an item of a level up to this one (1-based). 0: it never restarts. */
  restartAfter: number;
};
export type WordList = {
  /** Id of the definition. */
  definition: string;
  /** Start values that override those of the definition, by level. */
  starts: Map<number, number>;
  /** Levels that replace those of the definition. */
  levels: Map<number, ListLevel>;
};
/** `levels`: levels of the definitions, by definition id. `lists`: lists, by list id. */
export type WordLists = { levels: Map<string, Map<number, ListLevel>>; lists: Map<string, WordList> };

/** Creates a level with default values. The default start is 0 (ECMA-376, 17.9.25). */
export const newListLevel = (): ListLevel => ({
  start: 0,
  numberFormat: 'decimal',
  template: '',
  isLegal: false,
  restartAfter: 9,
});

export type ListCounter = {
  /** Counts an item. @returns the label of the item; '' for a bullet or an unknown list */
  nextLabel(list: string, level: number): string;
};

/** Number formats without a number. Bullets are not text. */
const UNNUMBERED_FORMATS = new Set(['bullet', 'none']);
/** Highest level, 0-based. */
const MAX_LEVEL = 8;

/** Creates a counter for the lists of a document. */
export function createListCounter({ levels, lists }: WordLists): ListCounter {
  // Lists of the same definition share their counts.
  const counts = new Map<string, (number | undefined)[]>();
  const startedLevels = new Set<string>();
  return {
    nextLabel(list, level) {
      const found = lists.get(list);
      const defined = levels.get(found?.definition ?? '');
      if (!found || !defined || !(level >= 0 && level <= MAX_LEVEL)) return '';
      const levelAt = (at: number) => found.levels.get(at) ?? defined.get(at) ?? newListLevel();
      const count = counts.get(found.definition) ?? [];
      counts.set(found.definition, count);
      const start = startedLevels.has(`${list}/${level}`) ? undefined : found.starts.get(level);
      startedLevels.add(`${list}/${level}`);
      if (start !== undefined) count[level] = start - 1;
      advanceCount(count, level, levelAt);
      return UNNUMBERED_FORMATS.has(levelAt(level).numberFormat) ? '' : formatLabel(levelAt(level), levelAt, count);
    },
  };
}

/** Increments the count of a level and restarts the levels below it. */
function advanceCount(count: (number | undefined)[], level: number, levelAt: (at: number) => ListLevel): void {
  // A skipped level counts as one item.
  for (let at = 0; at < level; at++) count[at] ??= levelAt(at).start;
  count[level] = (count[level] ?? levelAt(level).start - 1) + 1;
  for (let at = level + 1; at <= MAX_LEVEL; at++) if (level < levelAt(at).restartAfter) count[at] = undefined;
}

function formatLabel(
  level: ListLevel,
  levelAt: (at: number) => ListLevel,
  count: readonly (number | undefined)[],
): string {
  return level.template.replace(/%([1-9])/g, (_, digit: string) => {
    const { numberFormat, start } = levelAt(Number(digit) - 1);
    const value = count[Number(digit) - 1] ?? start;
    if (level.isLegal) return `${value}`;
    if (UNNUMBERED_FORMATS.has(numberFormat)) return '';
    if (numberFormat === 'decimalZero') return `${value}`.padStart(2, '0');
    return numberFormat === 'ordinal'
      ? formatOrdinal(value)
      : formatListNumber(TEX_COMMANDS[numberFormat] ?? 'arabic', value);
  });
}

/** Formats an English ordinal: `1st`, `2nd`, `11th`. */
function formatOrdinal(value: number): string {
  const ending = value % 100 >= 11 && value % 100 <= 13 ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10];
  return `${value}${ending ?? 'th'}`;
}

/** Commands of TeX for Word's number formats. Other formats are written as digits. */
const TEX_COMMANDS: Record<string, string> = {
  ...{ lowerLetter: 'alph', upperLetter: 'Alph', lowerRoman: 'roman', upperRoman: 'Roman' },
};
