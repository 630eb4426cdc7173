import { newStemmer } from '../../../packages/stemmers.ts';

/**
 * The article at the end of neuter nouns (`huset`, `husets`), and of participles and adjectives (`skrivet`, `öppet`). The algorithm of
 * the package leaves it. Not of nouns in `-het` and `-itet`, nor after a single consonant (`det`, `vet`).
 */
const ARTICLE = /^(.*[aeiouyåäö].*(?<!h|it)|[aouåäö][^aeiouyåäöt])ets?$/;

/** Nouns in which `et` belongs to the stem. */
const WHOLE = /(?:alfabet|budget|internet|komet|magnet|offset|paket|planet|poet|raket|reset|socket|staket|tibet)s?$/;

let snowball: ReturnType<typeof newStemmer> | undefined;

/** Stemmer of Swedish. An m that is doubled in front of an ending is single: `rummet` and `rum`. */
export function stemSwedish(word: string): string {
  snowball ??= newStemmer('swedish');
  const base = WHOLE.test(word) ? undefined : ARTICLE.exec(word)?.[1];
  return snowball.stem(base ?? word).replace(/mm$/, 'm');
}
