import { INVISIBLE, kindAt, LETTER } from '../letters.ts';

/*
 * Words that pages and queries write in one or with signs between their parts: `e-mail` and `email`, `U.S.A.` and `USA`, `Node.js` and `NodeJS`; and
 * words that a sign belongs to: `C++`, `R&D`, `.NET`. The index has their parts, and both behind the text (`indexed-words.ts`).
 */

/** A hyphen beside a letter. Those between numbers separate them: `2021-05`. */
const HYPHEN = /(?<=\p{L}\p{M}*)[-\u2010\u2011](?=[\p{L}\p{N}])|(?<=\p{N})[-\u2010\u2011](?=\p{L})/gu;

/** Letters with a full stop behind each but the last, which may have one. */
const ABBREVIATION = /(?<![\p{L}\p{M}\p{N}.])\p{L}(?:\.\p{L})+(?![\p{L}\p{M}\p{N}])/gu;

/** Two words with a full stop between them, such as a name, and not the end of a sentence without a blank behind it: `end.The`. */
const DOTTED =
  /(?<![^\s("“„«])(?!\p{L}+\p{Ll}\.\p{Lu}\p{Ll})(\p{L}[\p{L}\p{N}]*)\.(\p{L}[\p{L}\p{N}]*)(?![^\s)"”“»,;:!?]|[:,]\S)/gu;

/** Returns a text with the words in one. */
export function joinWords(text: string): string {
  const joined = HYPHENS.test(text) ? text.replace(HYPHEN, '') : text;
  if (!joined.includes('.')) return joined;
  return joined.replace(ABBREVIATION, (letters) => letters.replaceAll('.', '')).replace(DOTTED, '$1$2');
}

/**
 * Signs that belong to a word, and what stands for them in the index: other forms of the same signs, because the engines separate words at those
 * of ASCII.
 */
const SIGNS: Readonly<Record<string, string>> = { '+': '＋', '#': '＃', '&': '＆', '.': '．' };

/** A word with its signs: `C++`, `C++11` (group 1: without the number), `F#`, `R&D`, `.NET`. */
const SIGNED =
  /^(?:(\p{L}[\p{L}\p{N}]*\+{1,2})|(\p{L}[\p{L}\p{N}]*\+\+)\p{N}+|(\p{L}[\p{L}\p{N}]*#|\p{L}+(?:&\p{L}+)+|\.\p{L}[\p{L}\p{N}]*))$/u;

/** Returns whether a form in the index is a word with its signs. */
export const isSignedWord = (form: string): boolean => /[＋＃＆．]/.test(form);

/** Returns the form of a word with its signs in the index, in every language; undefined if it has none. */
function signedWord(word: string): string | undefined {
  const [, plus, numbered, other] = SIGNED.exec(word) ?? [];
  const found = plus ?? numbered ?? other;
  return found?.toLowerCase().replace(/[+#&.]/g, (sign) => SIGNS[sign]!);
}

/** A word in one. `joined`: as pages may write it. `signed`: its form in the index. Positions are those of the text, in UTF-16 units. */
export type WordInOne = { start: number; end: number } & ({ joined: string } | { signed: string });

/** A sign that may be within a word, or belong to it. The ends of sentences and the points of numbers are none. */
const SIGN = /\.(?=[^\s\d])|[-\u2010\u2011&](?=\S)|[+#]/g;
const HYPHENS = /[-\u2010\u2011]/;

/** What is around the parts of a word without a blank. */
const WITHIN = /[-\u2010\u2011.&+#@/:?_~=%\\]/;

/** URLs, paths and addresses of mail have no words in one. A slash may be between two: `C/C++`. */
const ADDRESS = /[@:?_~=%\\]|\/\/|\..*\/|\/.*\./;

/** Maximum length of what stands before and behind a sign without a blank, in UTF-16 units. */
const MAX_PART = 64;

/** Finds the words of a text that may be written in one, and those that signs belong to. */
export function wordsInOne(text: string): WordInOne[] {
  const found: WordInOne[] = [];
  SIGN.lastIndex = 0;
  // `test` makes no array for each sign, as `exec` does.
  while (SIGN.test(text)) {
    const sign = SIGN.lastIndex - 1;
    if (isApart(text, sign)) continue;
    let start = sign;
    let end = start + 1;
    while (start > 0 && sign - start < MAX_PART && isWithin(text, start - 1)) start--;
    while (end < text.length && end - sign < MAX_PART && isWithin(text, end)) end++;
    SIGN.lastIndex = end;
    addWords(text.slice(start, end), start, found);
  }
  return found;
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Returns whether a sign has no letter on a side where it needs one, such as most hyphens and full stops. A quick test for most signs. */
function isApart(text: string, at: number): boolean {
  const sign = text[at]!;
  const beside = sign === '+' || sign === '#' ? at - 1 : at + 1;
  if (beside < 0 || beside >= text.length) return true;
  return text.charCodeAt(beside) <= 0x20 || (isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at - 1)));
}

function isWithin(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  return kind === LETTER || kind === INVISIBLE || WITHIN.test(text[at]!);
}

/** Signs in front of a word and behind it that do not belong to it: a dash, the end of a sentence. */
const BEFORE = /^(?:[-\u2010\u2011&+#/]|\.(?!\p{L}))+/u;
const BEHIND = /[-\u2010\u2011&.:?/]+$/;

/** The most frequent word that may be written in one, with what may be behind it. The rest takes longer to read. */
const PAIR = /^([A-Za-z]+)-([A-Za-z]+)[.:?]?$/;

function addWords(part: string, at: number, found: WordInOne[]): void {
  const pair = PAIR.exec(part);
  if (pair !== null) {
    const [, first, second] = pair as unknown as [string, string, string];
    found.push({ joined: first + second, start: at, end: at + first.length + 1 + second.length });
    return;
  }
  const before = BEFORE.exec(part)?.[0].length ?? 0;
  const words = part.slice(before).replace(BEHIND, '');
  if (ADDRESS.test(words)) return;
  let start = at + before;
  for (const word of words.split('/')) {
    addWord(word, start, found);
    start += word.length + 1;
  }
}

function addWord(word: string, start: number, found: WordInOne[]): void {
  const end = start + word.length;
  const pieces = word.split(HYPHENS);
  let from = start;
  for (const piece of pieces) {
    const signed = MAY_BE_SIGNED.test(piece) ? signedWord(piece) : undefined;
    if (signed !== undefined) found.push({ signed, start: from, end: from + piece.length });
    from += piece.length + 1;
  }
  const joined = joinWords(word);
  if (joined !== word && IN_ONE.test(joined)) found.push({ joined, start, end });
  // German compounds continue: `E-Mail-Adresse`.
  const [first = '', second = '', ...more] = pieces;
  const pair = joinWords(`${first}-${second}`);
  if (more.length > 0 && IN_ONE.test(pair))
    found.push({ joined: pair, start, end: start + first.length + 1 + second.length });
}

const MAY_BE_SIGNED = /[+#&]|^\./;

const IN_ONE = /^[\p{L}\p{M}\p{N}\p{Cf}]+$/u;
