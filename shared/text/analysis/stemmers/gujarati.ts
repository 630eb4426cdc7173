import { inTurn, suffixStep } from './suffix-rules.ts';

/** Light stemmer of Gujarati: postpositions, then plurals and genders. */
export const stemGujarati = inTurn(
  suffixStep({
    2: `ઓમાં ોમાં માં ઓની ઓનો ઓનું ઓના ઓને ની નો નું ના ને થી ઓ નાં માંથી વાળા વાળી વાળું વાની વાનો વાનું વાના વામાં વા વું તા તી તો તું
      વાથી શો શે ીને ેલ ેલી ેલા ેલું ેલો`,
  }),
  suffixStep({ 2: 'ાઓ ીઓ ો ી ા ે ું ું ાં િ ુ' }),
);
