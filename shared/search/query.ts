import { eachRawWord } from '../index/analyze.ts';
import { type Language, languageOf } from '../index/language.ts';
import type { IndexQuery } from '../ports/search-index.ts';

/** A question as people type it, taken apart: what is searched for, and what must hold. */
export type WebQuery = { text: string; filters: IndexQuery['filters'] };

/** Longer questions are cut. UTF-16 units, and words as analysed. */
const LONGEST_QUESTION = 2_000;
const MOST_FORMS = 200;

const FIELDS: Record<string, keyof IndexQuery['filters']> = {
  site: 'host',
  lang: 'language',
  language: 'language',
  type: 'type',
  class: 'class',
  after: 'after',
  before: 'before',
};

/**
 * Reads the simple web syntax: words, `site:`, `lang:`, `type:`, `class:`, `after:`, `before:` (with a value in quotes
 * where it has blanks). Quotes round words are passed over, and words are joined by OR whether it stands there or not.
 * What is excluded (`-word`, `NOT word`) is not searched for. No text is an error.
 */
export function parseWebQuery(question: string): WebQuery {
  const filters: WebQuery['filters'] = {};
  const words: string[] = [];
  const rest = question
    .slice(0, LONGEST_QUESTION)
    .toWellFormed()
    .replaceAll(/(?<![^\s(])([a-z]+):(?:"([^"]*)"|([^\s")]+))/gi, (all, name, quoted, plain) => {
      const field = FIELDS[name.toLowerCase()];
      if (!field) return all;
      filters[field] = normaliseValue(field, quoted ?? plain);
      return ' ';
    })
    .replaceAll(/(?<!\S)(?:-|NOT\s+)(?:"[^"]*"?|[^\s"]+)/g, ' ');
  for (const word of rest.split(/[\s"()]+/)) if (word !== '' && !/^(OR|AND|NOT)$/.test(word)) words.push(word);
  return { text: words.join(' '), filters };
}

function normaliseValue(field: keyof IndexQuery['filters'], value: string): string {
  const trimmed = value.trim();
  if (field === 'host') return hostIn(trimmed);
  return field === 'class' ? trimmed : trimmed.toLowerCase();
}

/** The host of what is given for a site: a name, or an address. */
export function hostIn(site: string): string {
  return site
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^\*?\./, '');
}

/**
 * Words of a question as the index knows them. Documents are analysed in their own languages, so each word is taken in
 * every language asked for, in the one that its letters tell of, and unchanged as in documents whose language is not known.
 * Words that the question's own language passes over are left out, unless there are no others.
 */
export function wordsOfQuestion(text: string, languages: readonly string[]): string[][] {
  const raw: string[] = [];
  eachRawWord(text, (word) => raw.push(word));
  const asked = [...new Set(languages)].map(languageOf);
  const own = likeliest(raw, asked);
  const telling = raw.filter((word) => !own?.isStopWord(word));
  const unknown = languageOf('und');
  const words = (telling.length > 0 ? telling : raw).map((word) => [
    ...new Set(
      [...asked, ...ofScript(word), unknown].map((language) => language.word(word)).filter((form) => form !== ''),
    ),
  ]);
  let forms = 0;
  return words.filter((word) => {
    forms += word.length;
    return word.length > 0 && forms <= MOST_FORMS;
  });
}

/** Where the analysis takes endings off for one language of a script, its words need not be asked for in that language. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Tamil}/u, 'ta'],
];

function ofScript(word: string): Language[] {
  return SCRIPTS.filter(([letters]) => letters.test(word)).map(([, code]) => languageOf(code));
}

/** The language that knows most of the words as stop words; the first of equals. */
function likeliest(words: readonly string[], languages: readonly Language[]): Language | undefined {
  let best: Language | undefined;
  let most = -1;
  for (const language of languages) {
    const known = words.filter((word) => language.isStopWord(word)).length;
    if (known > most) {
      best = language;
      most = known;
    }
  }
  return best;
}
