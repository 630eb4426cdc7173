import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Slovak nouns and adjectives. */
export const stemSlovak = inTurn(
  suffixStep({
    3: `iach ách och ami ami ovi ových ovými ovej ového ovému oví ová ové ový
      ého ieho ému iemu ých ich ými ími ej om ám iam ím ým ou ov mi at atá aťa iam iami ich anie ania aniu aním aní enie enia eniu ením ení`,
    2: 'ia ie iu a á e é i í o ó u ú y ý',
  }),
  suffixStep({ 3: 'ov in' }),
  suffixStep({ 2: 'ck:k sk:sk c:k č:k z:h ž:h ň:n ť:t ď:d ľ:l ok:k ek:k' }),
);
