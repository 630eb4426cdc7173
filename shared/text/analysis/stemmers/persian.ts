import { suffixStep } from './suffix-rules.ts';

/** Light stemmer of Persian: plurals, comparatives, possessive pronouns and the suffix ی of nouns. Zero-width non-joiners split words before. */
export const stemPersian = suffixStep({
  3: `هایشان هایمان هایتان هایی های ها هایم هایت هایش ترین تر ات ان یی ی`,
});
