import type { SearchIndex } from '../ports/search-index.ts';
import { queryWords } from '../query/compile/query-words.ts';
import { readQuestion } from './question.ts';

/** Languages that write compounds as one word, ISO 639-1. */
const COMPOUNDING: readonly string[] = ['da', 'de', 'et', 'fi', 'hu', 'nb', 'nl', 'nn', 'no', 'sv'];

/** Shorter words are in many others by chance: `hus` in `husky`. */
const MIN_LENGTH = 5;

/** Patterns apply to stems, of which the same is true: `*löner` would find `Semikolon`. In letters. */
const MIN_STEM_LENGTH = 4;

/** A pattern is offered if it finds more than so many times the records of the word. */
const MIN_RATIO = 3;

/**
 * Returns a pattern that finds compounds of a word that hardly any record has: those that end in it, which name a kind of it, or else those
 * that begin with it. Only words of the index count, so it needs no list of words and splits none.
 *
 * @param records number of records that have the word
 * @param languages languages of the query, ISO 639-1
 * @returns undefined if there are none, or no language of the query writes compounds as one word
 */
export async function compoundPattern(
  crawl: string,
  word: string,
  records: number,
  languages: readonly string[],
  index: Pick<SearchIndex, 'search'>,
): Promise<string | undefined> {
  if (word.length < MIN_LENGTH || !languages.some((code) => COMPOUNDING.includes(code))) return undefined;
  if (queryWords(word, languages).some((forms) => forms.some((stem) => stem.length < MIN_STEM_LENGTH)))
    return undefined;
  for (const pattern of [`*${word}`, `${word}*`]) {
    const { condition } = readQuestion(pattern, languages);
    if (!condition) continue;
    const query = { words: [], condition, filters: {}, from: 0, size: 1, withoutText: true };
    const { total } = await index.search(crawl, query);
    if (total > MIN_RATIO * records) return pattern;
  }
  return undefined;
}
