import type { IndexCondition } from '../../ports/index-condition.ts';
import type { IndexQuery, SearchIndex } from '../../ports/search-index.ts';
import { nearestNames } from '../../text/nearest-word.ts';

/** A class that a query asks for and no page has. `near`: classes of pages that may be meant, the nearest first. */
export type UnknownClass = { name: string; near: string[] };

/** Maximum number of classes of a query that are looked up. */
const MAX_LOOKED_UP = 5;
/** Maximum number of classes that are named for another one. */
const MAX_NEAR = 5;
/** Maximum number of classes that are compared: those of most pages. */
const MAX_COMPARED = 1_000;

/**
 * Finds the classes that a query asks for, by a filter or a condition, and no page has. Classes below NOT exclude nothing then, and do not count.
 *
 * @param crawls crawls that are searched together
 */
export async function unknownClasses(
  crawls: readonly string[],
  { filters, condition }: Pick<IndexQuery, 'filters' | 'condition'>,
  index: Pick<SearchIndex, 'search'>,
): Promise<UnknownClass[]> {
  const names = new Set([...(filters.class === undefined ? [] : [filters.class]), ...classesIn(condition)]);
  const unknown: string[] = [];
  for (const name of [...names].slice(0, MAX_LOOKED_UP)) if (!(await hasPages(name, crawls, index))) unknown.push(name);
  if (unknown.length === 0) return [];
  const known = await knownClasses(crawls, index);
  return unknown.map((name) => ({ name, near: nearestNames(name, known, MAX_NEAR) }));
}

const NO_PAGE = 'no page has this class';

/** Describes such a class for people. The search page translates it. */
export const describeUnknownClass = ({ near }: UnknownClass): string =>
  near.length === 0 ? NO_PAGE : `${NO_PAGE}; similar classes are ${near.join(', ')}`;

/** Whether an entry of a notice is about such a class, which was applied, and not about a part of the query that was not. */
export const isUnknownClass = ({ detail }: { detail: string }): boolean => detail.startsWith(NO_PAGE);

function classesIn(condition: IndexCondition | undefined): string[] {
  if (condition?.match === 'and' || condition?.match === 'or') return condition.parts.flatMap(classesIn);
  return condition?.match === 'value' && condition.field === 'classes' ? [condition.value] : [];
}

const ONE_HIT = { words: [], from: 0, size: 1 };

async function hasPages(name: string, crawls: readonly string[], index: Pick<SearchIndex, 'search'>): Promise<boolean> {
  const query = { ...ONE_HIT, filters: { class: name } };
  const found = await Promise.all(crawls.map((crawl) => index.search(crawl, query)));
  return found.some(({ total }) => total > 0);
}

async function knownClasses(crawls: readonly string[], index: Pick<SearchIndex, 'search'>): Promise<string[]> {
  const query: IndexQuery = { ...ONE_HIT, filters: {}, facets: { names: ['class'], size: MAX_COMPARED } };
  const found = await Promise.all(crawls.map((crawl) => index.search(crawl, query)));
  return [...new Set(found.flatMap(({ facets = {} }) => (facets.class ?? []).map(({ value }) => value)))];
}
