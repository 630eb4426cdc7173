import type { DatabaseSync } from 'node:sqlite';
import type { IndexQuery } from '../../ports/search-index.ts';
import { anyOf } from '../../query/compile/fts5.ts';
import { type Condition, shownRecords } from './sqlite-search-fields.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';

/**
 * Returns the numbers of the rows that match a query, in any order. One string of numbers costs a tenth of one result row for
 * each of them.
 *
 * @param condition that of the filters, and of the query if it has one
 */
export function matchingRows(
  db: DatabaseSync,
  { record, words }: CrawlTables,
  query: Pick<IndexQuery, 'words' | 'condition' | 'bonuses'>,
  condition: Condition,
): Uint32Array {
  const shown = shownRecords(record, condition);
  const list = (sql: string, values: string[]) =>
    numbersOf((db.prepare(sql).get(...values) as { list: string | null }).list ?? '');
  if (query.condition || (query.words.length === 0 && !query.bonuses?.length))
    return list(`SELECT group_concat(r.n) AS list FROM ${shown}`, condition.values);
  const anyWord = anyOf(query.words.flat());
  const matches = `SELECT group_concat(rowid) AS list FROM ${words} WHERE ${words} MATCH ?`;
  if (condition.sql === '') return list(matches, [anyWord]);
  const allowed = `WITH allowed (n) AS MATERIALIZED (SELECT r.n FROM ${shown})`;
  return list(`${allowed} ${matches} AND +${words}.rowid IN allowed`, [...condition.values, anyWord]);
}

const COMMA = 44;
const ZERO = 48;

/** Parses whole numbers that are joined by commas. */
export function numbersOf(list: string): Uint32Array {
  if (list === '') return new Uint32Array(0);
  const numbers = new Uint32Array(1 + (list.length >> 1));
  let count = 0;
  let number = 0;
  for (let i = 0; i < list.length; i++) {
    const code = list.charCodeAt(i);
    if (code === COMMA) {
      numbers[count++] = number;
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  numbers[count++] = number;
  return numbers.subarray(0, count);
}
