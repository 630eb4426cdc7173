import type { SearchIndex } from '../ports/search-index.ts';
import { scriptLanguageCodes } from '../query/compile/script-languages.ts';
import { foldDiacritics } from '../text/analysis/fold-diacritics.ts';
import { analysisLanguage } from '../text/analysis/language.ts';
import { MAX_TITLE_WORD, titleWord } from '../text/analysis/title-words.ts';

/** A query that completes what was typed. */
export type Suggestion = {
  query: string;
  /** Number of records with the completed word in title or headings. */
  records: number;
};

/** Words that are read for each suggestion, because stop words are left out. */
const WORDS_READ = 3;

/**
 * Completes the last word of a query by words of titles and headings, those of the most records first. Accents and other spellings that
 * the search ignores do not count.
 *
 * @param languages in which the query is read, and whose stop words are not suggested. ISO 639-1
 * @returns an empty list if the text does not end within a word, or its last word is the value of a field
 */
export async function suggest(
  { crawl, q, size }: { crawl: string; q: string; size: number },
  index: Pick<SearchIndex, 'titleWords'>,
  languages: readonly string[],
): Promise<Suggestion[]> {
  const [, before = '', typed = ''] = /^(.*?)([\p{L}\p{M}\p{N}]*)$/su.exec(q) ?? [];
  const prefix = titleWord(typed);
  if (prefix === '' || prefix.length > MAX_TITLE_WORD || /[:\p{L}\p{N}]$/u.test(before)) return [];
  const read = [...languages, ...scriptLanguageCodes(prefix, languages)];
  const found = await index.titleWords(crawl, { prefix, languages: read }, WORDS_READ * size);
  const stopWords = languages.map(analysisLanguage);
  return found
    .filter(
      ({ word }) =>
        word !== prefix && word !== foldDiacritics(prefix) && !stopWords.some((language) => language.isStopWord(word)),
    )
    .slice(0, size)
    .map(({ word, records }) => ({ query: `${before}${word}`, records }));
}
