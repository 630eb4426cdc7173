/**
 * Languages that the detector does not know, or takes for a neighbour, told from those that it takes them for: by letters
 * that only they have, by words and forms that the other does not write, and for the rest by their three-letter sequences
 * (franc), which are asked only where the detector itself is not sure.
 */
import { francAll } from 'franc-all';
import { FUNCTION_WORDS } from './function-words.ts';
import {
  CONFUSABLE_FORMS,
  CONFUSABLE_LANGUAGES,
  NON_SERBIAN_LETTERS,
  REQUIRED_LEADS,
  SISTER_FORMS,
  SISTER_LANGUAGES,
  UNIQUE_FORMS,
  UNIQUE_LETTERS,
  UNSUPPORTED_LANGUAGES,
  type WordForms,
} from './word-forms.ts';

const LANGUAGES_BY_WORD = indexWords();

function indexWords(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(FUNCTION_WORDS))
    for (const word of new Set(words.split(/\s+/))) {
      const languages = found.get(word);
      if (languages) languages.push(language);
      else found.set(word, [language]);
    }
  return found;
}

type Scores = Record<string, number>;

function addForms(word: string, forms: WordForms, scores: Scores): void {
  for (const [languages, form] of forms)
    if (form.test(word)) for (const language of languages.split(' ')) scores[language] = (scores[language] ?? 0) + 0.5;
}

/** What a word of one or two letters counts. */
const SHORT_WORD_WEIGHT = 0.3;

/** A word that nearer languages write too counts less for a far one, and so does a short one, which anybody may write. */
function scoreUnsupported(words: readonly string[]): Scores {
  const scores: Scores = {};
  for (const word of words) {
    const languages = LANGUAGES_BY_WORD.get(word) ?? [];
    const far = languages.filter((language) => UNSUPPORTED_LANGUAGES.has(language));
    const weight = (word.length < 3 ? SHORT_WORD_WEIGHT : 1) / (1 + languages.length - far.length);
    for (const language of far) scores[language] = (scores[language] ?? 0) + weight;
    addForms(word, UNIQUE_FORMS, scores);
  }
  return scores;
}

/** @returns how often each language has the words, and half as often the forms. */
function scoreConfusable(words: readonly string[], forms: WordForms): Scores {
  const scores: Scores = {};
  for (const word of words) {
    for (const language of LANGUAGES_BY_WORD.get(word) ?? []) scores[language] = (scores[language] ?? 0) + 1;
    addForms(word, UNIQUE_FORMS, scores);
    addForms(word, forms, scores);
  }
  return scores;
}

/** @returns the likeliest of the neighbours, the one that the page says it is where nothing tells, or `found` itself. */
function bestConfusable(found: string, words: readonly string[], said: string | undefined): string {
  const neighbours = CONFUSABLE_LANGUAGES[found];
  if (neighbours === undefined || words.some((word) => NON_SERBIAN_LETTERS.test(word))) return found;
  const all = scoreConfusable(words, CONFUSABLE_FORMS);
  if (said !== undefined && neighbours.includes(said) && (all[said] ?? 0) >= (all[found] ?? 0)) return said;
  const near = highestScore(neighbours, all);
  if (near === undefined) return found;
  return (all[near] ?? 0) > (all[found] ?? 0) + (REQUIRED_LEADS[near]?.(words.length) ?? 0) ? near : found;
}

/** Of languages that nothing but their sequences tells: ISO 639-3 → 639-1. */
const TRIGRAM_LANGUAGES: Readonly<Record<string, string>> = {
  ...{ afr: 'af', cym: 'cy', epo: 'eo', gle: 'ga', lat: 'la', lug: 'lg', mri: 'mi', sna: 'sn', som: 'so', sot: 'st' },
  ...{ swh: 'sw', tso: 'ts', tsn: 'tn', xho: 'xh', zul: 'zu', mlt: 'mt', hau: 'ha', ibo: 'ig', glg: 'gl' },
};
/** Scripts that write one language, nearly always. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['my', /\p{Script=Myanmar}{3}/u],
  ['km', /\p{Script=Khmer}{3}/u],
  ['si', /\p{Script=Sinhala}{3}/u],
  ['bo', /\p{Script=Tibetan}{3}/u],
  ['dv', /\p{Script=Thaana}{3}/u],
  ['yi', /[\u05f0-\u05f2\ufb1d\ufb1f]|\u05d0[\u05b7\u05b8]/],
];

/** @returns undefined for scripts of several languages. */
export function detectByScript(text: string): string | undefined {
  return SCRIPTS.find(([, script]) => script.test(text))?.[0];
}

