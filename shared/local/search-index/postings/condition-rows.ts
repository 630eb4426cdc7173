import type { DatabaseSync } from 'node:sqlite';
import { hasParts } from '../../../index/field-parts.ts';
import { isOnUrls } from '../../../index/text-fields.ts';
import type { IndexCondition } from '../../../ports/index-condition.ts';
import { conditionSql, isAnyText, matchOf, phraseOf, type TermPattern } from '../../../query/compile/fts5.ts';
import { fieldOfProperty } from '../../../query/compile/sql-fields.ts';
import type { Column } from '../sqlite-columns.ts';
import { numbersOf } from '../sqlite-matching-rows.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import { hasValue, rowsWith } from './filter-rows.ts';
import type { PostingLists } from './posting-lists.ts';
import { addRow, bitsOf, inAll, inAny, type RowBits } from './row-bits.ts';

type Words = Extract<IndexCondition, { match: 'words' }>;
type Whole = Extract<IndexCondition, { match: 'whole' }>;
type Ids = Extract<IndexCondition, { match: 'ids' }>;
type Url = Extract<IndexCondition, { match: 'url' }>;
/** Conditions on texts whose rows are kept until the index changes. */
const MAX_KEPT = 16;

type Days = Extract<IndexCondition, { match: 'days' }>;

/**
 * Returns a function that finds the rows that meet a condition: what `conditionSql` matches. Sets of rows are combined in memory, because
 * SQL looks up a row for each of a long list.
 */
export function conditionRows(
  db: DatabaseSync,
  tables: CrawlTables,
  postings: PostingLists,
  columnOf: (name: string) => Column,
): (condition: IndexCondition) => RowBits {
  const { record, words, urls } = tables;
  const kept = new Map<string, RowBits>();
  let keptAt = -1;
  const read = (sql: string, values: string[]) =>
    bitsOf(numbersOf((db.prepare(sql).get(...values) as { list: string | null }).list ?? ''), postings.lastRow());

  /** Reads the rows of each word: FTS5 takes a time that grows with the square of the number of words. */
  function singleWords({ fields, alternatives }: Words): RowBits | undefined {
    if (isOnUrls(fields))
      return alternatives.every((one) => one.length === 1) ? urlWords(alternatives.flat()) : undefined;
    const isTitle = fields.length === 1 && fields[0] === 'title';
    if (!isAnyText(fields) && !isTitle) return undefined;
    if (alternatives.some((one) => one.length !== 1)) return undefined;
    const found = bitsOf([], postings.lastRow());
    for (const [word] of alternatives) postings.addTo(found, word!, isTitle);
    return found;
  }

  function urlWords(all: readonly string[]): RowBits {
    const listed = db.prepare(`SELECT rowid AS n FROM ${urls.words} WHERE ${urls.words} MATCH ?`);
    const found = bitsOf([], postings.lastRow());
    for (const word of all)
      for (const { n } of listed.iterate(phraseOf([word])) as unknown as Iterable<{ n: number }>) addRow(found, n);
    return found;
  }

  function daysRows({ field, from, before }: Days): RowBits {
    const stored = fieldOfProperty(field);
    return rowsWith(
      postings.allRows(),
      columnOf(stored.stored),
      (day) =>
        (from === undefined || hasValue(stored, day, from, 'from')) &&
        (before === undefined || hasValue(stored, day, before, 'before')),
    );
  }

  function rowsOf(condition: IndexCondition): RowBits {
    switch (condition.match) {
      case 'all':
        return postings.allRows();
      case 'none':
      case 'annotation':
        return bitsOf([], postings.lastRow());
      case 'and':
        return inAll([postings.allRows(), ...condition.parts.map(rowsOf)]);
      case 'or':
        return inAny(condition.parts.map(rowsOf), postings.lastRow());
      case 'not': {
        const excluded = rowsOf(condition.part);
        return postings.allRows().map((bits, i) => bits & ~(excluded[i] ?? 0));
      }
      case 'value': {
        const field = fieldOfProperty(condition.field);
        return rowsWith(postings.allRows(), columnOf(field.stored), (stored) =>
          hasValue(field, stored, condition.value),
        );
      }
      case 'parts':
        return rowsWith(postings.allRows(), columnOf(fieldOfProperty('fields').stored), (stored) =>
          hasParts(stored, condition),
        );
      case 'days':
        return daysRows(condition);
      default:
        return keptRows(condition);
    }
  }

  /** A search evaluates its condition several times: for its hits, their bonuses and near-duplicates. */
  function keptRows(condition: Words | Whole | Ids | Url | TermPattern): RowBits {
    const key = JSON.stringify(condition);
    if (keptAt !== postings.version()) kept.clear();
    keptAt = postings.version();
    const rows = kept.get(key) ?? textRows(condition);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, rows);
    return rows;
  }

  function textRows(condition: Words | Whole | Ids | Url | TermPattern): RowBits {
    const single = condition.match === 'words' ? singleWords(condition) : undefined;
    if (single) return single;
    for (const [of, table] of [['texts', words] as const, ['urls', urls.words] as const]) {
      const match = matchOf(condition, of);
      if (match !== undefined)
        return read(`SELECT group_concat(rowid) AS list FROM ${table} WHERE ${table} MATCH ?`, [match]);
    }
    const { sql, values } = conditionSql(condition, tables);
    return read(`SELECT group_concat(r.n) AS list FROM ${record} r WHERE r.shown IS NOT NULL AND ${sql}`, values);
  }

  return rowsOf;
}
