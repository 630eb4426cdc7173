import { joinWords } from './joined-words.ts';
import { rawWords } from './raw-words.ts';
import { stopWordTest } from './stop-word-test.ts';
import { type SynonymGroups, synonymsIn, withSynonyms } from './synonyms.ts';
import { wordForms } from './term-forms.ts';

/** Maximum number of words that are sent to the engine. Each takes it about a microsecond per document that has it. */
export const MAX_WORDS = 32;

/** Maximum number of forms of all words that are sent to the engine. */
export const MAX_FORMS = 200;

/**
 * Returns the words of a query as the index holds them: for each word its forms in every language of the query, in the
 * languages of its script if the query names none of these, and unstemmed, as in documents of unknown language. Stop words of the language that
 * the query is written in are dropped unless there are only stop words. Words beyond the maximum number of
 * words or forms are dropped (a search keeps the rarest instead: `search/searched-words.ts`); if there are too many words, repeated ones
 * count once.
 */
export function queryWords(text: string, languageCodes: readonly string[], groups?: SynonymGroups): string[][] {
  const { words, searched } = countedWords(text, languageCodes, groups);
  return words.slice(0, searched).map(({ forms }) => forms);
}

/** A word of a query as it is written, and its forms in the index. A form with blanks is a phrase, which a synonym adds. */
export type WordForms = { raw: string; forms: string[] };

/**
 * @param groups synonyms, whose forms each word has too
 * @returns the words of a query, and how many of them can be searched for together
 */
export function countedWords(
  text: string,
  languageCodes: readonly string[],
  groups: SynonymGroups = [],
): { words: WordForms[]; searched: number } {
  const written = text.split(BLANKS).flatMap(writtenWords);
  const codes = [...new Set(languageCodes)];
  const isStopWord = stopWordTest(
    written.map(({ raw }) => raw),
    codes,
  );
  const contentWords = written.filter(({ raw }) => !isStopWord(raw));
  const searched = contentWords.length > 0 ? contentWords : written;
  const ownForms = searched.map(({ raw, joined }) => [
    ...new Set([...wordForms(raw, codes), ...(joined === undefined ? [] : wordForms(joined, codes))]),
  ]);
  const words = withSynonyms(ownForms, synonymsIn(groups, codes))
    .map((forms, i) => ({ raw: searched[i]!.raw, forms }))
    .filter((word) => word.forms.length > 0);
  let forms = 0;
  let count = 0;
  const different = words.length <= MAX_WORDS ? words : withoutRepeated(words);
  for (const word of different.slice(0, MAX_WORDS)) {
    forms += word.forms.length;
    if (forms > MAX_FORMS) break;
    count++;
  }
  return { words: different, searched: count };
}

/** White space. A byte order mark is no blank for the index. */
const BLANKS = /[^\S\ufeff]+/u;

/** Returns the words of a part of a text without blanks. `joined`: all of the part in one word, which pages may have instead: `email` for `e-mail`. */
function writtenWords(part: string): { raw: string; joined?: string }[] {
  const raw = rawWords(part);
  const [joined, ...more] = raw.length > 1 ? rawWords(joinWords(part)) : [];
  return raw.map((word) => ({ raw: word, ...(joined !== undefined && more.length === 0 && { joined }) }));
}

/** Returns whether a text has words, and all of them are stop words of the language that it is written in: few pages are found by them. */
export function hasOnlyStopWords(text: string, languageCodes: readonly string[]): boolean {
  const raw = rawWords(text);
  return raw.length > 0 && raw.every(stopWordTest(raw, [...new Set(languageCodes)]));
}

const withoutRepeated = (words: readonly WordForms[]): WordForms[] => [
  ...new Map(words.map((word) => [word.forms.join(' '), word])).values(),
];
