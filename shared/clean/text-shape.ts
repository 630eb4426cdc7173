/** What the letters of a string tell without knowing its language, in one look at each. */
import { hashLetter, NO_LETTERS } from './scan-names.ts';

export type TextShape = {
  words: number;
  /** Signs that end a sentence, where one ends there. */
  sentences: number;
  commas: number;
  digits: number;
  capitals: number;
  /** Words of up to three letters that begin small: in most languages the glue of sentences. */
  glue: number;
  /** Signs that part the entries of menus and imprints. */
  rules: number;
  /** Words of letters and digits, and how many of them the title has too. */
  lettered: number;
  inTitle: number;
  /** Of the whole string: equal strings have the same. */
  hash: number;
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

/** @param shape is written over: one is enough for all strings of a page. @param title hashes of its words (`wordHashes`). */
export function readShape(text: string, shape: TextShape, title: ReadonlySet<number>): void {
  let words = 1;
  let sentences = 0;
  let commas = 0;
  let digits = 0;
  let capitals = 0;
  let glue = 0;
  let rules = 0;
  let start = 0;
  let small = false;
  let previous = SPACE;
  let hash = NO_LETTERS;
  let word = NO_LETTERS;
  let lettered = 0;
  let inTitle = 0;
  const inWords = title.size > 0 && text.length <= MAX_TITLE_LIKE;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hash = (Math.imul(hash, 31) + unit) | 0;
    const kind = unit < 0x3000 ? (CLASSES[unit] as number) : unit === 0x3002 ? STOP : unit === 0x3001 ? COMMA : SMALL;
    if (kind === SPACE) {
      words++;
      if (previous === STOP) sentences++;
      if (small && i - start <= 3) glue++;
      start = i + 1;
      small = false;
    } else if (kind === CAPITAL) capitals++;
    else if (kind === COMMA) commas++;
    else if (kind === DIGIT) digits++;
    else if (kind === RULE) rules++;
    else if (kind === STOP && unit === 0x3002) sentences++;
    else if (kind === SMALL && i === start) small = true;
    previous = kind;
    if (!inWords) continue;
    if (kind >= DIGIT && kind <= SMALL) word = hashLetter(word, unit);
    else if (word !== NO_LETTERS) {
      lettered++;
      if (title.has(word)) inTitle++;
      word = NO_LETTERS;
    }
  }
  if (previous === STOP) sentences++;
  if (word !== NO_LETTERS) {
    lettered++;
    if (title.has(word)) inTitle++;
  }
  shape.words = words;
  shape.sentences = sentences;
  shape.commas = commas;
  shape.digits = digits;
  shape.capitals = capitals;
  shape.glue = glue;
  shape.rules = rules;
  shape.lettered = lettered;
  shape.inTitle = inTitle;
  shape.hash = hash;
}

/** What is longer is no headline. Characters. */
export const MAX_TITLE_LIKE = 120;

/** Of each word of letters and digits, in any case. */
export function wordHashes(text: string): Set<number> {
  const found = new Set<number>();
  let word = NO_LETTERS;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0x20;
    const kind = unit < 0x3000 ? (CLASSES[unit] as number) : SMALL;
    if (kind >= DIGIT && kind <= SMALL) word = hashLetter(word, unit);
    else if (word !== NO_LETTERS) {
      found.add(word);
      word = NO_LETTERS;
    }
  }
  return found;
}

export function emptyShape(): TextShape {
  return {
    ...{ words: 0, sentences: 0, commas: 0, digits: 0, capitals: 0, glue: 0, rules: 0 },
    ...{ lettered: 0, inTitle: 0, hash: 0 },
  };
}
