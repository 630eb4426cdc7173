import type { IndexCondition } from '../../ports/index-condition.ts';
import type { IndexQuery } from '../../ports/search-index.ts';
import { isTermPattern, type TermPattern } from '../../query/compile/fts5.ts';

/** Maximum number of terms that a pattern is replaced by: reading the lists of so many takes about 0.1 s. */
export const MAX_TERMS = 5_000;

/** `limited`: patterns that match more terms than they are replaced by. */
type ExpandedQuery = { query: IndexQuery; limited: string[] };

/**
 * Replaces patterns and similar words in the conditions of a query by the terms of the index that they match, because a query
 * evaluates its conditions several times and the terms must be read one by one.
 *
 * @param termsOf returns at most so many terms that a pattern matches
 */
export function expandTerms(
  query: IndexQuery,
  termsOf: (pattern: TermPattern, limit: number) => string[],
): ExpandedQuery {
  const expanded = new Map<IndexCondition, IndexCondition>();
  const limited = new Set<string>();
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
    if (terms.length > MAX_TERMS) limited.add(nameOf(condition));
    if (terms.length === 0) return { match: 'none' };
    const alternatives = terms.slice(0, MAX_TERMS).map((term) => [term]);
    return { match: 'words', fields: condition.fields, alternatives, maxGap: 0, ordered: true };
  }
  const { condition, bonuses } = query;
  const result = {
    ...query,
    ...(condition && { condition: expand(condition) }),
    ...(bonuses && { bonuses: bonuses.map(expand) }),
  };
  return { query: result, limited: [...limited] };
}

const nameOf = (pattern: TermPattern): string => (pattern.match === 'wildcard' ? pattern.pattern : pattern.words[0]!);