/** What the detector may have said instead. */
const DETECTOR_LANGUAGES: Readonly<Record<string, string>> = {
  ...{ nl: 'nld', ms: 'zlm', hr: 'hrv', no: 'nob', tl: 'tgl', es: 'spa', pt: 'por', it: 'ita', ro: 'ron', yo: 'yor' },
  ...{ et: 'ekk', en: 'eng', fr: 'fra', de: 'deu', sv: 'swe', da: 'dan', pl: 'pol', cs: 'ces', sk: 'slk', sl: 'slv' },
  ...{ tr: 'tur', az: 'azj', hu: 'hun', fi: 'fin', lt: 'lit', lv: 'lvs', ca: 'cat', eu: 'eus', sq: 'als', is: 'isl' },
  ...{ vi: 'vie', ku: 'kmr' },
};
const MIN_TRIGRAM_LEAD = 0.02;

/** What the detector said, whether it was sure, and what the page says itself. */
export type DetectorVerdict = { found: string; sure: boolean; declared: string | undefined };

/** @returns ISO 639-1 (639-2 where there is none). */
export function refineLanguage(text: string, { found, sure, declared: said }: DetectorVerdict): string {
  for (const [language, has, hasNot] of UNIQUE_LETTERS) if (has.test(text) && !hasNot?.test(text)) return language;
  const words = text.toLowerCase().match(WORDS) ?? [];
  const near = bestConfusable(found, words, said);
  const scores = scoreUnsupported(words);
  const far = highestScore(UNSUPPORTED_LANGUAGES, scores);
  if (far !== undefined && isConvincing(scores, far, near, words.length, sure)) return chooseSister(far, words);
  if (near !== found && near !== 'eo' && near !== 'la') return near;
  const told = sure ? found : detectByTrigrams(text, found);
  if (told !== found) return chooseSister(told, words);
  return near === 'ms' && said !== 'ms' && !words.some(isMalay) ? DEFAULT_MALAY : near;
}

const isMalay = (word: string) => LANGUAGES_BY_WORD.get(word)?.includes('ms') === true;

function chooseSister(told: string, words: readonly string[]): string {
  const sister = SISTER_LANGUAGES[told];
  if (sister === undefined) return told;
  const scores = scoreConfusable(words, SISTER_FORMS);
  return (scores[sister] ?? 0) > (scores[told] ?? 0) ? sister : told;
}

/** Of Malay and Indonesian, without a word of either, the one that many times more people write. */
const DEFAULT_MALAY = 'id';

/** A few words of another language stand in many texts. */
function isConvincing(scores: Scores, far: string, other: string, words: number, sure: boolean): boolean {
  const score = scores[far] ?? 0;
  return score > (scores[other] ?? 0) && score >= (sure ? 2 : 1) && score >= (sure ? 0.3 : 0.2) * words;
}

function highestScore(languages: Iterable<string>, scores: Scores): string | undefined {
  let most: string | undefined;
  for (const language of languages) if ((scores[language] ?? 0) > (scores[most ?? ''] ?? 0)) most = language;
  return most;
}

const WORDS = /['’]?[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu;

function detectByTrigrams(text: string, found: string): string {
  const known = DETECTOR_LANGUAGES[found];
  if (known === undefined) return found;
  const ranked = francAll(text, { only: [...Object.keys(TRIGRAM_LANGUAGES), known] });
  const [best, score] = ranked[0] ?? ['und', 0];
  const language = TRIGRAM_LANGUAGES[best];
  const own = ranked.find(([code]) => code === known)?.[1] ?? 0;
  return language !== undefined && score - own > MIN_TRIGRAM_LEAD ? language : found;
}
