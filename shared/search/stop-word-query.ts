import { wordsOfUrl } from '../index/url-text.ts';
import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import { anyForm } from '../query/compile/query-condition.ts';
import { hasOnlyStopWords } from '../query/compile/query-words.ts';
import { joined } from '../query/compile/text-condition.ts';
import type { Question } from './question.ts';

/*
 * Texts are indexed without the stop words of their language, but words of URLs with them. So a query with nothing else (`The Who`)
 * also finds the pages that have its words in a URL, one behind the other: `/the-who/`.
 */

/** A query with a field, or a filter. */
const WITH_FIELD = /:/;

/** A query that excludes pages, as `Question.understood` prints it. */
const WITH_NOT = /\bNOT\b/;

/** Words that count for pages whose URLs do not have the query. */
const MAX_RANKED_WORDS = 8;

/**
 * Returns the condition that a URL of a record has the words of a query which has only stop words and filters. Undefined if it has other words, or
 * operators that restrict it.
 *
 * @param q the query as the user wrote it
 * @param languages in which it is read, ISO 639-1
 */
export function stopWordCondition(
  q: string,
  { text, condition, identifier, ignored, understood = '' }: Question,
  languages: readonly string[],
): IndexCondition | undefined {
  // Of a stop word in a field, such as `title:who`, the question says that it is ignored. Filters are no part of it.
  const isInField = ignored.length > 0 && WITH_FIELD.test(q);
  if (condition || identifier || isInField || WITH_NOT.test(understood)) return undefined;
  if (!hasOnlyStopWords(text, languages)) return undefined;
  const words = wordsOfUrl(text);
  if (words.length === 0) return undefined;
  return { match: 'words', fields: ['url'], alternatives: [words], maxGap: 0, ordered: true };
}

/** Returns the condition of `stopWordCondition`, or that a text has one of the words: it may be in another language. */
export const withWordsOfTexts = (ofUrls: IndexCondition, words: readonly (readonly string[])[]): IndexCondition =>
  joined('or', [ofUrls, words.flat().length > 0 ? anyForm(words) : undefined])!;

/**
 * Lists the pages that the condition of `stopWordCondition` matches, if there are any, before those in other languages. The latter are then in
 * the order of how many words of the query they have: the scores of stop words would be higher than any bonus.
 *
 * @param crawls that are searched together
 */
export async function urlsFirst(
  crawls: readonly string[],
  query: IndexQuery,
  ofUrls: IndexCondition,
  index: Pick<SearchIndex, 'search'>,
): Promise<IndexQuery> {
  const { filters, words } = query;
  const counted = { words: [], condition: ofUrls, filters, from: 0, size: 1, withoutText: true };
  const found = await Promise.all(crawls.map((crawl) => index.search(crawl, counted)));
  if (found.every(({ total }) => total === 0)) return query;
  const ofTexts = words.slice(0, MAX_RANKED_WORDS).map((forms) => anyForm([forms]));
  return { ...query, words: [], bonuses: [...Array.from({ length: ofTexts.length + 1 }, () => ofUrls), ...ofTexts] };
}
