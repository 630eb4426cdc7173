import { type FilterValues, SEARCH_FILTERS } from '../../index/search-fields.ts';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import { periodOf } from './days.ts';
import { wordsOfForm } from './query-terms.ts';
import type { ResolvedQuery } from './resolved-query.ts';
import { joined } from './text-condition.ts';

/**
 * Returns which records match a resolved query, with its filters.
 *
 * @param words the forms of each word that ranks (`queryWords`)
 */
export function queryCondition(
  { condition, filters }: ResolvedQuery,
  words: readonly (readonly string[])[],
): IndexCondition {
  const own = condition ?? (words.flat().length > 0 ? anyForm(words) : undefined);
  return joined('and', [own, ...filterConditions(filters)]) ?? { match: 'all' };
}

/** Returns the condition that a record has one of the forms of one of the words. */
export const anyForm = (words: readonly (readonly string[])[]): IndexCondition => ({
  match: 'words',
  fields: [...TEXT_FIELDS],
  alternatives: words.flat().map(wordsOfForm),
  maxGap: 0,
  ordered: true,
});

function filterConditions(filters: FilterValues): IndexCondition[] {
  return SEARCH_FILTERS.flatMap(({ name, field, bound = 'from' }): IndexCondition[] => {
    const value = filters[name];
    if (value === undefined) return [];
    if (field.matching !== 'day') return [{ match: 'value', field: field.property, value }];
    const from = periodOf(value)?.from ?? value;
    return [{ match: 'days', field: field.property, ...(bound === 'from' ? { from } : { before: from }) }];
  });
}
