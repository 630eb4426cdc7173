import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Estonian nouns: plural and case, then the vowel of the stem. */
export const stemEstonian = inTurn(
  suffixStep({ 4: 'gi ki' }),
  suffixStep({
    3: `dega tega dele tele delt telt del tel dest test desse tesse des tes deks teks deni teni dena tena deta teta
      sse st le lt ni na ta ga ks te de sid as:a es:e is:i us:u al:a el:e il:i ul:u ad:a ed:e id:i ud:u at:a et:e it:i ut:u mine mise mist misi miste misel misega`,
  }),
  suffixStep({ 3: 'a e i u' }),
);
