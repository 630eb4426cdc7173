/**
 * The language of a text by its n-grams (ELD, its smallest set: 60 languages, about 30 MB of memory in each thread, a
 * quarter of a second to load), and of those that it does not know by `near-languages.ts`. What the page declares only
 * decides between languages that its text leaves open.
 */
import { eld } from 'eld/extrasmall';
import { languageOfScript, nearLanguage } from './near-languages.ts';

/** The detector itself reads no more than about 350 bytes. Characters. */
const SAMPLE = 400;
/** A declared language is believed when its score is at least this share of the best one. */
const CLOSE = 0.95;

/** `confidence`: how far the next likeliest one is behind, as a share of the score, to two digits; null: too little text. */
export type Judged = { language: string; confidence: number | null };

/**
 * @param text main text. @param declared `lang` of the page, or Content-Language.
 * @returns ISO 639-1; `und` where there are fewer than 20 letters, or six of a script whose letters are syllables or words.
 */
export function languageOf(text: string, declared: string | null): string {
  return judgeLanguage(text, declared).language;
}

export function judgeLanguage(text: string, declared: string | null): Judged {
  // Old pages of Vietnamese have accents as letters of their own, which the detector does not know.
  const sample = text.slice(0, SAMPLE).normalize();
  const ofScript = languageOfScript(sample);
  if (ofScript !== undefined) return { language: ofScript, confidence: 1 };
  if (!ENOUGH_LETTERS.test(sample) && !ENOUGH_SYLLABLES.test(sample)) return { language: 'und', confidence: null };
  const found = eld.detect(sample);
  if (found.language === '') return { language: 'und', confidence: null };
  const scores = found.getScores();
  return { language: chosen(sample, found, scores, declared), confidence: leadOf(scores) };
}

type Detected = ReturnType<typeof eld.detect>;
/** The best comes first. */
type Scores = ReturnType<Detected['getScores']>;

function leadOf(scores: Scores): number {
  const [best = 0, next = 0] = Object.values(scores);
  return best === 0 ? 0 : Math.round(100 * (1 - next / best)) / 100;
}

function chosen(sample: string, found: Detected, scores: Scores, declared: string | null): string {
  const said = declared === null ? undefined : /^[a-z]{2}(?![a-z])/i.exec(declared.trim())?.[0].toLowerCase();
  const sure = found.isReliable();
  if (said === found.language && sure && !NEAR.has(said)) return said;
  const near = nearLanguage(sample, { found: found.language, sure, said: said === 'nb' ? 'no' : said });
  if (said === undefined || said === near || near !== found.language) return near;
  const own = scores[said === 'nb' || said === 'nn' ? 'no' : said] ?? 0;
  return own >= CLOSE * (scores[found.language] ?? 1) ? said : found.language;
}

/** Languages whose neighbours the detector takes for them. */
const NEAR = new Set(['nl', 'no', 'da', 'ms', 'hr', 'sl', 'sr', 'es', 'ru', 'uk', 'be', 'bg', 'hi', 'mr']);

/** So many letters from the beginning on, whatever lies between them. */
const ENOUGH_LETTERS = /^(?:\P{L}*\p{L}){20}/u;
const ENOUGH_SYLLABLES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}](?:\P{L}*\p{L}){5}/u;
