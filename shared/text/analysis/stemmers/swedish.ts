import { newStemmer } from '../../../packages/stemmers.ts';
import { latinNeuterStem } from './latin-neuter.ts';

/**
 * The article at the end of neuter nouns (`huset`, `husets`), and of participles and adjectives (`skrivet`, `öppet`). The algorithm of
 * the package leaves it, but for `-andet` (`meddelandet`). Not of nouns in `-het` and `-itet`, nor after a single consonant (`det`, `vet`).
 */
const ARTICLE = /^(.*[aeiouyåäö].*(?<!h|it|.{3}and)|[aouåäö][^aeiouyåäöt])ets?$/;

/** Words in which `et` belongs to the stem: most have the article `en` (`trumpeten`). */
const WHOLE =
  /(?:alfabet|asket|atlet|budget|cricket|dekret|diskret|exeget|filet|gadget|internet|interpret|komet|konkret|magnet|offset|outlet|paket|planet|pocket|poet|profet|racket|(?<!v)raket|reset|sekret|socket|sovjet|staket|tablet|tapet|tibet|trumpet|tweet|widget|^diet|^estet)s?$/;

let snowball: ReturnType<typeof newStemmer> | undefined;

/** The article of nouns in -eum, in front of which the e belongs to the stem: `museet`. */
const ARTICLE_OF_LATIN = /^(.*[aeiouyåäö].*e)ets?$/;

/** Stemmer of Swedish. `Museum` is `museet` and `museer`. An m that is doubled in front of an ending is single: `rummet` and `rum`. */
export function stemSwedish(word: string): string {
  const latin = latinNeuterStem(word) ?? ARTICLE_OF_LATIN.exec(word)?.[1];
  if (latin !== undefined) return latin;
  snowball ??= newStemmer('swedish');
  const base = WHOLE.test(word) ? undefined : ARTICLE.exec(word)?.[1];
  return snowball.stem(base ?? word).replace(/mm$/, 'm');
}
