import { isOnUrls, TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition, SearchedText } from '../../ports/index-condition.ts';
import type { SqlCondition } from './sql-fields.ts';

type Sequence = Pick<Extract<IndexCondition, { match: 'words' }>, 'fields' | 'maxGap' | 'ordered'>;

/**
 * Returns a query for the documents that have words near each other, each at a place of its own.
 *
 * @param positions the list of positions (`fts5vocab`, type `instance`)
 */
export function sequenceSql(words: readonly string[], sequence: Sequence, positions: string): SqlCondition {
  return sequence.ordered ? orderedSql(words, sequence, positions) : unorderedSql(words, sequence, positions);
}

/** Restricts positions to some fields. Names of fields are our own, so they stand in the SQL. The table of the words of URLs has one column. */
export const columnsSql = (alias: string, fields: readonly SearchedText[]): string =>
  fields.length === TEXT_FIELDS.length || isOnUrls(fields)
    ? ''
    : ` AND ${alias}.col IN (${fields.map((field) => `'${field}'`).join(', ')})`;

function orderedSql(words: readonly string[], { fields, maxGap }: Sequence, positions: string): SqlCondition {
  const names = words.map((_, i) => `w${i}`);
  const tables = names.map(
    (name) =>
      `${name} (doc, col, at) AS MATERIALIZED (SELECT p.doc, p.col, p.offset FROM ${positions} p WHERE p.term = ?${columnsSql('p', fields)})`,
  );
  const steps = names.slice(1).map((name, i) => {
    const before = names[i]!;
    return `JOIN ${name} ON ${name}.doc = ${before}.doc AND ${name}.col = ${before}.col AND ${name}.at > ${before}.at`;
  });
  const span = `${names.at(-1)}.at - w0.at <= ${maxGap + words.length - 1}`;
  const sql = `SELECT * FROM (WITH ${tables.join(', ')} SELECT w0.doc FROM w0 ${steps.join(' ')} WHERE ${span})`;
  return { sql, values: [...words] };
}

/** Counts the words from each place on, as far as they may be apart. Each must be there as often as the query has it. */
function unorderedSql(words: readonly string[], { fields, maxGap }: Sequence, positions: string): SqlCondition {
  const different = [...new Set(words)];
  const counts = different.map((_, i) => `count(*) FILTER (WHERE w = ${i}) OVER near AS w${i}`);
  const places = different.map(
    (_, i) =>
      `SELECT ${i} AS w, p.doc, p.col, p.offset AS at FROM ${positions} p WHERE p.term = ?${columnsSql('p', fields)}`,
  );
  const enough = different.map((word, i) => `w${i} >= ${words.filter((other) => other === word).length}`);
  const near = `PARTITION BY doc, col ORDER BY at RANGE BETWEEN CURRENT ROW AND ${maxGap + words.length - 1} FOLLOWING`;
  const counted = `SELECT doc, ${counts.join(', ')} FROM (${places.join(' UNION ALL ')}) WINDOW near AS (${near})`;
  return { sql: `SELECT doc FROM (${counted}) WHERE ${enough.join(' AND ')}`, values: different };
}
