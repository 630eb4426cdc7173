import { expect, test } from 'vitest';
import { FACETS, readingOrder } from '../../shared/index/facets.ts';
import { SEARCH_FILTERS } from '../../shared/index/search-fields.ts';

test.each(['0001', '0999', '2024', '9999'])('filters by the year %s with valid dates', (year) => {
  const filters = FACETS.find(({ name }) => name === 'year')!.filtersOf(year);
  for (const [name, value] of Object.entries(filters))
    expect(SEARCH_FILTERS.find((filter) => filter.name === name)!.parse(value)).toBe(value);
  expect(filters).toMatchObject({ after: year });
});

test('shows years from the last one on, and other values as they were counted', () => {
  const values = ['2019', '2024', '2021'].map((value, i) => ({ value, count: 9 - i }));
  expect(readingOrder('year', values).map(({ value }) => value)).toEqual(['2024', '2021', '2019']);
  expect(readingOrder('host', values)).toEqual(values);
});
