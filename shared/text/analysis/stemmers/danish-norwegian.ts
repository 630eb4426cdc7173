import { newStemmer } from '../../../packages/stemmers.ts';
import { latinNeuterStem } from './latin-neuter.ts';
import type { Stem } from './suffix-rules.ts';

/** Stemmer of Danish. `Museum` is `museet` and `museer`. */
export const stemDanish: Stem = withLatinNeuter('danish');

/** Stemmer of Norwegian, of both written standards. `Museum` is `museet`, `museer` and `musea`. */
export const stemNorwegian: Stem = withLatinNeuter('norwegian');

/** @param algorithm name of the Snowball algorithm, which is loaded on first use */
function withLatinNeuter(algorithm: string): Stem {
  let snowball: ReturnType<typeof newStemmer> | undefined;
  return (word) => {
    snowball ??= newStemmer(algorithm);
    return latinNeuterStem(word) ?? snowball.stem(word);
  };
}
