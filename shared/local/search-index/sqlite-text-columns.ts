import type { DatabaseSync } from 'node:sqlite';
import { mapTexts, type RecordTexts, SEARCHED_TEXTS, TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition, SearchedText, TextField } from '../../ports/index-condition.ts';
import type { IndexQuery } from '../../ports/search-index.ts';
import { isAnyText } from '../../query/compile/fts5.ts';

/**
 * Returns the text fields that an FTS5 table has a column for. That of an earlier version has fewer, and FTS5 cannot add a column:
 * `thresher reindex` writes a new table.
 */
export function textColumns(db: DatabaseSync, table: string): TextField[] {
  const rows = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
  return TEXT_FIELDS.filter((field) => rows.some(({ name }) => name === field));
}

/** Empties the texts that the table has no column for, so that the counts of words are those of the table. */
export const textsOfColumns = (texts: RecordTexts, columns: readonly TextField[]): RecordTexts =>
  mapTexts(texts, (text, field) => (columns.includes(field) ? text : ''));

/** Restricts the conditions of a query to the texts that an index has. A condition on others alone matches nothing. */
export function queryOfColumns(query: IndexQuery, columns: readonly SearchedText[]): IndexQuery {
  if (columns.length === SEARCHED_TEXTS.length) return query;
  const { condition, bonuses } = query;
  return {
    ...query,
    ...(condition && { condition: conditionOfColumns(condition, columns) }),
    ...(bonuses && { bonuses: bonuses.map((bonus) => conditionOfColumns(bonus, columns)) }),
  };
}

function conditionOfColumns(condition: IndexCondition, columns: readonly SearchedText[]): IndexCondition {
  switch (condition.match) {
    case 'and':
    case 'or':
      return { ...condition, parts: condition.parts.map((part) => conditionOfColumns(part, columns)) };
    case 'not':
      return { ...condition, part: conditionOfColumns(condition.part, columns) };
    case 'words':
    case 'wildcard':
    case 'fuzzy': {
      // A condition on all texts names no column.
      if (isAnyText(condition.fields)) return condition;
      const fields = condition.fields.filter((field) => columns.includes(field));
      return fields.length > 0 ? { ...condition, fields } : { match: 'none' };
    }
    case 'whole':
      return columns.includes(condition.field) ? condition : { match: 'none' };
    case 'url':
      return columns.includes('url') ? condition : { match: 'none' };
    default:
      return condition;
  }
}
