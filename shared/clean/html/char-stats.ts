/** What the letters of a string tell without knowing its language, in one look at each. */

/** What is noted of each string, one number after the other: the columns of `ParsedPage.shapes`. */
export const SHAPE = 10;
export const WORDS = 0;
/** Signs that end a sentence, where one ends there. */
export const SENTENCES = 1;
export const COMMAS = 2;
export const DIGITS = 3;
export const CAPITALS = 4;
/** Words of up to three letters that begin small: in most languages the glue of sentences. */
export const GLUE = 5;
/** Signs that part the entries of menus and imprints. */
export const RULES = 6;
/** Words of letters and digits, and how many of them the title has too. */
export const LETTERED = 7;
export const IN_TITLE = 8;
/** Of the whole string: equal strings have the same. */
export const HASH = 9;

/** A string that is being looked at, piece by piece. */
export type TextShape = {
  words: number;
  sentences: number;
  commas: number;
  digits: number;
  capitals: number;
  glue: number;
  rules: number;
  lettered: number;
  inTitle: number;
  hash: number;
  /** Letters so far of the word between two white spaces; and whether it begins small. */
  length: number;
  isSmall: boolean;
  /** Kind of the last sign. */
  previous: number;
  /** Hash of the word of letters and digits that has begun. */
  word: number;
};

const OTHER = 0;
const SPACE = 1;
const STOP = 2;
const COMMA = 3;
const DIGIT = 4;
const CAPITAL = 5;
const SMALL = 6;
const RULE = 7;
/** By code unit, for those that are below 0x3000 (the ideographic marks are among the cases of `classOf`). */
const CLASSES = new Uint8Array(0x3000);
for (let unit = 0; unit < CLASSES.length; unit++) CLASSES[unit] = classOf(String.fromCharCode(unit));

function classOf(sign: string): number {
  if (/\s/.test(sign)) return SPACE;
  if (/[.!?…։؟।]/.test(sign)) return STOP;
  if (/[,;،]/.test(sign)) return COMMA;
  if (/\p{Nd}/u.test(sign)) return DIGIT;
  if (/\p{Lu}/u.test(sign)) return CAPITAL;
  if (/\p{L}/u.test(sign)) return SMALL;
  return /[|»«•©®›‹→↑/]/.test(sign) ? RULE : OTHER;
}

/** Hash of no letters. */
const NO_LETTERS = 7;

/** Of ASCII letters the case does not count. */
function hashLetter(hash: number, unit: number): number {
  return (Math.imul(hash, 33) + (unit | 0x20)) | 0;
}

/** Hashes of words; and a bit of each, by which most other words are told from them at once. */
export type WordHashes = { all: ReadonlySet<number>; bits: number };

export const NO_WORDS: WordHashes = { all: new Set(), bits: 0 };

function hasWord({ all, bits }: WordHashes, word: number): boolean {
  return (bits & (1 << word)) !== 0 && all.has(word);
}

/** The next signs of a string. @param title words of the page's title (`wordHashes`). */
export function readSigns(shape: TextShape, units: Uint16Array, from: number, to: number, title: WordHashes): void {
  let { hash, word, length, isSmall, previous } = shape;
  for (let i = from; i < to; i++) {
    const unit = units[i] as number;
    hash = (Math.imul(hash, 31) + unit) | 0;
    const kind = unit < 0x3000 ? (CLASSES[unit] as number) : unit === 0x3002 ? STOP : unit === 0x3001 ? COMMA : SMALL;
    if (kind >= DIGIT && kind <= SMALL) {
      if (kind === CAPITAL) shape.capitals++;
      else if (kind === DIGIT) shape.digits++;
      else if (length === 0) isSmall = true;
      word = hashLetter(word, unit);
    } else {
      if (word !== NO_LETTERS) {
        shape.lettered++;
        if (hasWord(title, word)) shape.inTitle++;
        word = NO_LETTERS;
      }
      if (kind === SPACE) {
        shape.words++;
        if (previous === STOP) shape.sentences++;
        if (isSmall && length <= 3) shape.glue++;
        length = -1;
        isSmall = false;
      } else if (kind === COMMA) shape.commas++;
      else if (kind === RULE) shape.rules++;
      else if (unit === 0x3002) shape.sentences++;
    }
    length++;
    previous = kind;
  }
  shape.hash = hash;
  shape.word = word;
  shape.length = length;
  shape.isSmall = isSmall;
  shape.previous = previous;
}

const scratch = new Uint16Array(1024);

/** The same of signs that are no stretch of the page. */
export function readString(shape: TextShape, text: string, title: WordHashes): void {
  for (let from = 0; from < text.length; from += scratch.length) {
    const to = Math.min(text.length, from + scratch.length);
    for (let i = from; i < to; i++) scratch[i - from] = text.charCodeAt(i);
    readSigns(shape, scratch, 0, to - from, title);
  }
}

/** The string is at its end: adds its numbers to the list, and begins the next. */
export function endShape(shape: TextShape, shapes: number[], title: WordHashes): void {
  if (shape.previous === STOP) shape.sentences++;
  if (shape.word !== NO_LETTERS) {
    shape.lettered++;
    if (hasWord(title, shape.word)) shape.inTitle++;
  }
  const { words, sentences, commas, digits, capitals, glue, rules, lettered, inTitle, hash } = shape;
  shapes.push(words, sentences, commas, digits, capitals, glue, rules, lettered, inTitle, hash);
  beginShape(shape);
}

export function beginShape(shape: TextShape): void {
  shape.words = 1;
  shape.sentences = 0;
  shape.commas = 0;
  shape.digits = 0;
  shape.capitals = 0;
  shape.glue = 0;
  shape.rules = 0;
  shape.lettered = 0;
  shape.inTitle = 0;
  shape.hash = NO_LETTERS;
  shape.word = NO_LETTERS;
  shape.length = 0;
  shape.isSmall = false;
  shape.previous = SPACE;
}

export function newShape(): TextShape {
  return {
    ...{ words: 1, sentences: 0, commas: 0, digits: 0, capitals: 0, glue: 0, rules: 0, lettered: 0, inTitle: 0 },
    ...{ hash: NO_LETTERS, word: NO_LETTERS, length: 0, isSmall: false, previous: SPACE },
  };
}

/** Of each word of letters and digits, in any case. */
export function wordHashes(text: string): WordHashes {
  const all = new Set<number>();
  let bits = 0;
  let word = NO_LETTERS;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0x20;
    const kind = unit < 0x3000 ? (CLASSES[unit] as number) : SMALL;
    if (kind >= DIGIT && kind <= SMALL) word = hashLetter(word, unit);
    else if (word !== NO_LETTERS) {
      all.add(word);
      bits |= 1 << word;
      word = NO_LETTERS;
    }
  }
  return { all, bits };
}
