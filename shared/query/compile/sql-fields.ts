import { dayOf } from '../../index/filter-values.ts';
import { SEARCH_FIELDS, type SearchField } from '../../index/search-fields.ts';

/** A condition of a WHERE clause on the table alias `r`, with the values of its parameters. */
export type SqlCondition = { sql: string; values: string[] };

/** Returns the condition that a column of search fields has a value. @param bound for a day: from it on, or before it */
export function fieldSql({ stored, matching }: SearchField, value: string, bound?: 'from' | 'before'): SqlCondition {
  const column = `r.${stored}`;
  switch (matching) {
    case 'host': {
      const host = value.includes(':') ? column : `substr(${column}, 1, instr(${column} || ':', ':') - 1)`;
      return { sql: `(${host} = ? OR substr(${host}, -length(?) - 1) = '.' || ?)`, values: [value, value, value] };
    }
    case 'day':
      return { sql: `${column} ${bound === 'before' ? '<' : '>='} ?`, values: [dayOf(value)] };
    case 'equal':
      return { sql: `instr(${column}, ?) > 0`, values: [`\n${value}\n`] };
    case 'tree':
      return {
        sql: `(instr(${column}, ?) > 0 OR instr(${column}, ?) > 0)`,
        values: [`\n${value}\n`, `\n${value}.`],
      };
  }
}

/** Returns the search field of a property. */
export function fieldOfProperty(property: string): SearchField {
  const field = SEARCH_FIELDS.find((one) => one.property === property);
  if (!field) throw new Error(`no search field ${property}`);
  return field;
}
