import { newStemmer } from '../../../packages/stemmers.ts';
import { latinNeuterStem } from './latin-neuter.ts';

/** Umlauts by the letters that spell them out. */
export const SPELT_UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
const SPELLINGS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * Not after another vowel (except the u of `quälen`) or q, and not in the forms of words that end in a vowel and e, where the e is a
 * letter of its own: `neue`, `Bauer`, `Quelle`; `Statue`, `Statuen`, `Oboen`.
 */
const SPELT_OUT = /(?<![aeioäöüyq]|(?<!q)u)(?:ae|oe|ue)(?!$)(?<!(?:[dntv]u|[bl]o)e(?=n$))/g;

let snowball: ReturnType<typeof newStemmer> | undefined;

/** Stemmer of German. Umlauts that are spelt out are umlauts, so `Mueller` is `Müller`. `Museum` is `Museen`. */
export function stemGerman(word: string): string {
  snowball ??= newStemmer('german');
  return latinNeuterStem(word) ?? snowball.stem(word.replace(SPELT_OUT, (letters) => SPELT_UMLAUTS[letters]!));
}

/** Returns a list of words, separated by blanks, and those of them with umlauts once more with these spelt out. */
export function withSpeltUmlauts(words: string): string {
  const spelt = words.split(/\s+/).filter((word) => /[äöü]/.test(word));
  return `${words} ${spelt.join(' ').replace(/[äöü]/g, (letter) => SPELLINGS[letter]!)}`.trim();
}
