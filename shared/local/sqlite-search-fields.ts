import type { SQLInputValue } from 'node:sqlite';
import { dayOf } from '../index/filter-values.ts';
import { type FilterValues, SEARCH_FIELDS, SEARCH_FILTERS, type SearchField } from '../index/search-fields.ts';
import type { PageFields, SearchRecord } from '../ports/search-record.ts';

/** Search fields (`index/search-fields.ts`) as columns of a record's row, and filters as conditions on them. */

/** Part of a WHERE clause: conditions on the row `r`, each led by ` AND`. Empty if there are none. */
export type Condition = { sql: string; values: string[] };

export const FIELD_COLUMNS: readonly string[] = SEARCH_FIELDS.map(({ stored }) => stored);

/** Returns the values of all field columns of a record. */
export function fieldColumnValues(record: PageFields): Record<string, SQLInputValue> {
  return Object.fromEntries(SEARCH_FIELDS.map((field) => [field.stored, columnValue(field, record)]));
}

/**
 * Returns the column of one field: the host, the day of the date (null if there is none), or for the other kinds a list with
 * a line break before, between and after the values, so that a whole value is found as text.
 */
function columnValue(field: SearchField, record: PageFields): string | null {
  const values = field.valuesOf(record as SearchRecord);
  switch (field.matching) {
    case 'host':
      return values[0] ?? null;
    case 'day':
      return values[0] === undefined ? null : dayOf(values[0]);
    case 'equal':
    case 'tree':
      return values.length === 0 ? '' : `\n${values.join('\n')}\n`;
  }
}

/** @param rows numbers of the only rows that may match, or undefined if all may */
export function filterCondition(filters: FilterValues, rows: number[] | undefined): Condition {
  const parts = SEARCH_FILTERS.flatMap(({ name, field, bound }) => {
    const value = filters[name];
    return value === undefined ? [] : [conditionOn(`r.${field.stored}`, field, value, bound)];
  });
  if (rows) parts.unshift({ sql: 'r.n IN (SELECT value FROM json_each(?))', values: [JSON.stringify(rows)] });
  return { sql: parts.map(({ sql }) => ` AND ${sql}`).join(''), values: parts.flatMap(({ values }) => values) };
}

function conditionOn(column: string, { matching }: SearchField, value: string, bound: 'from' | 'before' = 'from') {
  switch (matching) {
    case 'host': {
      const host = value.includes(':') ? column : `substr(${column}, 1, instr(${column} || ':', ':') - 1)`;
      return { sql: `(${host} = ? OR substr(${host}, -length(?) - 1) = '.' || ?)`, values: [value, value, value] };
    }
    case 'day':
      return { sql: `${column} ${bound === 'from' ? '>=' : '<'} ?`, values: [dayOf(value)] };
    case 'equal':
      return { sql: `instr(${column}, ?) > 0`, values: [`\n${value}\n`] };
    case 'tree':
      return {
        sql: `(instr(${column}, ?) > 0 OR instr(${column}, ?) > 0)`,
        values: [`\n${value}\n`, `\n${value}.`],
      };
  }
}
