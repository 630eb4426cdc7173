import { endOfCharacter, INVISIBLE, isHan, kindAt, LETTER, type LetterKind, SEPARATOR, UNSPACED } from '../letters.ts';

/** Gets the position of a word, and the `context` of the call of `visitWords`. */
export type Visit<T> = (start: number, end: number, context: T) => void;

/** Kind of Hangul: whole words, or bigrams, which find a word without the particles behind it. */
export type HangulKind = typeof LETTER | typeof UNSPACED;

/** Calls `visit` for each word of a text. */
export function visitWords<T>(text: string, hangul: HangulKind, visit: Visit<T>, context: T): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const kind = kindAt(text, at, hangul);
    if (kind === SEPARATOR || kind === INVISIBLE) at += 1;
    else if (kind === UNSPACED) at = visitBigrams(text, at, hangul, visit, context);
    else {
      const start = at;
      do at += 1;
      while (at < length && continuesWord(kindAt(text, at, hangul)));
      visit(start, at, context);
    }
  }
}

const continuesWord = (kind: LetterKind): boolean => kind === LETTER || kind === INVISIBLE;

function skipInvisible(text: string, from: number): number {
  let at = from;
  while (at < text.length && kindAt(text, at) === INVISIBLE) at += 1;
  return at;
}

/** Visits each bigram of a run of unspaced letters. Returns the end of the run. */
function visitBigrams<T>(text: string, from: number, hangul: HangulKind, visit: Visit<T>, context: T): number {
  let start = from;
  const first = endOfCharacter(text, from);
  let middle = skipInvisible(text, first);
  if (middle >= text.length || kindAt(text, middle, hangul) !== UNSPACED) {
    visit(start, first, context);
    return middle;
  }
  let end = first;
  while (middle < text.length && kindAt(text, middle, hangul) === UNSPACED) {
    if (isHan(text, start)) visit(start, end, context);
    end = endOfCharacter(text, middle);
    visit(start, end, context);
    start = middle;
    middle = skipInvisible(text, end);
  }
  if (isHan(text, start)) visit(start, end, context);
  return middle;
}
