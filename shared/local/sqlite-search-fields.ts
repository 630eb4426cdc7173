import type { SQLInputValue } from 'node:sqlite';
import { dayOf } from '../index/filter-values.ts';
import { type FilterValues, SEARCH_FIELDS, SEARCH_FILTERS, type SearchField } from '../index/search-fields.ts';
import type { PageFields, SearchRecord } from '../ports/search-record.ts';

/** Maps search fields (`index/search-fields.ts`) to columns of the record table, and filters to SQL conditions on them. */

/** Part of a WHERE clause: conditions on the table alias `r`, each preceded by ` AND`. `sql` is empty without conditions. */
export type Condition = { sql: string; values: string[] };

export const FIELD_COLUMNS: readonly string[] = SEARCH_FIELDS.map(({ stored }) => stored);

/** Returns the values of all field columns of a record. */
export function fieldColumnValues(record: PageFields): Record<string, SQLInputValue> {
  return Object.fromEntries(SEARCH_FIELDS.map((field) => [field.stored, columnValue(field, record)]));
}

/**
 * Returns the column value of one field: the host, or the day of the date; null if the record has none. For the other kinds of
 * matching, returns the values with a line feed before, between and after them, so that `instr` finds a whole value.
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

/**
 * Returns the SQL condition for filters.
 *
 * @param rows numbers of the rows that may match; undefined: all rows
 */
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
