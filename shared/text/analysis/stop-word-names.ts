import { kindAt, LETTER, SEPARATOR } from '../letters.ts';

/*
 * Names that have nothing but stop words: `The Who`, `To be, or not to be`, `IT`. An index leaves out stop words, so it would not have them.
 */

/** Part of a text, in UTF-16 units. */
export type Part = { start: number; end: number };

/** Stop words with only blanks, commas and apostrophes between them. Changed while a text is read: runs are frequent, names are not. */
export type StopWordRun = {
  /** -1: no run is being read. */
  start: number;
  end: number;
  /** From the first capital word to the last, and how many there are. */
  capitalStart: number;
  capitalEnd: number;
  capitals: number;
};

export const newRun = (): StopWordRun => ({ start: -1, end: 0, capitalStart: 0, capitalEnd: 0, capitals: 0 });

const BLANK = 0x20;
const AMPERSAND = 0x26;
const COMMA = 0x2c;

/**
 * Returns whether a name may begin with a word: it has a capital letter, or is the first of a line, sentence or quotation. Most words are in lower case behind
 * another, and nothing else is read of them.
 */
export function mayBeginName(text: string, start: number): boolean {
  const unit = text.charCodeAt(start);
  if (unit < 0x61 || unit > 0x7a || text.charCodeAt(start - 1) !== BLANK) return true;
  const before = text.charCodeAt(start - 2);
  return before !== COMMA && kindAt(text, start - 2) !== LETTER;
}

/** What is between the stop words of one name. */
const WITHIN = /^[ \u00a0,'’]+$/;

/** Returns whether a stop word continues the run that is being read. */
export const continuesRun = (text: string, { end }: StopWordRun, start: number): boolean =>
  (start === end + 1 && text.charCodeAt(end) === BLANK) || WITHIN.test(text.slice(end, start));

/** Adds a stop word to a run, or begins one. */
export function addToRun(text: string, run: StopWordRun, start: number, end: number): void {
  if (run.start < 0) {
    run.start = start;
    run.capitals = 0;
  }
  run.end = end;
  if (!startsWithCapital(text, start, end)) return;
  if (run.capitals === 0) run.capitalStart = start;
  run.capitalEnd = end;
  run.capitals++;
}

/**
 * Returns the part of a run that is a name: the run if it is a text of its own, such as a title or a quotation; or else from its first to its last
 * capital word, or a word in capitals alone, unless it is part of a text in capitals. Undefined: there is none.
 *
 * @param after the word behind the run; an empty one stands for none
 */
export function nameIn(text: string, run: StopWordRun, after: Part): Part | undefined {
  const { start, end, capitals, capitalStart, capitalEnd } = run;
  // `AT&T` is a word with its sign.
  if (text.charCodeAt(end) === AMPERSAND || text.charCodeAt(start - 1) === AMPERSAND) return undefined;
  if (isTextOfItsOwn(text, start, end)) return { start, end };
  if (capitals === 0) return undefined;
  const isUpper = isInCapitals(text.slice(capitalStart, capitalEnd));
  if (capitals === 1 && !isUpper) return undefined;
  const isUpperAround =
    (capitalStart === start && isInCapitals(wordBefore(text, start))) ||
    (capitalEnd === end && isInCapitals(text.slice(after.start, after.end)));
  return isUpper && isUpperAround ? undefined : { start: capitalStart, end: capitalEnd };
}

/** Returns the word in front of a place. Empty: there is none. */
function wordBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && !isLetter(text, end - 1)) end--;
  let start = end;
  while (start > 0 && isLetter(text, start - 1)) start--;
  return text.slice(start, end);
}

const isLetter = (text: string, at: number): boolean => kindAt(text, at) !== SEPARATOR;

/** What may be in front of a text of its own, and behind it: the end of a line or sentence, a bracket, a quotation mark, a dash. */
const STARTS = /(?:^|\n|[.!?…:;]\s|\s-\s|["“”„«»()[\]|•·–—])[^\S\n]*$/;
const ENDS = /^(?:["“”„«»()[\]|•·–—]|[^\S\n]*(?:$|\n|[()[\]|•·–—]|-\s|[.!?…:;]+(?:["”»)\s]|$)))/;

/** Length of the text around a run that is read for its limits, in UTF-16 units. */
const AROUND = 4;

/** A single letter is none. */
function isTextOfItsOwn(text: string, start: number, end: number): boolean {
  if (end - start === 1 || hasLetter(text, start - 1, start - 2) || hasLetter(text, end, end + 1)) return false;
  return STARTS.test(text.slice(Math.max(0, start - AROUND), start)) && ENDS.test(text.slice(end, end + AROUND));
}

/** Returns whether a letter is beside a blank: a quick test for most runs. */
const hasLetter = (text: string, blank: number, letter: number): boolean =>
  letter >= 0 && letter < text.length && text.charCodeAt(blank) === BLANK && kindAt(text, letter) === LETTER;

/** A capital letter alone is no word of a name: `If I`. */
function startsWithCapital(text: string, start: number, end: number): boolean {
  const unit = text.charCodeAt(start);
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a && end - start > 1;
  return end - start > 1 && text[start] !== text[start]!.toLowerCase();
}

const isInCapitals = (word: string): boolean =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
