/**
 * Detects the language of a text by its n-grams as ELD does (its smallest model: 60 languages). `refine-language.ts` adds languages that ELD
 * does not support, and `sentence-detector.ts` corrects short texts. A declared language only decides between languages that the text leaves open.
 */
import { withoutLatinNames } from './main-script.ts';
import { detectByNgrams, type NgramResult } from './ngram-detector.ts';
import { detectByScript, detectBySyllables, isExcluded, refineLanguage } from './refine-language.ts';
import { detectBySentence } from './sentence-detector.ts';

/** Length of the sample, in UTF-16 units. ELD reads about 350 bytes. */
const SAMPLE_LENGTH = 400;
/** Minimum score of a declared language, as a share of the best score. */
const MIN_DECLARED_SHARE = 0.95;

/** `confidence`: lead over the second most likely language as a share of the best score, to two digits; null if the text is too short. */
export type DetectedLanguage = { language: string; confidence: number | null };

/**
 * Returns the language of a text: an ISO 639-1 code, or `und` if the text has fewer than 12 letters and marks (six in a
 * script whose characters are syllables or words).
 *
 * @param text the main text
 * @param declared the page's `lang` attribute or `Content-Language`, or null
 */
export function languageOf(text: string, declared: string | null): string {
  return detectLanguage(text, declared).language;
}

/** Returns the language of a text with a confidence. The parameters are those of `languageOf`. */
export function detectLanguage(text: string, declared: string | null): DetectedLanguage {
  // Old Vietnamese pages use combining accents, which ELD does not know.
  const sample = text.slice(0, SAMPLE_LENGTH).normalize();
  const ofScript = detectByScript(sample);
  if (ofScript !== undefined) return { language: ofScript, confidence: 1 };
  if (!ENOUGH_LETTERS.test(sample) && !ENOUGH_SYLLABLES.test(sample)) return { language: 'und', confidence: null };
  return detectByLetters(withoutLatinNames(sample), codeOf(declared));
}

function detectByLetters(sample: string, declared: string | undefined): DetectedLanguage {
  const found = detectByNgrams(sample);
  if (!found) return { language: languageOfUnknownNgrams(sample), confidence: 0 };
  const language = chooseLanguage(sample, found, declared);
  const confidence = confidenceOf(found);
  if (declared === language) return { language, confidence };
  const corrected = detectBySentence(sample, language);
  return { language: isExcluded(corrected, sample.toLowerCase()) ? language : corrected, confidence };
}

/** Returns the ISO 639-1 code of a declared language, or undefined if there is none. Bokmål is `no`. */
function codeOf(declared: string | null): string | undefined {
  const code = declared === null ? undefined : /^[a-z]{2}(?![a-z])/i.exec(declared.trim())?.[0].toLowerCase();
  return code === 'nb' ? 'no' : code;
}

/** Returns the language of a text whose n-grams the detector does not know: that of its words, trigrams or syllables, or `und`. */
function languageOfUnknownNgrams(sample: string): string {
  const refined = refineLanguage(sample, { found: 'und', isSure: false, declared: undefined });
  return refined === 'und' ? (detectBySyllables(sample) ?? 'und') : refined;
}

function confidenceOf({ best, second }: NgramResult): number {
  return best === 0 ? 0 : Math.round(100 * (1 - second / best)) / 100;
}

function chooseLanguage(sample: string, found: NgramResult, declared: string | undefined): string {
  const isSure = found.isReliable;
  if (declared === found.language && isSure && !CONFUSED_BY_DETECTOR.has(declared)) return declared;
  const refined = refineLanguage(sample, { found: found.language, isSure, declared });
  if (declared === undefined || declared === refined || refined !== found.language) return refined;
  const own = found.scoreOf(declared === 'nn' ? 'no' : declared) ?? 0;
  return own >= MIN_DECLARED_SHARE * found.best ? declared : found.language;
}

/** Languages that ELD returns for texts in similar languages. */
const CONFUSED_BY_DETECTOR = new Set([
  'nl',
  'no',
  'da',
  'ms',
  'hr',
  'sl',
  'sr',
  'es',
  'ru',
  'uk',
  'be',
  'bg',
  'hi',
  'mr',
]);

/** The minimum number of letters and marks (vowel signs of Indic scripts), whatever is between them. */
const ENOUGH_LETTERS = /^(?:[^\p{L}\p{M}]*[\p{L}\p{M}]){12}/u;
const ENOUGH_SYLLABLES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}](?:\P{L}*\p{L}){5}/u;
