import type { IndexSort } from '../ports/index-condition.ts';

/**
 * Orders of hits: by relevance; by date of the page (oldest first, or with a minus newest first), pages without a date last; or by
 * the time of the fetch, newest first.
 */
export const SORTS = ['relevance', 'date', '-date', '-fetched'] as const;
export type Sort = (typeof SORTS)[number];

export const parseSort = (text: string): Sort | undefined => SORTS.find((sort) => sort === text.toLowerCase());

/**
 * Returns the keys of an order. Hits with equal keys are in the order of relevance. An empty list for relevance, and for the time of
 * the fetch, which is no field of the index (`newest-first.ts`).
 */
export function sortKeys(sort: Sort | undefined): IndexSort[] {
  return sort === 'date' || sort === '-date' ? [{ field: 'date', descending: sort === '-date' }] : [];
}
