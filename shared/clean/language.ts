/**
 * The language of a text by its n-grams (ELD, its smallest set: 60 languages, about 30 MB of memory in each thread, a
 * quarter of a second to load). What the page declares only decides between languages that its text leaves open.
 */
import { eld } from 'eld/extrasmall';

/** The detector itself reads no more than about 350 bytes. Characters. */
const SAMPLE = 400;
/** A declared language is believed when its score is at least this share of the best one. */
const CLOSE = 0.95;

/**
 * @param text main text. @param declared `lang` of the page, or Content-Language.
 * @returns ISO 639-1; `und` where there are fewer than 40 letters.
 */
export function languageOf(text: string, declared: string | null): string {
  const sample = text.slice(0, SAMPLE);
  if (!ENOUGH_LETTERS.test(sample)) return 'und';
  const found = eld.detect(sample);
  if (found.language === '') return 'und';
  const said = declared === null ? undefined : /^[a-z]{2}(?![a-z])/i.exec(declared.trim())?.[0].toLowerCase();
  if (said === undefined || said === found.language) return found.language;
  const scores = found.getScores();
  const own = scores[said === 'nb' || said === 'nn' ? 'no' : said] ?? 0;
  return own >= CLOSE * (scores[found.language] ?? 1) ? said : found.language;
}

/** So many letters from the beginning on, whatever lies between them. */
const ENOUGH_LETTERS = /^(?:\P{L}*\p{L}){40}/u;
