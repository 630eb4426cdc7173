import { dayOf } from '../../../index/filter-values.ts';
import { type FilterValues, SEARCH_FILTERS, type SearchField } from '../../../index/search-fields.ts';
import type { Column } from '../sqlite-columns.ts';
import { emptyBits, type RowBits } from './row-bits.ts';

/**
 * Returns the rows that pass all filters, among others that are not shown any more. Each different value of a column is tested once.
 *
 * @param columnOf returns the column of a search field
 * @param rows the rows that are filtered
 */
export function filterRows(filters: FilterValues, columnOf: (name: string) => Column, rows: RowBits): RowBits {
  let passing = rows;
  for (const { name, field, bound } of SEARCH_FILTERS) {
    const value = filters[name];
    if (value === undefined) continue;
    passing = rowsWith(passing, columnOf(field.stored), (stored) => hasValue(field, stored, value, bound));
  }
  return passing;
}

/** Returns the rows with a value in a column that passes a test. */
export function rowsWith(
  rows: RowBits,
  { values, rows: positions }: Column,
  test: (stored: string) => boolean,
): RowBits {
  const accepts = Uint8Array.from(values, (stored) => Number(stored !== null && test(stored)));
  return acceptedRows(rows, positions, accepts);
}

function acceptedRows(rows: RowBits, positions: Uint32Array, accepts: Uint8Array): RowBits {
  const passing = emptyBits(32 * rows.length - 1);
  for (let i = 0; i < rows.length; i++) {
    let kept = 0;
    for (let word = rows[i]!; word !== 0; word &= word - 1) {
      const bit = 31 - Math.clz32(word & -word);
      kept |= accepts[positions[(i << 5) + bit] ?? 0]! << bit;
    }
    passing[i] = kept;
  }
  return passing;
}

/** Returns whether a value of a column passes a filter: what `fieldSql` says in SQL. */
export function hasValue({ matching }: SearchField, stored: string, value: string, bound?: 'from' | 'before'): boolean {
  switch (matching) {
    case 'host': {
      const host = value.includes(':') ? stored : stored.replace(/:.*$/s, '');
      return host === value || host.endsWith(`.${value}`);
    }
    case 'day':
      return bound === 'before' ? stored < dayOf(value) : stored >= dayOf(value);
    case 'equal':
      return stored.includes(`\n${value}\n`);
    case 'tree':
      return stored.includes(`\n${value}\n`) || stored.includes(`\n${value}.`);
  }
}
