import { type ConditionOf, partsOfKind, replaceParts } from '../index/condition-parts.ts';
import { isOnUrls } from '../index/text-fields.ts';
import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import type { IgnoredOperator } from '../query/compile/resolved-query.ts';

/** Maximum number of words that a similar word is replaced by: the nearest, and of equally near ones the most frequent. */
export const MAX_SIMILAR_WORDS = 500;

type Fuzzy = ConditionOf<'fuzzy'>;

/**
 * Replaces similar words (`sundw~`) in the conditions of a query by the words of the index that they stand for. Both engines then
 * search for the same words, and look for them once for each request. Words of URLs are left to the engines: they are no words of texts.
 *
 * @returns the query, and which similar words stand for more words than are searched for
 */
export async function expandSimilarWords(
  crawl: string,
  query: IndexQuery,
  index: Pick<SearchIndex, 'similarWords'>,
): Promise<{ query: IndexQuery; limited: IgnoredOperator[] }> {
  const { condition, bonuses = [] } = query;
  const conditions = [...(condition ? [condition] : []), ...bonuses];
  const fuzzy = new Set(
    conditions.flatMap((one) => partsOfKind(one, 'fuzzy')).filter(({ fields }) => !isOnUrls(fields)),
  );
  if (fuzzy.size === 0) return { query, limited: [] };
  const limited: IgnoredOperator[] = [];
  const expanded = new Map<Fuzzy, IndexCondition>();
  await Promise.all(
    [...fuzzy].map(async (one) => {
      const found = await index.similarWords(crawl, one, MAX_SIMILAR_WORDS + 1);
      if (found.length > MAX_SIMILAR_WORDS) limited.push(noticeOf(one));
      expanded.set(one, wordsCondition(one, found.slice(0, MAX_SIMILAR_WORDS)));
    }),
  );
  const replaced = (part: IndexCondition): IndexCondition => replaceParts(part, expanded);
  return {
    query: {
      ...query,
      ...(condition && { condition: replaced(condition) }),
      ...(query.bonuses && { bonuses: bonuses.map(replaced) }),
    },
    limited,
  };
}

const noticeOf = ({ words, maxEdits }: Fuzzy): IgnoredOperator => ({
  operator: `${words[0]}~${maxEdits}`,
  detail: `only the ${MAX_SIMILAR_WORDS} nearest words are searched for`,
});

function wordsCondition({ fields, words }: Fuzzy, found: readonly string[]): IndexCondition {
  const alternatives = [...new Set([...words, ...found])].map((word) => [word]);
  return { match: 'words', fields, alternatives, maxGap: 0, ordered: true };
}
