import type { FieldProperty, FilterValues } from './search-fields.ts';

/** A property of records whose values are counted over all hits of a query. */
export type Facet = {
  /** Name in requests and answers. */
  name: string;
  /** The search field (`search-fields.ts`) that the values come from. */
  property: FieldProperty;
  /** Field of OpenSearch: that of the search field, or one of its own if the facet has other values. */
  stored: string;
  /** Returns the values that a record counts for, each once. @param values those of the search field of one record */
  valuesOf: (values: readonly string[]) => readonly string[];
  /** Returns the filters that select the records of a value. */
  filtersOf: (value: string) => FilterValues;
};

/** Returns the values and all values above them, each once: `a.b` also counts for `a`. */
export function withParents(values: readonly string[]): string[] {
  const all = values.flatMap((value) => {
    const parts = value.split('.');
    return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
  });
  return [...new Set(all)];
}

const sameValues = (values: readonly string[]): readonly string[] => values;

/**
 * The facets, in the order in which answers and pages show them. A record counts for its host only, not for hosts above it;
 * its classes count for all classes above them.
 */
export const FACETS = [
  {
    name: 'class',
    property: 'classes',
    stored: 'classes',
    valuesOf: withParents,
    filtersOf: (value: string) => ({ class: value }),
  },
  {
    name: 'host',
    property: 'host',
    stored: 'hostName',
    valuesOf: sameValues,
    filtersOf: (value: string) => ({ site: value }),
  },
  {
    name: 'type',
    property: 'type',
    stored: 'type',
    valuesOf: sameValues,
    filtersOf: (value: string) => ({ type: value }),
  },
  {
    name: 'language',
    property: 'language',
    stored: 'language',
    valuesOf: sameValues,
    filtersOf: (value: string) => ({ language: value }),
  },
  {
    name: 'year',
    property: 'date',
    stored: 'year',
    valuesOf: (dates: readonly string[]) => dates.map((date) => date.slice(0, 4)),
    // No date is after the year 9999.
    filtersOf: (year: string) =>
      year === '9999' ? { after: year } : { after: year, before: `${Number(year) + 1}`.padStart(4, '0') },
  },
  {
    name: 'genre',
    property: 'genre',
    stored: 'genre',
    valuesOf: sameValues,
    filtersOf: (value: string) => ({ genre: value }),
  },
  {
    name: 'author',
    property: 'author',
    stored: 'authors',
    valuesOf: sameValues,
    filtersOf: (value: string) => ({ author: value }),
  },
  {
    name: 'licence',
    property: 'licence',
    stored: 'licenceName',
    // All versions of a licence together.
    valuesOf: (values: readonly string[]) => values.slice(0, 1),
    filtersOf: (value: string) => ({ licence: value }),
  },
  {
    name: 'field',
    property: 'fields',
    stored: 'fields',
    valuesOf: sameValues,
    filtersOf: (value: string) => ({ field: value }),
  },
] as const satisfies readonly Facet[];

export type FacetName = (typeof FACETS)[number]['name'];

export const FACET_NAMES: readonly FacetName[] = FACETS.map(({ name }) => name);

export const isFacetName = (name: string): name is FacetName => FACETS.some((facet) => facet.name === name);

/** Counts of values over all hits: those of the most records first, equal ones in alphabetical order. */
export type FacetCounts = Partial<Record<FacetName, { value: string; count: number }[]>>;

/** Returns values in the order in which people read them: years from the last one on, others as they were counted. */
export const readingOrder = <Value extends { value: string }>(name: FacetName, values: readonly Value[]): Value[] =>
  name === 'year' ? values.toSorted((a, b) => (a.value < b.value ? 1 : -1)) : [...values];
