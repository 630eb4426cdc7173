import type { SearchIndex, TitleWord } from '../ports/search-index.ts';
import { anyForm } from '../query/compile/query-condition.ts';
import { queryWords } from '../query/compile/query-words.ts';
import { scriptLanguageCodes } from '../query/compile/script-languages.ts';
import { foldDiacritics } from '../text/analysis/fold-diacritics.ts';
import { analysisLanguage } from '../text/analysis/language.ts';
import { MAX_TITLE_WORD, titleWord, titleWords } from '../text/analysis/title-words.ts';
import { readQuestion } from './question.ts';

/** A query that completes what was typed. */
export type Suggestion = {
  query: string;
  /** Number of records with the completed word in title or headings. */
  records: number;
};

type SuggestIndex = Pick<SearchIndex, 'titleWords' | 'search' | 'countMatches'>;

/** Words that are read for each suggestion, because stop words are left out. */
const WORDS_READ = 3;

/** Words that are read for each suggestion if other words precede, because those that stand with them are often rare ones. */
const WORDS_READ_BESIDE = 12;

/** Records with the preceding words whose titles are read. */
const RECORDS_READ = 100;

/** If even the rarest of the preceding words has more records than this, they say little about the next word and cost much. */
const MAX_PRECEDING = 20_000;

/**
 * Completes the last word of a query by words of titles and headings, those of the most records first. Before them come words of records
 * that have the preceding words of the query, and words that begin with the accents that were typed. Otherwise accents and other spellings
 * that the search ignores do not count.
 *
 * @param languages in which the query is read, and whose stop words are not suggested. ISO 639-1
 * @returns an empty list if the text does not end within a word, or its last word is the value of a field
 */
export async function suggest(
  { crawl, q, size }: { crawl: string; q: string; size: number },
  index: SuggestIndex,
  languages: readonly string[],
): Promise<Suggestion[]> {
  const [, before = '', typed = ''] = /^(.*?)([\p{L}\p{M}\p{N}]*)$/su.exec(q) ?? [];
  const prefix = titleWord(typed);
  if (prefix === '' || prefix.length > MAX_TITLE_WORD || /[:\p{L}\p{N}]$/u.test(before)) return [];
  const { text, understood = '' } = readQuestion(before, languages);
  // Only one of the words between an OR must be in a record.
  const preceding = / OR /.test(understood) ? [] : queryWords(text, languages);
  const [found, beside] = await Promise.all([
    wordsWithPrefix(crawl, prefix, (preceding.length > 0 ? WORDS_READ_BESIDE : WORDS_READ) * size, index, languages),
    preceding.length > 0 ? titleWordsBeside(crawl, preceding, prefix, index, languages) : new Map<string, number>(),
  ]);
  const stopWords = languages.map(analysisLanguage);
  const completing = found.filter(
    ({ word }) =>
      word !== prefix && word !== foldDiacritics(prefix) && !stopWords.some((language) => language.isStopWord(word)),
  );
  const recordsBeside = ({ word }: TitleWord) => beside.get(word) ?? 0;
  return completing
    .sort((a, b) => recordsBeside(b) - recordsBeside(a))
    .slice(0, size)
    .map(({ word, records }) => ({ query: `${before}${word}`, records }));
}

/** Returns words with the prefix as it is typed, if it has accents, and then those with other spellings of it. */
async function wordsWithPrefix(
  crawl: string,
  prefix: string,
  count: number,
  index: Pick<SearchIndex, 'titleWords'>,
  languages: readonly string[],
): Promise<TitleWord[]> {
  const read = [...languages, ...scriptLanguageCodes(prefix, languages)];
  const hasAccents = foldDiacritics(prefix) !== prefix;
  const [asTyped, inAnySpelling] = await Promise.all([
    hasAccents ? index.titleWords(crawl, { prefix, languages: read, asTyped: true }, count) : [],
    index.titleWords(crawl, { prefix, languages: read }, count),
  ]);
  const first = new Set(asTyped.map(({ word }) => word));
  return [...asTyped, ...inAnySpelling.filter(({ word }) => !first.has(word))];
}

/**
 * Counts the title words of records that have all preceding words, and a word with the prefix in title or headings.
 *
 * @param preceding the forms of each word
 * @returns word → number of records, of at most 100. Empty if a prefix is too short to search for or longer than the stem of its word, or if
 *   all preceding words are very frequent
 */
async function titleWordsBeside(
  crawl: string,
  preceding: readonly (readonly string[])[],
  prefix: string,
  index: SuggestIndex,
  languages: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const { condition } = readQuestion(`title:${prefix}* OR headings:${prefix}*`, languages);
  if (!condition) return counts;
  const records = await index.countMatches(crawl, preceding, MAX_PRECEDING + 1);
  if (Math.min(...records) > MAX_PRECEDING) return counts;
  const parts = [...preceding.map((forms) => anyForm([forms])), condition];
  const { hits } = await index.search(crawl, {
    words: [],
    condition: { match: 'and', parts },
    filters: {},
    from: 0,
    size: RECORDS_READ,
    withoutText: true,
  });
  for (const { record } of hits) {
    for (const word of titleWords(record)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
