import type { SearchIndex, TitleWord } from '../ports/search-index.ts';
import { anyForm } from '../query/compile/query-condition.ts';
import { queryWords } from '../query/compile/query-words.ts';
import { scriptLanguageCodes } from '../query/compile/script-languages.ts';
import { foldDiacritics } from '../text/analysis/fold-diacritics.ts';
import { analysisLanguage } from '../text/analysis/language.ts';
import { MAX_TITLE_WORD, titleWord, titleWords } from '../text/analysis/title-words.ts';
import { foldWhitespace } from '../text/whitespace.ts';
import { readQuestion } from './question.ts';

/** A query that completes what was typed: by a word, or by the title of a page. */
export type Suggestion = {
  query: string;
  /** Number of records with the completed word in title or headings. Of a title: of the records that were read, those with this title. */
  records: number;
};

type SuggestIndex = Pick<SearchIndex, 'titleWords' | 'search' | 'countMatches'>;

/** Words that are read for each suggestion, because stop words are left out. */
const WORDS_READ = 3;

/** Words that are read for each suggestion if other words precede, because those that stand with them are often rare ones. */
const WORDS_READ_BESIDE = 12;

/** Records with the preceding words whose titles are read. */
const RECORDS_READ = 100;

/** Titles that are suggested, and their maximum length in UTF-16 units: a longer one does not fit into the list of a browser on a phone. */
const MAX_TITLES = 3;
const MAX_TITLE_LENGTH = 100;

/** What records with the preceding words of a query have: the numbers of their title words, and their titles. */
type Beside = { words: ReadonlyMap<string, number>; titles: readonly string[] };
const NOTHING_BESIDE: Beside = { words: new Map(), titles: [] };

/** If even the rarest of the preceding words has more records than this, they say little about the next word and cost much. */
const MAX_PRECEDING = 20_000;

/**
 * Completes the last word of a query by words of titles and headings, those of the most records first. Before them come words of records
 * that have the preceding words of the query, and words that begin with the accents that were typed. Otherwise accents and other spellings
 * that the search ignores do not count. Behind the words come up to three titles with what was typed, if it has more than one word and they
 * are not a completed query: their records are read anyway.
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
    preceding.length > 0 ? titleWordsBeside(crawl, preceding, prefix, index, languages) : NOTHING_BESIDE,
  ]);
  const stopWords = languages.map(analysisLanguage);
  const completing = found.filter(
    ({ word }) =>
      word !== prefix && word !== foldDiacritics(prefix) && !stopWords.some((language) => language.isStopWord(word)),
  );
  const recordsBeside = ({ word }: TitleWord) => beside.words.get(word) ?? 0;
  const words = completing
    .sort((a, b) => recordsBeside(b) - recordsBeside(a))
    .map(({ word, records }) => ({ query: `${before}${word}`, records }));
  const mostTitles = Math.min(MAX_TITLES, Math.floor(size / 2));
  // A title that is a completed query again would take the place of another suggestion.
  const certain = textsOf(words.slice(0, size - mostTitles));
  const titles = titlesWith(q, beside.titles, languages)
    .filter(({ query }) => !certain.has(comparable(query)))
    .slice(0, mostTitles);
  const named = textsOf(titles);
  const others = words.filter(({ query }) => !named.has(comparable(query))).slice(0, size - titles.length);
  return [...others, ...titles];
}

/** Returns the titles that contain words as they were typed, the last of them as a beginning. Titles that would be read as operators are left out. */
function titlesWith(typed: string, titles: readonly string[], languages: readonly string[]): Suggestion[] {
  if (!PLAIN_WORDS.test(typed)) return [];
  const begun = comparable(typed);
  const counts = new Map<string, number>();
  for (const title of titles) {
    const words = comparable(title);
    if (title.length <= MAX_TITLE_LENGTH && words !== begun && ` ${words}`.includes(` ${begun}`))
      counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  const isPlain = ({ query }: Suggestion) => {
    const { understood, ignored } = readQuestion(query, languages);
    return understood === undefined && ignored.length === 0;
  };
  return Array.from(counts, ([query, records]) => ({ query, records })).filter(isPlain);
}

const textsOf = (suggestions: readonly Suggestion[]): ReadonlySet<string> =>
  new Set(suggestions.map(({ query }) => comparable(query)));

/** Words without operators. */
const PLAIN_WORDS = /^[\p{L}\p{M}\p{N}\s'’]+$/u;

/** Returns the words of a text in lower case and without accents, joined by blanks. */
const comparable = (text: string): string =>
  foldDiacritics(text.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

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
 * @returns title word → number of records, of at most 100, and the titles of these records. Empty if a prefix is too short to search for or
 *   longer than the stem of its word, or if all preceding words are very frequent
 */
async function titleWordsBeside(
  crawl: string,
  preceding: readonly (readonly string[])[],
  prefix: string,
  index: SuggestIndex,
  languages: readonly string[],
): Promise<Beside> {
  const counts = new Map<string, number>();
  const { condition } = readQuestion(`title:${prefix}* OR headings:${prefix}*`, languages);
  if (!condition) return NOTHING_BESIDE;
  const records = await index.countMatches(crawl, preceding, MAX_PRECEDING + 1);
  if (Math.min(...records) > MAX_PRECEDING) return NOTHING_BESIDE;
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
  // A title would say that a page is there which results leave out later.
  const lasting = hits.filter(({ record }) => record.unavailableAfter === undefined);
  return { words: counts, titles: lasting.map(({ record }) => foldWhitespace(record.title, false)) };
}
