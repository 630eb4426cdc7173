import * as z from 'zod';
import { type FilterName, type FilterValues, SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import type { SearchRequest } from '../../shared/search/answer.ts';
import { readQuestion } from '../../shared/search/question.ts';
import { SNIPPET_LENGTH } from '../../shared/search/snippet.ts';
import { parseSort, SORTS } from '../../shared/search/sort.ts';
import { FACET_PARAMETERS } from './facet-parameters.ts';
import { boundedText, type ParameterFault, parseParameters, wholeNumber } from './parse-parameters.ts';

/**
 * Limits of one search: length of the query, of the value of a filter and of the names of crawls (16 names of 64 characters, with commas
 * and blanks) in UTF-16 units, hits of a page, and `from + size`.
 */
export const LIMITS = {
  queryLength: 1000,
  filterLength: 1000,
  crawlsLength: 2000,
  size: 100,
  defaultSize: 10,
  depth: 10_000,
} as const;

/** A search request without the crawl. */
export type SearchQuery = Omit<SearchRequest, 'crawl'> & { from: number; size: number };

/** The query of the start page. */
export const EMPTY_QUERY: SearchQuery = { q: '', from: 0, size: LIMITS.defaultSize };

const querySchema = boundedText(LIMITS.queryLength).superRefine((q, { addIssue }) => {
  for (const { filter, detail } of readQuestion(q, []).faults)
    addIssue({ code: 'custom', message: `${filter} ${detail}` });
});

const crawlSchema = boundedText(LIMITS.crawlsLength).optional();

/** Parameters that select pages: the query, the crawl and the filters. Filters by their parameter. */
const SELECTION_PARAMETERS = {
  q: querySchema.default('').meta({
    description: 'The query, in the web syntax, with fields such as `title:`, `author:` and `url:`. Empty: all pages.',
    examples: ['"pitcher plants" -baseball', 'url:/plants/'],
  }),
  crawl: crawlSchema.meta({
    description:
      'Name of a crawl. Default: the one that was created last. /search, /feed and /facets take several, joined by commas.',
  }),
  ...Object.fromEntries(
    SEARCH_FILTERS.map(({ parameter, parse, expects, option, form }) => [
      parameter,
      // The parsers may shorten a value: a pasted web address stands for its host.
      boundedText(LIMITS.filterLength)
        .transform((text, context) => {
          const value = parse(text);
          if (value === undefined) context.addIssue({ code: 'custom', message: `must be ${expects}` });
          return value ?? z.NEVER;
        })
        .optional()
        .meta({
          description: `${option.help[0]!.toUpperCase()}${option.help.slice(1)}.`,
          ...(form.placeholder !== '' && { examples: [form.placeholder] }),
        }),
    ]),
  ),
} as { q: z.ZodType<string>; crawl: typeof crawlSchema } & Record<string, z.ZodType<string | undefined>>;

const PAGE_PARAMETERS = {
  from: wholeNumber(0, LIMITS.depth - 1, 0).meta({
    description: `Number of hits to skip. from + size is at most ${LIMITS.depth}.`,
  }),
  size: wholeNumber(1, LIMITS.size, LIMITS.defaultSize).meta({ description: 'Number of hits.' }),
};

const SORT_PARAMETER = z
  .string()
  .transform((text, context) => {
    const sort = parseSort(text);
    if (sort === undefined) context.addIssue({ code: 'custom', message: `must be one of ${SORTS.join(', ')}` });
    return sort ?? z.NEVER;
  })
  .optional()
  .meta({
    description:
      'Order of the hits: by relevance, by date of the page, or by the time of the fetch. With a minus the newest come first.',
    enum: SORTS,
    default: 'relevance',
  });

const COLLAPSE_PARAMETER = z
  .enum(['host'], { error: 'must be host' })
  .optional()
  .meta({ description: 'host: only the best hit of each host. Near-duplicates are not folded then.' });

const EXPLAIN_PARAMETER = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
  .optional()
  .meta({ description: 'true: each hit lists the parts of its score.' });

/** All parameters of `/search` but `format`. */
export const SEARCH_PARAMETERS = {
  ...SELECTION_PARAMETERS,
  ...PAGE_PARAMETERS,
  sort: SORT_PARAMETER,
  collapse: COLLAPSE_PARAMETER,
  snippetLength: wholeNumber(SNIPPET_LENGTH.min, SNIPPET_LENGTH.max, undefined).meta({
    description: `Approximate length of snippets, in UTF-16 units. Default: ${SNIPPET_LENGTH.preset}. Hits then have snippetOffset.`,
  }),
  explain: EXPLAIN_PARAMETER,
  ...FACET_PARAMETERS,
};

/**
 * Parses the parameters of `/search`. Empty parameters count as absent; unknown ones are ignored. A filter also has the
 * names that it has in a query and on the command line (`language` for `lang`).
 *
 * @returns the valid parts of the query, and all faults. A query with faults must not reach the engine.
 */
export function parseSearchQuery(given: Readonly<Record<string, string>>): {
  query: SearchQuery;
  faults: ParameterFault[];
} {
  const usedNames = namesInUse(given);
  const byParameter = { ...given };
  for (const [parameter, used] of usedNames) byParameter[parameter] = given[used]!;
  const { values, faults } = parseParameters(SEARCH_PARAMETERS, byParameter);
  const { from, size, sort, collapse, snippetLength, explain, facets, facetSize } = values;
  if (from + size > LIMITS.depth)
    faults.push({ parameter: 'from', detail: `must be a whole number from 0 to ${LIMITS.depth - size}` });
  const query: SearchQuery = {
    q: faults.some(({ parameter }) => parameter === 'q') ? cutQuery(given['q']) : values.q,
    from,
    size,
    ...filtersOf(values),
    ...(sort !== undefined && sort !== 'relevance' && { sort }),
    ...(collapse !== undefined && { collapse }),
    ...(snippetLength !== undefined && { snippetLength }),
    ...(explain && { explain }),
    ...(facets?.length && { facets }),
    ...(facetSize !== undefined && { facetSize }),
  };
  return {
    query,
    faults: faults.map(({ parameter, detail }) => ({ parameter: usedNames.get(parameter) ?? parameter, detail })),
  };
}

/** Returns parameter → name that the URL uses for it, for filters that are set. */
function namesInUse(given: Readonly<Record<string, string>>): Map<string, string> {
  const used = new Map<string, string>();
  for (const { parameter, name, queryNames } of SEARCH_FILTERS) {
    const set = [parameter, name, ...queryNames].find((one) => (given[one] ?? '').trim() !== '');
    if (set !== undefined) used.set(parameter, set);
  }
  return used;
}

/** The page that shows the faults keeps the query, as far as the box can hold it. */
const cutQuery = (q = ''): string => q.trim().slice(0, LIMITS.queryLength);

function filtersOf(values: Readonly<Record<string, unknown>>): FilterValues {
  const set = SEARCH_FILTERS.flatMap(({ parameter, name }): [FilterName, string][] => {
    const value = values[parameter];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(set);
}

/** Returns the URL of a query. Defaults are left out, so equal queries have equal URLs. */
export function searchHref(
  crawl: string | undefined,
  query: SearchQuery,
  change: { from?: number; format?: string; path?: '/search' | '/feed' } = {},
): string {
  const parameters = new URLSearchParams({ q: query.q });
  if (crawl !== undefined) parameters.set('crawl', crawl);
  for (const { parameter, name } of SEARCH_FILTERS) {
    const value = query[name];
    if (value !== undefined) parameters.set(parameter, value);
  }
  if (query.sort !== undefined) parameters.set('sort', query.sort);
  if (query.collapse !== undefined) parameters.set('collapse', query.collapse);
  if (query.snippetLength !== undefined) parameters.set('snippetLength', String(query.snippetLength));
  if (query.explain) parameters.set('explain', 'true');
  const from = change.from ?? query.from;
  if (from > 0) parameters.set('from', String(from));
  if (query.size !== LIMITS.defaultSize) parameters.set('size', String(query.size));
  if (change.format !== undefined) parameters.set('format', change.format);
  return `${change.path ?? '/search'}?${parameters}`;
}
