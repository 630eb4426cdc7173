/**
 * The language of a text by its n-grams (ELD, its smallest set: 60 languages, about 30 MB of memory in each thread, a
 * quarter of a second to load), and of those that it does not know by `refine-language.ts`. What the page declares only
 * decides between languages that its text leaves open.
 */
import { eld } from 'eld/extrasmall';
import { detectByScript, refineLanguage } from './refine-language.ts';

/** The detector itself reads no more than about 350 bytes. Characters. */
const SAMPLE_LENGTH = 400;
/** A declared language is believed when its score is at least this share of the best one. */
const MIN_DECLARED_SHARE = 0.95;

/** `confidence`: how far the next likeliest one is behind, as a share of the score, to two digits; null: too little text. */
export type DetectedLanguage = { language: string; confidence: number | null };

/**
 * @param text main text. @param declared `lang` of the page, or Content-Language.
 * @returns ISO 639-1; `und` where there are fewer than 20 letters, or six of a script whose letters are syllables or words.
 */
export function languageOf(text: string, declared: string | null): string {
  return detectLanguage(text, declared).language;
}

export function detectLanguage(text: string, declared: string | null): DetectedLanguage {
  // Old pages of Vietnamese have accents as letters of their own, which the detector does not know.
  const sample = text.slice(0, SAMPLE_LENGTH).normalize();
  const ofScript = detectByScript(sample);
  if (ofScript !== undefined) return { language: ofScript, confidence: 1 };
  if (!ENOUGH_LETTERS.test(sample) && !ENOUGH_SYLLABLES.test(sample)) return { language: 'und', confidence: null };
  const found = eld.detect(sample);
  if (found.language === '') return { language: 'und', confidence: null };
  const scores = found.getScores();
  return { language: chooseLanguage(sample, found, scores, declared), confidence: confidenceOf(scores) };
}

type DetectorResult = ReturnType<typeof eld.detect>;
/** The best comes first. */
type Scores = ReturnType<DetectorResult['getScores']>;

function confidenceOf(scores: Scores): number {
  const [best = 0, next = 0] = Object.values(scores);
  return best === 0 ? 0 : Math.round(100 * (1 - next / best)) / 100;
}

function chooseLanguage(sample: string, found: DetectorResult, scores: Scores, declared: string | null): string {
  const said = declared === null ? undefined : /^[a-z]{2}(?![a-z])/i.exec(declared.trim())?.[0].toLowerCase();
  const sure = found.isReliable();
  if (said === found.language && sure && !CONFUSED_BY_DETECTOR.has(said)) return said;
  const near = refineLanguage(sample, { found: found.language, sure, declared: said === 'nb' ? 'no' : said });
  if (said === undefined || said === near || near !== found.language) return near;
  const own = scores[said === 'nb' || said === 'nn' ? 'no' : said] ?? 0;
  return own >= MIN_DECLARED_SHARE * (scores[found.language] ?? 1) ? said : found.language;
}

/** Languages whose neighbours the detector takes for them. */
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

/** So many letters from the beginning on, whatever lies between them. */
const ENOUGH_LETTERS = /^(?:\P{L}*\p{L}){20}/u;
const ENOUGH_SYLLABLES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}](?:\P{L}*\p{L}){5}/u;
