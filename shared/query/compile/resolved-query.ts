import type { FilterValues } from '../../index/search-fields.ts';
import type { IndexCondition, IndexSort } from '../../ports/index-condition.ts';

/** A query with its fields resolved and its words analysed. */
export type ResolvedQuery = {
  /** The words that rank, joined by blanks in the order of the query. */
  text: string;
  /** Which records match. Absent: those with one of the words, or all if there are none. */
  condition?: IndexCondition;
  /** Wildcards and similar words, which raise the score of records that have them. */
  bonuses: IndexCondition[];
  /** Filters that the whole query is subject to. Only from the web syntax. */
  filters: FilterValues;
  sort: IndexSort[];
  /** Parts of the query that are not applied, in its order. */
  ignored: IgnoredOperator[];
  /** Values that are not valid for their field. Only from the web syntax; other queries fail. */
  faults: FilterFault[];
};

/** An operator that is not applied: as the query has it, at most 80 characters, and what is done instead. */
export type IgnoredOperator = { operator: string; detail: string };

/**
 * A filter of a query with an invalid value, such as `type:webpage`. `detail` says what it must be. `at` is its position in the query, in
 * UTF-16 units from 0.
 */
export type FilterFault = { filter: string; detail: string; at: number };

/** Maximum number of operators that are named, and maximum length of one in UTF-16 units. */
const MAX_NAMED = 10;
const MAX_OPERATOR_LENGTH = 80;

/** Adds an operator, unless it is there or there are enough. */
export function nameIgnored(ignored: IgnoredOperator[], operator: string, detail: string): void {
  const shown = operator.trim().slice(0, MAX_OPERATOR_LENGTH).toWellFormed();
  if (ignored.length < MAX_NAMED && !ignored.some((other) => other.operator === shown))
    ignored.push({ operator: shown, detail });
}
