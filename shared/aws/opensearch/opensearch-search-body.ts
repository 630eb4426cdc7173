import type { IndexQuery } from '../../ports/search-index.ts';
import { bonusQueries, limitedConditionQuery, rankingQueries, sortQuery } from '../../query/compile/opensearch.ts';
import { nearKeys, stemKey } from '../../text/duplicate-keys.ts';
import { filterClauses } from './opensearch-fields.ts';
import { LIVE } from './opensearch-requests.ts';

/** Returns query and order of the records that match, the best first. */
export function searchBody({
  words,
  weights,
  allWordsFirst,
  filters,
  condition,
  bonuses = [],
  near,
  stems,
  ids,
  sort = [],
}: IndexQuery) {
  const keys = near?.flatMap(nearKeys) ?? stems?.map(stemKey);
  const required = condition && limitedConditionQuery(condition);
  const filter = [
    LIVE,
    ...filterClauses(filters),
    ...(required ? [required] : []),
    ...(keys ? [{ terms: { near: [...new Set(keys)] } }] : []),
    ...(ids ? [{ terms: { id: [...ids] } }] : []),
  ];
  const should = [...rankingQueries(words, { allWordsFirst, condition: required, weights }), ...bonusQueries(bonuses)];
  if (should.length === 0)
    return { query: { bool: { filter } }, sort: [...sortQuery(sort), { fetchedAt: 'desc' }, { id: 'asc' }] };
  // A query of optional parts alone needs one of them, so with a condition they stand beside the filter.
  const ranked = condition ? { should, filter } : { must: [{ bool: { should } }], filter };
  return { query: { bool: ranked }, sort: [...sortQuery(sort), '_score', { id: 'asc' }] };
}
