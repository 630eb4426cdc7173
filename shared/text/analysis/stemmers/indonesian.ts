import { inTurn, type Stem, suffixStep } from './suffix-rules.ts';

const withoutParticle = suffixStep({ 4: 'lah kah tah pun nya ku mu' });
const withoutSuffix = suffixStep({ 4: 'kan an i' });

/** Prefixes, before which letters, and the letter of the root that they absorb. */
const PREFIXES: [prefix: RegExp, instead: string][] = [
  [/^(?:me|pe)ny(?=[aeiou])/, 's'],
  [/^(?:me|pe)ng(?=[aeioughkq])/, ''],
  [/^(?:me|pe)m(?=[aeiou])/, 'p'],
  [/^(?:me|pe)m(?=[bfpv])/, ''],
  [/^(?:me|pe)n(?=[aeiou])/, 't'],
  [/^(?:me|pe)n(?=[cdjstz])/, ''],
  [/^(?:me|pe)(?=[lrwy])/, ''],
  [/^(?:ber|per|ter|bel|pel)(?=[a-z])/, ''],
  [/^(?:di|ke|se)(?=[a-z])/, ''],
];

/** Minimum length of the rest behind a prefix, in UTF-16 units. */
const MIN_ROOT = 4;

const withoutPrefix: Stem = (word) => {
  for (const [prefix, instead] of PREFIXES) {
    const root = word.replace(prefix, instead);
    if (root !== word) return root.length >= MIN_ROOT ? root : word;
  }
  return word;
};

/**
 * Light stemmer of Indonesian and Malay: particles and possessives, then prefixes, then suffixes. After F. Tala, "A Study of Stemming
 * Effects on Information Retrieval in Bahasa Indonesia" (2003).
 */
export const stemIndonesian = inTurn(withoutParticle, withoutPrefix, withoutPrefix, withoutSuffix);
