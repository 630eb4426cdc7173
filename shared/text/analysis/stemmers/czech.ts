import { inTurn, suffixStep } from './suffix-rules.ts';

const CASES = suffixStep({
  3: `atech ětem etem atům ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých ama ami ové ovi ými`,
  2: 'em es ém ím ům at ám os us ým mi ou a á e ě é i í o u ů y ý',
});
const POSSESSIVES = suffixStep({ 3: 'ov in ův' });
const CONSONANTS = suffixStep({ 2: 'čt:ck št:sk c:k č:k z:h ž:h ň:n ť:t ď:d ř:r' });

/**
 * Light stemmer of Czech nouns and adjectives. After L. Dolamic and J. Savoy, "Indexing and stemming approaches for the Czech
 * language" (Information Processing & Management 45, 2009).
 */
export const stemCzech = inTurn(CASES, POSSESSIVES, CONSONANTS, suffixStep({ 2: 'ek:k ec:k' }));
