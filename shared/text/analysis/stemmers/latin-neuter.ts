/*
 * Nouns that German and the languages of Scandinavia have from Latin neuter nouns in -ium, -eum and -æum. Other forms lose this ending, but Snowball
 * does not: `Museum`, `Museen` and `museet`; `Gymnasium`, `Gymnasien` and `gymnasiet`; `jubilæum` and `jubilæer`.
 */

/** A vowel before the ending tells them from short words. */
const LATIN_NEUTER = /^(.*[aeiouyåäöæø].*[ieæ])um(?:et)?s?$/;

/**
 * Chemical elements as these languages spell them, and `premium`, without -ium. They have no plural, and many are other words without the ending:
 * `Bari`, `Indien`, `Germanien`, `premie`.
 */
const WITHOUT_PLURAL: ReadonlySet<string> = new Set(
  (
    'actin alumin americ bar berkel beryll cadm caes calc californ cer copernic cur cäs cæs darmstadt deuter dubn dyspros einstein erb europ ferm ' +
    'flerov franc gadolin gall german hafn hass hel holm ind irid kadm kal kalc kalz lawrenc lit lith livermor lutet magnes meitner mendelev moscov ' +
    'natr neptun nihon nobel osm pallad pluton polon prem promet prometh protactin protaktin rad ren rhen rhod rod roentgen rubid ruten ruthen ' +
    'rutherford röntgen samar scand seaborg skand stront tall technet teknet terb thall thor thul tor trit tul vanad ytterb yttr zirkon'
  ).split(' '),
);

/** Returns the stem of a noun in -ium, -eum or -æum, with the genitive and the article, in lower case; undefined if the word is none. */
export function latinNeuterStem(word: string): string | undefined {
  const stem = LATIN_NEUTER.exec(word)?.[1];
  return stem === undefined || (stem.endsWith('i') && WITHOUT_PLURAL.has(stem.slice(0, -1))) ? undefined : stem;
}
