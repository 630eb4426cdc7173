/*
 * Nouns that German and Swedish have from Latin neuter nouns in -ium and -eum. Other forms lose this ending, but Snowball does not:
 * `Museum`, `Museen` and `museet`; `Gymnasium`, `Gymnasien` and `gymnasiet`.
 */

/** A vowel before the ending tells them from short words. */
const LATIN_NEUTER = /^(.*[aeiouyåäö].*[ie])um(?:et)?s?$/;

/** Returns the stem of a noun in -ium or -eum, with the genitive and the Swedish article, in lower case; undefined if the word is none. */
export const latinNeuterStem = (word: string): string | undefined => LATIN_NEUTER.exec(word)?.[1];
