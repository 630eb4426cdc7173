import { LANGUAGE_PARAMETER } from '../language/choose-language.ts';
import { parseSearchQuery, type SearchQuery, searchHref } from './search-query.ts';

/** Parameter that changes other parameters. Its value is written like a query string: `after=2021&before=2022`. */
export const CHANGE_PARAMETER = 'change';

/**
 * Returns what changes one query into another, as a value of `change`. A parameter that the other query lacks is empty. `from` is
 * only named if it is not 0, because the search form does not carry it.
 */
export function changeBetween(current: SearchQuery, target: SearchQuery): string {
  const [before, after] = [{ ...current, from: 0 }, target].map(
    (query) => new URL(searchHref(undefined, query), 'http://localhost').searchParams,
  ) as [URLSearchParams, URLSearchParams];
  const change = new URLSearchParams();
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name) ?? '';
    if (value !== (before.get(name) ?? '')) change.set(name, value);
  }
  return `${change}`;
}

/**
 * Applies the parameter `change` of a request.
 *
 * @returns the URL of the changed query, or undefined if the request has no such parameter
 */
export function changedHref({
  [CHANGE_PARAMETER]: change,
  ...rest
}: Readonly<Record<string, string>>): string | undefined {
  if (change === undefined) return undefined;
  const given: Record<string, string> = { ...rest, ...Object.fromEntries(new URLSearchParams(change)) };
  const { query, faults } = parseSearchQuery(given);
  const href = faults.length === 0 ? searchHref(given['crawl'] || undefined, query) : `/search?${nonEmpty(given)}`;
  if (faults.length > 0) return href;
  const kept = nonEmpty(Object.fromEntries(KEPT.flatMap((name) => (given[name] ? [[name, given[name]]] : []))));
  return kept.size > 0 ? `${href}&${kept}` : href;
}

/** Parameters of an answer that are no part of the query. */
const KEPT = ['format', 'facets', 'facetSize', LANGUAGE_PARAMETER];

const nonEmpty = (given: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
