/** Finds the headers, footers and page numbers that PDF pages repeat. */
import type { Line } from './lines.ts';

/** Number of lines, from the top and from the bottom of a page, that may be repeated. */
const MAX_LINES = 2;
/** Minimum number of pages, beside its own, on which a repeated line stands. */
const MIN_OTHER_PAGES = 2;
/** Distance of these pages, in pages: headers of left and right pages alternate, and those of chapters change. */
const MAX_DISTANCE = 4;
/** Maximum distance between the heights of a line on two pages, in points. */
const MAX_SHIFT = 6;
/** Maximum number of numbers in a line of which each may be the page number. */
const MAX_NUMBERS = 3;
/** Maximum length of a line that may be repeated, in UTF-16 units. */
const MAX_LENGTH = 200;

type Candidate = { line: Line; page: number; keys: string[] };

/**
 * Returns the lines that repeat one of an earlier page, and page numbers. The first header of its kind is not among them, so no text
 * is lost.
 */
export function findRunningLines(pages: readonly (readonly Line[])[]): ReadonlySet<Line> {
  const candidates = pages.flatMap(candidatesOf);
  const byKey = new Map<string, Candidate[]>();
  for (const candidate of candidates)
    for (const key of candidate.keys) {
      const same = byKey.get(key);
      if (same) same.push(candidate);
      else byKey.set(key, [candidate]);
    }
  const running = new Set<Line>();
  for (const same of byKey.values()) if (same.length > MIN_OTHER_PAGES) addRepeated(same, running);
  // A page that has nothing else is no page with a header: forms and slides repeat their only lines.
  for (const lines of pages)
    if (lines.every((line) => running.has(line)))
      for (const line of lines) if (isWords(line.text)) running.delete(line);
  return running;
}

/** Returns whether a line has other words than numbers, which may be Roman. */
const isWords = (text: string): boolean =>
  text.split(/\s+/).some((word) => /\p{L}{2}|\p{Script=Han}/u.test(word) && numberOf(word.toLowerCase()) === undefined);

/** Adds the repeated lines of a key. @param same lines with the same key, in the order of pages */
function addRepeated(same: readonly Candidate[], running: Set<Line>): void {
  let isFirst = true;
  for (const [at, { line, page }] of same.entries()) {
    let others = 0;
    for (let i = at - 1; i >= 0 && page - same[i]!.page <= MAX_DISTANCE; i--) others += isBeside(same[i]!, line, page);
    for (let i = at + 1; i < same.length && same[i]!.page - page <= MAX_DISTANCE; i++)
      others += isBeside(same[i]!, line, page);
    if (others < MIN_OTHER_PAGES) continue;
    if (!isFirst || !isWords(line.text)) running.add(line);
    isFirst = false;
  }
}

const isBeside = (other: Candidate, line: Line, page: number): number =>
  other.page !== page && Math.abs(other.line.y - line.y) <= MAX_SHIFT ? 1 : 0;

/** Returns the highest and the lowest lines of a page. */
function candidatesOf(lines: readonly Line[], page: number): Candidate[] {
  const byHeight = [...lines].sort((a, b) => b.y - a.y);
  const outer =
    byHeight.length <= 2 * MAX_LINES ? byHeight : [...byHeight.slice(0, MAX_LINES), ...byHeight.slice(-MAX_LINES)];
  return outer
    .filter(({ text }) => text.length <= MAX_LENGTH)
    .map((line) => ({ line, page, keys: keysOf(line.text, page) }));
}

/**
 * Returns the texts that a line has in common with its repetitions. Each number is either the same on all pages, such as that of a
 * chapter, or grows with the pages; a header may have both.
 */
function keysOf(text: string, page: number): string[] {
  const words = text.toLowerCase().trim().split(/\s+/);
  let keys = [''];
  let numbers = 0;
  for (const word of words) {
    const value = numberOf(word);
    const asPage = value === undefined || numbers >= MAX_NUMBERS ? undefined : `#${value - page}`;
    if (asPage !== undefined) numbers++;
    const forms = asPage === undefined ? [word] : [word, asPage];
    keys = keys.flatMap((key) => forms.map((form) => `${key} ${form}`));
  }
  // Numbers without words are repeated only if one of them counts the pages: others are the scale of a figure.
  return isWords(text) ? keys : keys.filter((key) => key.includes('#'));
}

const ROMAN = /^[ivxlc]{1,7}$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Returns the value of a decimal or Roman number, also in dashes or brackets; undefined for other words. */
function numberOf(word: string): number | undefined {
  const digits = /^[[(–—-]*(\d{1,5})[\])–—-]*$/.exec(word)?.[1];
  if (digits !== undefined) return Number(digits);
  if (!ROMAN.test(word)) return undefined;
  const values = [...word].map((letter) => ROMAN_VALUES[letter]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
