import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery } from '../ports/search-index.ts';
import { isTermPattern, type TermPattern } from '../query/compile/fts5.ts';

/** Maximum number of terms that a pattern is replaced by. One with more is evaluated by SQL. */
const MAX_TERMS = 500;

/**
 * Replaces patterns and similar words in the conditions of a query by the terms of the index that they match, because a query
 * evaluates its conditions several times and the terms must be read one by one.
 *
 * @param termsOf returns at most so many terms that a pattern matches
 */
export function expandTerms(query: IndexQuery, termsOf: (pattern: TermPattern, limit: number) => string[]): IndexQuery {
  const expanded = new Map<IndexCondition, IndexCondition>();
  const expand = (condition: IndexCondition): IndexCondition => {
    const known = expanded.get(condition);
    if (known) return known;
    const result = expandOne(condition);
    expanded.set(condition, result);
    return result;
  };
  function expandOne(condition: IndexCondition): IndexCondition {
    if (condition.match === 'and' || condition.match === 'or')
      return { ...condition, parts: condition.parts.map(expand) };
    if (condition.match === 'not') return { ...condition, part: expand(condition.part) };
    if (!isTermPattern(condition)) return condition;
    const terms = termsOf(condition, MAX_TERMS + 1);
    if (terms.length > MAX_TERMS) return condition;
    if (terms.length === 0) return { match: 'none' };
    const alternatives = terms.map((term) => [term]);
    return { match: 'words', fields: condition.fields, alternatives, maxGap: 0, ordered: true };
  }
  const { condition, bonuses } = query;
  return {
    ...query,
    ...(condition && { condition: expand(condition) }),
    ...(bonuses && { bonuses: bonuses.map(expand) }),
  };
}
