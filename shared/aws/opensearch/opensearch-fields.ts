import { dayOf } from '../../index/filter-values.ts';
import { type FilterValues, SEARCH_FIELDS, SEARCH_FILTERS, type SearchField } from '../../index/search-fields.ts';
import type { PageFields, SearchRecord } from '../../ports/search-record.ts';

/** Search fields (`index/search-fields.ts`) as keyword fields of a document, and filters as clauses of a query. */

export const FIELD_NAMES: readonly string[] = SEARCH_FIELDS.map(({ stored }) => stored);

export const FIELD_MAPPINGS = Object.fromEntries(FIELD_NAMES.map((name) => [name, { type: 'keyword' }]));

/** Returns, for each field that a record has, the keywords that it is found under. */
export function fieldKeywords(record: PageFields): Record<string, string[]> {
  const keywords = SEARCH_FIELDS.map((field) => [field.stored, keywordsOf(field, record)] as const);
  return Object.fromEntries(keywords.filter(([, values]) => values.length > 0));
}

function keywordsOf(field: SearchField, record: PageFields): string[] {
  const values = field.valuesOf(record as SearchRecord);
  switch (field.matching) {
    case 'equal':
      return [...values];
    case 'tree':
      return [...new Set(values.flatMap(withParents))];
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

/** Returns the value and all values above it: `a.b` is found as `a` too. */
function withParents(value: string): string[] {
  const parts = value.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}

export function filterClauses(filters: FilterValues): object[] {
  return SEARCH_FILTERS.flatMap(({ name, field, bound = 'from' }): object[] => {
    const value = filters[name];
    if (value === undefined) return [];
    if (field.matching !== 'day') return [{ term: { [field.stored]: value } }];
    return [{ range: { [field.stored]: { [bound === 'from' ? 'gte' : 'lt']: dayOf(value) } } }];
  });
}
