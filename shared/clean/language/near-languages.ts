/**
 * Languages that the detector does not know, or takes for a neighbour, told from those that it takes them for: by letters
 * that only they have, by words and forms that the other does not write, and for the rest by their three-letter sequences
 * (franc), which are asked only where the detector itself is not sure.
 */
import { francAll } from 'franc-all';
import { LANGUAGE_WORDS } from './function-words.ts';
import {
  FAR,
  FORMS,
  type Forms,
  LEADS,
  LETTERS,
  NEAR_FORMS,
  NEIGHBOURS,
  OTHER_CYRILLIC,
  SISTER_FORMS,
  SISTERS,
} from './word-forms.ts';

const LANGUAGES_OF = languagesOfWords();

function languagesOfWords(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(LANGUAGE_WORDS))
    for (const word of new Set(words.split(/\s+/))) {
      const languages = found.get(word);
      if (languages) languages.push(language);
      else found.set(word, [language]);
    }
  return found;
}

type Scores = Record<string, number>;

function addForms(word: string, forms: Forms, scores: Scores): void {
  for (const [languages, form] of forms)
    if (form.test(word)) for (const language of languages.split(' ')) scores[language] = (scores[language] ?? 0) + 0.5;
}

/** What a word of one or two letters counts. */
const SHORT_WORD = 0.3;

/** A word that nearer languages write too counts less for a far one, and so does a short one, which anybody may write. */
function farScores(words: readonly string[]): Scores {
  const scores: Scores = {};
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word) ?? [];
    const far = languages.filter((language) => FAR.has(language));
    const weight = (word.length < 3 ? SHORT_WORD : 1) / (1 + languages.length - far.length);
    for (const language of far) scores[language] = (scores[language] ?? 0) + weight;
    addForms(word, FORMS, scores);
  }
  return scores;
}

/** @returns how often each language has the words, and half as often the forms. */
function nearScores(words: readonly string[], forms: Forms): Scores {
  const scores: Scores = {};
  for (const word of words) {
    for (const language of LANGUAGES_OF.get(word) ?? []) scores[language] = (scores[language] ?? 0) + 1;
    addForms(word, FORMS, scores);
    addForms(word, forms, scores);
  }
  return scores;
}

/** @returns the likeliest of the neighbours, the one that the page says it is where nothing tells, or `found` itself. */
function likeliestNear(found: string, words: readonly string[], said: string | undefined): string {
  const neighbours = NEIGHBOURS[found];
  if (neighbours === undefined || words.some((word) => OTHER_CYRILLIC.test(word))) return found;
  const all = nearScores(words, NEAR_FORMS);
  if (said !== undefined && neighbours.includes(said) && (all[said] ?? 0) >= (all[found] ?? 0)) return said;
  const near = best(neighbours, all);
  if (near === undefined) return found;
  return (all[near] ?? 0) > (all[found] ?? 0) + (LEADS[near]?.(words.length) ?? 0) ? near : found;
}

/** Of languages that nothing but their sequences tells: ISO 639-3 → 639-1. */
const SEQUENCED: Readonly<Record<string, string>> = {
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
export function languageOfScript(text: string): string | undefined {
  return SCRIPTS.find(([, script]) => script.test(text))?.[0];
}

/** What the detector may have said instead. */
const KNOWN: Readonly<Record<string, string>> = {
  ...{ nl: 'nld', ms: 'zlm', hr: 'hrv', no: 'nob', tl: 'tgl', es: 'spa', pt: 'por', it: 'ita', ro: 'ron', yo: 'yor' },
  ...{ et: 'ekk', en: 'eng', fr: 'fra', de: 'deu', sv: 'swe', da: 'dan', pl: 'pol', cs: 'ces', sk: 'slk', sl: 'slv' },
  ...{ tr: 'tur', az: 'azj', hu: 'hun', fi: 'fin', lt: 'lit', lv: 'lvs', ca: 'cat', eu: 'eus', sq: 'als', is: 'isl' },
  ...{ vi: 'vie', ku: 'kmr' },
};
const MARGIN = 0.02;

/** What the detector said, whether it was sure, and what the page says itself. */
export type Hint = { found: string; sure: boolean; said: string | undefined };

/** @returns ISO 639-1 (639-2 where there is none). */
export function nearLanguage(text: string, { found, sure, said }: Hint): string {
  for (const [language, has, hasNot] of LETTERS) if (has.test(text) && !hasNot?.test(text)) return language;
  const words = text.toLowerCase().match(WORDS) ?? [];
  const near = likeliestNear(found, words, said);
  const scores = farScores(words);
  const far = best(FAR, scores);
  if (far !== undefined && isEnough(scores, far, near, words.length, sure)) return sisterOf(far, words);
  if (near !== found && near !== 'eo' && near !== 'la') return near;
  const told = sure ? found : bySequences(text, found);
  if (told !== found) return sisterOf(told, words);
  return near === 'ms' && said !== 'ms' && !words.some(isMalay) ? MORE_SPOKEN : near;
}

const isMalay = (word: string) => LANGUAGES_OF.get(word)?.includes('ms') === true;

function sisterOf(told: string, words: readonly string[]): string {
  const sister = SISTERS[told];
  if (sister === undefined) return told;
  const scores = nearScores(words, SISTER_FORMS);
  return (scores[sister] ?? 0) > (scores[told] ?? 0) ? sister : told;
}

/** Of Malay and Indonesian, without a word of either, the one that many times more people write. */
const MORE_SPOKEN = 'id';

/** A few words of another language stand in many texts. */
function isEnough(scores: Scores, far: string, other: string, words: number, sure: boolean): boolean {
  const score = scores[far] ?? 0;
  return score > (scores[other] ?? 0) && score >= (sure ? 2 : 1) && score >= (sure ? 0.3 : 0.2) * words;
}

function best(languages: Iterable<string>, scores: Scores): string | undefined {
  let most: string | undefined;
  for (const language of languages) if ((scores[language] ?? 0) > (scores[most ?? ''] ?? 0)) most = language;
  return most;
}

const WORDS = /['’]?[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu;

function bySequences(text: string, found: string): string {
  const known = KNOWN[found];
  if (known === undefined) return found;
  const ranked = francAll(text, { only: [...Object.keys(SEQUENCED), known] });
  const [best, score] = ranked[0] ?? ['und', 0];
  const language = SEQUENCED[best];
  const own = ranked.find(([code]) => code === known)?.[1] ?? 0;
  return language !== undefined && score - own > MARGIN ? language : found;
}
