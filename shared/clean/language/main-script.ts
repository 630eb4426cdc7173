/**
 * Leaves out the Latin words of a text in another script. Names of products and programs are Latin in all languages, and a detector by n-grams
 * takes a short text with some of them for one in a language that is written so.
 */

/** Letters of scripts with an alphabet, from Greek to those of South and Southeast Asia. */
const OTHER_LETTERS = /[\u0370-\u109f\u10a0-\u10ff\u1200-\u139f\u1780-\u17dd]/g;
/** Characters that are a syllable or a word, with their weight in letters. */
const SYLLABLES = /[\u1100-\u11ff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g;
const SYLLABLE_WEIGHT = 3;
/** Latin letters from a small one at the start of a word on, and those after a capital. Names have capitals and count half. */
const LATIN_WORD = /[A-Za-z\u00c0-\u024f]+/g;
const CAPITAL_WEIGHT = 0.5;

/** Returns the text without its Latin words if most of its letters are in another script. */
export function withoutLatinNames(text: string): string {
  const others = countOf(text, OTHER_LETTERS) + SYLLABLE_WEIGHT * countOf(text, SYLLABLES);
  if (others === 0) return text;
  let latin = 0;
  for (const [word] of text.matchAll(LATIN_WORD)) latin += word.length * (isCapital(word) ? CAPITAL_WEIGHT : 1);
  return latin === 0 || latin > others ? text : text.replace(LATIN_WORD, ' ');
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
