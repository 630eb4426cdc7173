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

/** The query names a field, so words of URLs are no answer to it. */
const WITH_FIELD = /:/;

/**
 * Returns the condition that a URL of a record has the words of a query which has only stop words. Undefined if it has others, or operators that
 * restrict it.
 *
 * @param q the query as it was asked
 * @param languages in which it is read, ISO 639-1
 */
export function stopWordCondition(
  q: string,
  { text, condition, identifier }: Pick<Question, 'text' | 'condition' | 'identifier'>,
  languages: readonly string[],
): IndexCondition | undefined {
  if (condition || identifier || WITH_FIELD.test(q) || !hasOnlyStopWords(text, languages)) return undefined;
  const words = wordsOfUrl(text);
  if (words.length === 0) return undefined;
  return { match: 'words', fields: ['url'], alternatives: [words], maxGap: 0, ordered: true };
}

/** Returns the condition of `stopWordCondition`, or that a text has one of the words: it may be in another language. */
export const withWordsOfTexts = (ofUrls: IndexCondition, words: readonly (readonly string[])[]): IndexCondition =>
  joined('or', [ofUrls, words.flat().length > 0 ? anyForm(words) : undefined])!;

/** Lists the pages that the condition of `stopWordCondition` matches, if there are any, before those in other languages. */
export async function urlsFirst(
  crawl: string,
  query: IndexQuery,
  ofUrls: IndexCondition,
  index: Pick<SearchIndex, 'search'>,
): Promise<IndexQuery> {
  const { filters } = query;
  const counted = { words: [], condition: ofUrls, filters, from: 0, size: 1, withoutText: true };
  const { total } = await index.search(crawl, counted);
  return total === 0 ? query : { ...query, words: [], bonuses: [ofUrls] };
}
