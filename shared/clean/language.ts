/**
 * The language of a text by its n-grams (ELD, its smallest set: 60 languages, about 30 MB of memory in each thread, a
 * quarter of a second to load). What the page declares only decides between languages that its text leaves open.
 */
import { eld } from 'eld/extrasmall';

/** Fewer letters tell too little. */
const ENOUGH_LETTERS = 40;
/** The detector itself reads no more than about 350 bytes. Characters. */
const SAMPLE = 1000;
/** A declared language is believed when its score is at least this share of the best one. */
const CLOSE = 0.95;

/**
 * @param text main text. @param declared `lang` of the page, or Content-Language.
 * @returns ISO 639-1; `und` where there is too little text to tell.
 */
export function languageOf(text: string, declared: string | null): string {
  const sample = text.slice(0, SAMPLE);
  if (!hasLetters(sample)) return 'und';
  const found = eld.detect(sample);
  if (found.language === '') return 'und';
  const said = declared === null ? undefined : /^[a-z]{2}(?![a-z])/i.exec(declared.trim())?.[0].toLowerCase();
  if (said === undefined || said === found.language) return found.language;
  const scores = found.getScores();
  const own = scores[said === 'nb' || said === 'nn' ? 'no' : said] ?? 0;
  return own >= CLOSE * (scores[found.language] ?? 1) ? said : found.language;
}

function hasLetters(text: string): boolean {
  let letters = 0;
  for (const _ of text.matchAll(LETTER)) if (++letters >= ENOUGH_LETTERS) return true;
  return false;
}

const LETTER = /\p{L}/gu;
