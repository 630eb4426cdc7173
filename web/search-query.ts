import { SEARCH_FILTERS } from '../shared/index/search-fields.ts';
import type { SearchRequest } from '../shared/search/answer.ts';
import { readQuestion } from '../shared/search/question.ts';

/** Limits of one search: length of the query in UTF-16 units, hits of a page, and `from + size`. */
export const LIMITS = { queryLength: 1000, size: 100, defaultSize: 10, depth: 10_000 } as const;

/** An invalid parameter of the URL. */
export type ParameterFault = { parameter: string; detail: string };

/** A search request without the crawl. */
export type SearchQuery = Omit<SearchRequest, 'crawl'> & { from: number; size: number };

export const EMPTY_QUERY: SearchQuery = { q: '', from: 0, size: LIMITS.defaultSize };

/**
 * Parses the parameters of `/search`. Empty parameters count as absent; unknown ones are ignored. A filter also has the
 * names that it has in a query and on the command line (`language` for `lang`).
 *
 * @returns the valid parts of the query, and all faults. A query with faults must not reach the engine.
 */
export function parseSearchQuery(parameters: Readonly<Record<string, string>>): {
  query: SearchQuery;
  faults: ParameterFault[];
} {
  const faults: ParameterFault[] = [];
  const q = (parameters['q'] ?? '').trim();
  if (q.length > LIMITS.queryLength) {
    faults.push({ parameter: 'q', detail: `at most ${LIMITS.queryLength} characters; this has ${q.length}` });
  }
  for (const { filter, detail } of readQuestion(q, []).faults)
    faults.push({ parameter: 'q', detail: `${filter} ${detail}` });
  const format = (parameters['format'] ?? '').trim();
  if (!['', 'html', 'json'].includes(format)) faults.push({ parameter: 'format', detail: 'must be html or json' });
  const size = parseWholeNumber(parameters, 'size', [1, LIMITS.size], LIMITS.defaultSize, faults);
  const from = parseWholeNumber(parameters, 'from', [0, LIMITS.depth - size], 0, faults);
  const query: SearchQuery = { q: q.slice(0, LIMITS.queryLength), from, size };
  for (const { parameter, name, parse, expects, queryNames } of SEARCH_FILTERS) {
    const given = [parameter, name, ...queryNames].find((one) => (parameters[one] ?? '').trim() !== '');
    if (given === undefined) continue;
    const value = parse(parameters[given]!.trim());
    if (value === undefined) faults.push({ parameter: given, detail: `must be ${expects}` });
    else query[name] = value;
  }
  return { query, faults };
}

/** Returns the URL of a query. Defaults are left out, so equal queries have equal URLs. */
export function searchHref(crawl: string | undefined, query: SearchQuery, change: { from?: number } = {}): string {
  const parameters = new URLSearchParams({ q: query.q });
  if (crawl !== undefined) parameters.set('crawl', crawl);
  for (const { parameter, name } of SEARCH_FILTERS) {
    const value = query[name];
    if (value !== undefined) parameters.set(parameter, value);
  }
  const from = change.from ?? query.from;
  if (from > 0) parameters.set('from', String(from));
  if (query.size !== LIMITS.defaultSize) parameters.set('size', String(query.size));
  return `/search?${parameters}`;
}

function parseWholeNumber(
  parameters: Readonly<Record<string, string>>,
  parameter: string,
  [min, max]: [number, number],
  preset: number,
  faults: ParameterFault[],
): number {
  const text = (parameters[parameter] ?? '').trim();
  if (text === '') return preset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  faults.push({ parameter, detail: `must be a whole number from ${min} to ${max}` });
  return preset;
}
