import type { SQLInputValue } from 'node:sqlite';
import { dayOf } from '../../index/filter-values.ts';
import { SEARCH_FIELDS, SEARCH_FILTERS, type SearchField } from '../../index/search-fields.ts';
import type { IndexQuery } from '../../ports/search-index.ts';
import type { PageFields, SearchRecord } from '../../ports/search-record.ts';
import { conditionSql, type WordTables } from '../../query/compile/fts5.ts';
import { fieldSql } from '../../query/compile/sql-fields.ts';

/** Maps search fields (`index/search-fields.ts`) to columns of the record table, and filters to SQL conditions on them. */

/**
 * Part of a WHERE clause: conditions on the table alias `r`, each preceded by ` AND`. `sql` is empty without conditions. `isOfFields`: it
 * only reads columns of search fields, which have an index together.
 */
export type Condition = { sql: string; values: string[]; isOfFields?: boolean };

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

/** Returns the values of a field from its column; of a date only the day. */
export function columnValues({ matching }: SearchField, stored: string): string[] {
  return matching === 'host' || matching === 'day' ? [stored] : stored.split('\n').filter((value) => value !== '');
}

/**
 * Returns the SQL condition for filters and for what the query matches.
 *
 * @param rows numbers of the rows that may match; undefined: all rows
 */
export function filterCondition(
  { filters, condition }: Pick<IndexQuery, 'filters' | 'condition'>,
  tables: WordTables,
  rows: number[] | undefined,
): Condition {
  const parts = SEARCH_FILTERS.flatMap(({ name, field, bound }) => {
    const value = filters[name];
    return value === undefined ? [] : [fieldSql(field, value, bound)];
  });
  const isOfFields = parts.length > 0 && !condition && !rows;
  if (condition) parts.unshift(conditionSql(condition, tables));
  if (rows) parts.unshift({ sql: 'r.n IN (SELECT value FROM json_each(?))', values: [JSON.stringify(rows)] });
  return {
    sql: parts.map(({ sql }) => ` AND ${sql}`).join(''),
    values: parts.flatMap(({ values }) => values),
    isOfFields,
  };
}

/**
 * Returns the FROM and WHERE clauses for the shown records that meet a condition. Conditions on search fields read the index of
 * these fields: the table has the texts in between, and reading all of it takes ten times as long.
 */
export const shownRecords = (record: string, { sql, isOfFields }: Condition): string =>
  `${record} r${isOfFields ? ` INDEXED BY ${record}_facets` : ''} WHERE r.shown IS NOT NULL${sql}`;
