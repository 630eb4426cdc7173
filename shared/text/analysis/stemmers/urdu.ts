import { suffixStep } from './suffix-rules.ts';

/** Light stemmer of Urdu: plurals, cases and genders. */
export const stemUrdu = suffixStep({ 2: 'یوں یاں ئیں ئوں وں یں ات ے ی ا ہ و' });
