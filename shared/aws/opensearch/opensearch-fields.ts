import { FACETS, type Facet, type FacetCounts, withParents } from '../../index/facets.ts';
import { dayOf } from '../../index/filter-values.ts';
import { type FilterValues, SEARCH_FIELDS, SEARCH_FILTERS, type SearchField } from '../../index/search-fields.ts';
import type { IndexQuery } from '../../ports/search-index.ts';
import type { PageFields, SearchRecord } from '../../ports/search-record.ts';
import { titleWords } from '../../text/analysis/title-words.ts';

/** Search fields (`index/search-fields.ts`) as keyword fields of a document, and filters as clauses of a query. */

/** Keyword field with the words of title and headings, for suggestions. */
export const TITLE_WORDS = 'titleWords';

/** Facets whose values are not those of a search field. */
const OWN_FACETS = FACETS.filter((facet) => !SEARCH_FIELDS.some(({ stored }) => stored === facet.stored));

/** The field of the classes of a record, with those above them. */
export const CLASSES: string = SEARCH_FIELDS.find(({ property }) => property === 'classes')!.stored;

export const FIELD_NAMES: readonly string[] = [
  ...[...SEARCH_FIELDS, ...OWN_FACETS].map(({ stored }) => stored),
  TITLE_WORDS,
];

export const FIELD_MAPPINGS = Object.fromEntries(FIELD_NAMES.map((name) => [name, { type: 'keyword' }]));

/** Returns, for each field that a record has, the keywords that it is found under. */
export function fieldKeywords(record: PageFields): Record<string, string[]> {
  const keywords = [
    ...SEARCH_FIELDS.map((field) => [field.stored, keywordsOf(field, record)] as const),
    ...OWN_FACETS.map((facet) => [facet.stored, facetKeywords(facet, record)] as const),
    [TITLE_WORDS, titleWords(record)] as const,
  ];
  return Object.fromEntries(keywords.filter(([, values]) => values.length > 0));
}

function facetKeywords({ property, valuesOf }: Facet, record: PageFields): string[] {
  const field: SearchField | undefined = SEARCH_FIELDS.find((one) => one.property === property);
  return [...valuesOf(field?.valuesOf(record as SearchRecord) ?? [])];
}

function keywordsOf(field: SearchField, record: PageFields): string[] {
  const values = field.valuesOf(record as SearchRecord);
  switch (field.matching) {
    case 'equal':
      return [...values];
    case 'tree':
      return withParents(values);
    case 'host':
      return values.flatMap(withParentHosts);
    case 'day':
      return values.map(dayOf);
  }
}

/** Returns the host and all hosts above it, each with the port too if there is one. */
function withParentHosts(host: string): string[] {
  const [name = '', port] = host.split(':');
  const labels = name.split('.');
  const names = labels.map((_, i) => labels.slice(i).join('.'));
  return port === undefined ? names : [...names, ...names.map((name) => `${name}:${port}`)];
}

export function filterClauses(filters: FilterValues): object[] {
  return SEARCH_FILTERS.flatMap(({ name, field, bound = 'from' }): object[] => {
    const value = filters[name];
    if (value === undefined) return [];
    if (field.matching !== 'day') return [{ term: { [field.stored]: value } }];
    return [{ range: { [field.stored]: { [bound === 'from' ? 'gte' : 'lt']: dayOf(value) } } }];
  });
}

/**
 * Returns the aggregations that count facets. An index has one shard, so the counts are exact; where the engine sets the number
 * of shards itself, each shard returns many more values than are wanted.
 */
export function facetAggregations({ names, size }: NonNullable<IndexQuery['facets']>): Record<string, object> {
  const facets = FACETS.filter(({ name }) => names.includes(name));
  const order = [{ _count: 'desc' }, { _key: 'asc' }];
  const terms = (field: string) => ({ terms: { field, size, shard_size: SHARD_VALUES, order } });
  return Object.fromEntries(facets.map(({ name, stored }) => [name, terms(stored)]));
}

/** Values of a facet that each shard returns. The engine refuses answers with more than 65,535 values. */
const SHARD_VALUES = 10_000;

export type Aggregations = Record<string, { buckets?: { key: string; doc_count: number }[] }>;

/** Returns the counts of an answer with `facetAggregations`. */
export function facetCountsOf(aggregations: Aggregations): FacetCounts {
  const counts = Object.entries(aggregations).map(([name, { buckets = [] }]) => [
    name,
    buckets.map(({ key, doc_count: count }) => ({ value: key, count })),
  ]);
  return Object.fromEntries(counts) as FacetCounts;
}
