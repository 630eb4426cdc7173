/**
 * Detects the language of short texts by softmax regression on the n-grams of their words, with a weight for each n-gram and language. The
 * weights are learnt from random words that have the letter statistics of each language (`bench/train/short-language/train.ts`).
 */
import { SCRIPT_STARTS, SENTENCE_LANGUAGES, WEIGHTS_PER_NAT } from './sentence-data.ts';
import { EMPTY_HASH, findRow, hashUnit, sentenceTable } from './sentence-table.ts';

const LANGUAGES: readonly string[] = SENTENCE_LANGUAGES.split(' ');
/** Characters of an n-gram, with the blank before or after its word. */
const MAX_NGRAM_LENGTH = 5;
/** Length of the text that is read, in UTF-16 units. */
const MAX_LENGTH = 200;
/** What the language found by other methods leads by, in nats: these methods improve with the number of letters. */
const LEAD_OF_FOUND = 1.5;
const LEAD_PER_LETTER = 0.02;
/** What languages of most web pages lead by, in nats. */
const LEAD_OF_MAJOR = 1;
const MAJOR: ReadonlySet<string> = new Set('ar cs de en es fr id it nl no pl pt ru sv tr'.split(' '));
/** What Indonesian leads Malay by, in nats, if the text has this number of letters and no word that only Malay uses. */
const LEAD_OF_INDONESIAN = 4;
const MIN_LETTERS_OF_INDONESIAN = 60;
const BLANK = 0x20;

const WORDS = /\p{L}+/gu;

/** Sum of the weights of each language, by index. */
const sums = new Int32Array(LANGUAGES.length);
/** Number of letters by script: that of `SCRIPT_STARTS`, and at the end all others. */
const letters = new Int32Array(SCRIPT_STARTS.length + 1);

/**
 * Returns the most likely language of a text in the script of most of its letters, as an ISO 639-1 code. Returns `found` if no weights are
 * known for it or the script.
 *
 * @param found language that other methods found, or `und`
 */
export function detectBySentence(text: string, found: string): string {
  sums.set(LEADS);
  letters.fill(0);
  for (const word of text.slice(0, MAX_LENGTH).toLowerCase().match(WORDS) ?? []) {
    const script = scriptOf(word.charCodeAt(0));
    letters[script] = (letters[script] as number) + word.length;
    if (script < SCRIPT_STARTS.length) addWord(word);
  }
  const script = letters.indexOf(Math.max(...letters));
  if (script === SCRIPT_STARTS.length) return found;
  const from = SCRIPT_STARTS[script] as number;
  const to = SCRIPT_STARTS[script + 1] ?? LANGUAGES.length;
  if (found !== 'und' && !LANGUAGES.slice(from, to).includes(found)) return found;
  return mostLikely(from, to, found, letters[script] as number);
}

/** Returns the index of a letter's script in `SCRIPT_STARTS`, or the number of scripts for all others. */
function scriptOf(unit: number): number {
  if (unit < 0x250 || (unit >= 0x1e00 && unit < 0x1f00)) return 0;
  if (unit >= 0x400 && unit < 0x530) return 1;
  return unit >= 0x600 && unit < 0x780 ? 2 : SCRIPT_STARTS.length;
}

/** Adds the weights of the n-grams of a word and the blanks around it. */
function addWord(word: string): void {
  const table = sentenceTable();
  const last = word.length + 1;
  for (let i = 0; i < last; i++) {
    let hash = EMPTY_HASH;
    for (let end = i; end <= last && end < i + MAX_NGRAM_LENGTH; end++) {
      hash = hashUnit(hash, end === 0 || end === last ? BLANK : word.charCodeAt(end - 1));
      const row = end === i ? -1 : findRow(table, hash);
      if (row === -1) continue;
      const stop = table.starts[row + 1] as number;
      for (let at = table.starts[row] as number; at < stop; at++)
        sums[table.languages[at] as number]! += table.weights[at] as number;
    }
  }
}

/** Lead of each language before any letter is read, by index and in units of the weights. */
const LEADS = Int32Array.from(LANGUAGES, (language) => (MAJOR.has(language) ? LEAD_OF_MAJOR * WEIGHTS_PER_NAT : 0));

/**
 * Returns the language with the highest sum from one index up to another, or `found` if it is none of these languages.
 *
 * @param count number of letters
 */
function mostLikely(from: number, to: number, found: string, count: number): string {
  let best = found;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const sum = (sums[i] as number) + WEIGHTS_PER_NAT * leadOver(found, LANGUAGES[i] as string, count);
    if (sum <= most) continue;
    most = sum;
    best = LANGUAGES[i] as string;
  }
  return best;
}

/** Returns what a language is ahead of others by because of the language that other methods found, in nats. */
function leadOver(found: string, language: string, count: number): number {
  if (language === found) return LEAD_OF_FOUND + LEAD_PER_LETTER * count;
  return found === 'id' && language === 'ms' && count >= MIN_LETTERS_OF_INDONESIAN ? -LEAD_OF_INDONESIAN : 0;
}
