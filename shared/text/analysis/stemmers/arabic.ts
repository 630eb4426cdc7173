import { inTurn, type Stem, suffixStep } from './suffix-rules.ts';

/** Articles and conjunctions in front of a word, with the minimum length of what follows. */
const PREFIXES: [prefix: string, minRest: number][] = [
  ['وال', 2],
  ['بال', 2],
  ['كال', 2],
  ['فال', 2],
  ['ال', 2],
  ['لل', 2],
  ['و', 3],
];

const withoutPrefix: Stem = (word) => {
  for (const [prefix, minRest] of PREFIXES)
    if (word.startsWith(prefix) && word.length - prefix.length >= minRest) return word.slice(prefix.length);
  return word;
};
const SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'].map((suffix) => suffixStep({ 2: suffix }));

/**
 * Light stemmer of Arabic: article and conjunction, then endings of number, gender and possession. After L. Larkey, L. Ballesteros
 * and M. Connell, "Light stemming for Arabic information retrieval" (2007), the stemmer `light10`.
 * @param word with spelling variants unified
 */
export const stemArabic = inTurn(withoutPrefix, ...SUFFIXES);
