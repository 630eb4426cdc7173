import { TEXT_FIELDS } from '../index/text-fields.ts';
import type { IndexQuery } from '../ports/search-index.ts';

/**
 * Returns the query for the same records in the order in which they were fetched, newest first. An index sorts by time if there
 * is nothing to rank by, so the words become a condition.
 */
export function newestFirst({ words, condition, bonuses: _, ...query }: IndexQuery): IndexQuery {
  const forms = words.flat().map((form) => [form]);
  const oneOfTheWords = {
    match: 'words' as const,
    fields: [...TEXT_FIELDS],
    alternatives: forms,
    maxGap: 0,
    ordered: true,
  };
  const matching = condition ?? (forms.length > 0 ? oneOfTheWords : undefined);
  return { ...query, words: [], ...(matching && { condition: matching }) };
}
