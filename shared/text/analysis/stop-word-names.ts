import { kindAt, LETTER } from '../letters.ts';

/*
 * Names that have nothing but stop words: `The Who`, `To be, or not to be`, `IT`. An index leaves out stop words, so it would not have them.
 */

/** Part of a text, in UTF-16 units. */
export type Part = { start: number; end: number };

/** Stop words with only blanks, commas and apostrophes between them, and the parts around them. Changed while a text is read. */
export type StopWordRun = {
  /** -1: no run is being read. */
  start: number;
  end: number;
  /** From the first capital word to the last, and how many there are. */
  capitals: Part & { count: number };
  /** The word in front of the run. Empty: none. */
  before: Part;
};

export const newRun = (): StopWordRun => ({
  start: -1,
  end: 0,
  capitals: { start: 0, end: 0, count: 0 },
  before: { start: 0, end: 0 },
});

/** What is between the stop words of one name. */
const WITHIN = /^[ \u00a0,'’]+$/;

/** Returns whether a stop word continues the run that is being read. */
export const continuesRun = (text: string, { end }: StopWordRun, start: number): boolean =>
  (start === end + 1 && text[end] === ' ') || WITHIN.test(text.slice(end, start));

/** Adds a stop word to a run, or begins one. */
export function addToRun(text: string, run: StopWordRun, start: number, end: number): void {
  const { capitals } = run;
  if (run.start < 0) {
    run.start = start;
    capitals.count = 0;
  }
  run.end = end;
  if (!startsWithCapital(text, start, end)) return;
  if (capitals.count === 0) capitals.start = start;
  capitals.end = end;
  capitals.count++;
}

/** Ends a run. @param last the last word that was read */
export function closeRun(run: StopWordRun, start: number, end: number): void {
  run.start = -1;
  run.before.start = start;
  run.before.end = end;
}

/**
 * Returns the part of a run that is a name: the run if it is a text of its own, such as a title or a quotation; or else from its first to its last
 * capital word, or a word in capitals alone, unless it is part of a text in capitals. Undefined: there is none.
 *
 * @param after the word behind the run; an empty one stands for none
 */
export function nameIn(text: string, { start, end, capitals, before }: StopWordRun, after: Part): Part | undefined {
  // `AT&T` is a word with its sign.
  if (text[end] === '&' || text[start - 1] === '&') return undefined;
  if (isTextOfItsOwn(text, start, end)) return { start, end };
  if (capitals.count === 0) return undefined;
  const isUpper = isInCapitals(text.slice(capitals.start, capitals.end));
  if (capitals.count === 1 && !isUpper) return undefined;
  const isUpperAround =
    (capitals.start === start && isInCapitals(text.slice(before.start, before.end))) ||
    (capitals.end === end && isInCapitals(text.slice(after.start, after.end)));
  return isUpper && isUpperAround ? undefined : { start: capitals.start, end: capitals.end };
}

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
  letter >= 0 && letter < text.length && text[blank] === ' ' && kindAt(text, letter) === LETTER;

/** A capital letter alone is no word of a name: `If I`. */
function startsWithCapital(text: string, start: number, end: number): boolean {
  const unit = text.charCodeAt(start);
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a && end - start > 1;
  return end - start > 1 && text[start] !== text[start]!.toLowerCase();
}

const isInCapitals = (word: string): boolean =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
