import type { IndexQuery } from '../ports/search-index.ts';
import { anyForm } from '../query/compile/query-condition.ts';

/**
 * Returns the query for the same records in the order in which they were fetched, newest first. An index sorts by time if there
 * is nothing to rank by, so the words become a condition.
 */
export function newestFirst({ words, condition, bonuses: _, ...query }: IndexQuery): IndexQuery {
  const matching = condition ?? (words.flat().length > 0 ? anyForm(words) : undefined);
  return { ...query, words: [], ...(matching && { condition: matching }) };
}
