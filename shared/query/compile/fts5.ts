import { isOnUrls, TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition, IndexSort, SearchedText } from '../../ports/index-condition.ts';
import { columnsSql, sequenceSql } from './position-sql.ts';
import { fieldOfProperty, fieldSql, type SqlCondition } from './sql-fields.ts';

/** Names of an FTS5 table, of the list of its terms (`fts5vocab`, type `row`), and of the list of their positions (type `instance`). */
export type TermTables = { words: string; terms: string; positions: string };

/**
 * Names of the tables that a condition reads: those of the texts, and those of the words of URLs with the table that has the URLs of each record.
 * Without the latter, no record has words of URLs. Conditions also call the functions `edit_distance(a, b, max)`,
 * `has_whole_text(face, field, text)`, which says whether a record has a text as a whole (`index/whole-texts.ts`), and
 * `has_parts(fields, test)`, which says whether a value of a mapped field has some parts (`index/field-parts.ts`).
 */
export type WordTables = TermTables & { urls?: TermTables & { rows: string } };

type Words = Extract<IndexCondition, { match: 'words' }>;
type Whole = Extract<IndexCondition, { match: 'whole' }>;
type Url = Extract<IndexCondition, { match: 'url' }>;

/** The FTS5 tables: of texts, and of the words of URLs. */
type WordTable = 'texts' | 'urls';
const WORD_TABLES: readonly WordTable[] = ['texts', 'urls'];

/**
 * Translates a condition to SQL on the alias `r` of the record table, whose column `n` is the row of the FTS5 table. Texts of
 * the query are only in `values`: words are in quotes there, because FTS5 has a syntax of its own.
 */
export function conditionSql(condition: IndexCondition, tables: WordTables): SqlCondition {
  const isMissing = !tables.urls && 'fields' in condition && isOnUrls(condition.fields);
  if (isMissing) return NOTHING;
  for (const table of WORD_TABLES) {
    const match = matchOf(condition, table);
    if (match !== undefined) return matching(match, tables, table);
  }
  switch (condition.match) {
    case 'all':
      return { sql: '1', values: [] };
    case 'none':
    case 'annotation':
      return NOTHING;
    case 'ids':
      return { sql: 'r.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(condition.ids)] };
    case 'and':
    case 'or':
      return joinedSql(condition, tables);
    case 'not': {
      const { sql, values } = conditionSql(condition.part, tables);
      return { sql: `NOT ifnull(${sql}, 0)`, values };
    }
    case 'value':
      return fieldSql(fieldOfProperty(condition.field), condition.value);
    case 'parts': {
      const { field, separator, parts } = condition;
      return { sql: 'has_parts(r.fields, ?)', values: [JSON.stringify({ field, separator, parts })] };
    }
    case 'days':
      return daysSql(condition);
    case 'wildcard':
    case 'fuzzy':
      return termsSql(condition, tables);
    case 'words':
      return sequencesSql(condition, tables);
    case 'whole':
      return wholeSql(condition, tables);
    case 'url':
      return urlSql(condition, tables);
  }
}

const NOTHING: SqlCondition = { sql: '0', values: [] };

/** Returns the tables that a condition on some texts reads. */
const tablesOf = (fields: readonly SearchedText[], tables: WordTables): TermTables =>
  isOnUrls(fields) && tables.urls ? tables.urls : tables;

/** Returns the terms of an ORDER BY clause, each followed by a comma. */
export const sortSql = (sort: readonly IndexSort[]): string =>
  sort
    .map(({ field, descending }) => `r.${fieldOfProperty(field).stored} ${descending ? 'DESC' : 'ASC'} NULLS LAST, `)
    .join('');

function matching(match: string, tables: WordTables, table: WordTable): SqlCondition {
  const { words } = table === 'urls' ? (tables.urls ?? {}) : tables;
  if (words === undefined) return NOTHING;
  return { sql: `r.n IN (SELECT rowid FROM ${words} WHERE ${words} MATCH ?)`, values: [match] };
}

/** Joins conditions. Those that FTS5 can evaluate become one MATCH of each table. */
function joinedSql(
  { match, parts }: Extract<IndexCondition, { match: 'and' | 'or' }>,
  tables: WordTables,
): SqlCondition {
  const ofTables = WORD_TABLES.flatMap((table) => {
    const matches = parts.map((part) => matchOf(part, table)).filter((one) => one !== undefined);
    return matches.length === 0 ? [] : [matching(joinMatches(match, matches), tables, table)];
  });
  const isMatched = (part: IndexCondition) => WORD_TABLES.some((table) => matchOf(part, table) !== undefined);
  const all = [...ofTables, ...parts.filter((part) => !isMatched(part)).map((part) => conditionSql(part, tables))];
  return {
    sql:
      all.length === 0
        ? match === 'and'
          ? '1'
          : '0'
        : `(${all.map(({ sql }) => sql).join(` ${match.toUpperCase()} `)})`,
    values: all.flatMap(({ values }) => values),
  };
}

const joinMatches = (match: 'and' | 'or', matches: readonly string[]): string =>
  matches.length === 1 ? matches[0]! : matches.map((one) => `(${one})`).join(` ${match.toUpperCase()} `);

/** Returns the query of an FTS5 table for a condition. Undefined if the table alone cannot evaluate it. */
export function matchOf(condition: IndexCondition, table: WordTable): string | undefined {
  if ('fields' in condition && isOnUrls(condition.fields) !== (table === 'urls')) return undefined;
  switch (condition.match) {
    case 'words':
      return wordsMatch(condition);
    case 'wildcard': {
      const prefix = /^([^*?]+)\*$/.exec(condition.pattern)?.[1];
      return prefix === undefined ? undefined : inFields(condition.fields, `${phraseOf([prefix])} *`);
    }
    case 'and':
    case 'or': {
      const parts = condition.parts.map((part) => matchOf(part, table)).filter((part) => part !== undefined);
      if (parts.length === 0 || parts.length < condition.parts.length) return undefined;
      return joinMatches(condition.match, parts);
    }
    default:
      return undefined;
  }
}

function wordsMatch({ fields, alternatives, maxGap, ordered }: Words): string | undefined {
  const isPhrase = ordered && maxGap === 0;
  if (ordered && !isPhrase && alternatives.some((words) => words.length > 1)) return undefined;
  // NEAR takes one word of a text for two equal ones of the query.
  if (!isPhrase && alternatives.some((words) => new Set(words).size < words.length)) return undefined;
  const each = alternatives.map((words) =>
    // FTS5 counts the words between the first and the last one, among them the others of the query.
    isPhrase || words.length === 1
      ? phraseOf(words)
      : `NEAR(${words.map((word) => phraseOf([word])).join(' ')}, ${maxGap + words.length - 2})`,
  );
  return inFields(fields, each.join(' OR '));
}

/** Returns a phrase of FTS5. Words are letters and digits; quotes and NUL would end the phrase. */
export const phraseOf = (words: readonly string[]): string => `"${words.join(' ').replaceAll(/["\0]/g, '')}"`;

/** Returns the FTS5 query for any of the words. */
export const anyOf = (words: readonly string[]): string => words.map((word) => phraseOf([word])).join(' OR ');

/** Returns whether a condition is on all texts of a record. */
export const isAnyText = (fields: readonly SearchedText[]): boolean => fields.length === TEXT_FIELDS.length;

/** The table of the words of URLs has one column. */
function inFields(fields: readonly SearchedText[], match: string): string {
  return isAnyText(fields) || isOnUrls(fields) ? match : `{${fields.join(' ')}} : (${match})`;
}

/** A condition on single terms of the index. */
export type TermPattern = Extract<IndexCondition, { match: 'wildcard' | 'fuzzy' }>;

/** Returns whether a condition is on terms that must be read one by one. FTS5 finds those with a prefix by itself. */
export const isTermPattern = (condition: IndexCondition): condition is TermPattern =>
  condition.match === 'fuzzy' ||
  (condition.match === 'wildcard' && WORD_TABLES.every((table) => matchOf(condition, table) === undefined));

/** Returns the condition that a row `t` of the list of terms matches a pattern. */
export function termSql(pattern: TermPattern): SqlCondition {
  if (pattern.match === 'wildcard') return { sql: 't.term GLOB ?', values: [pattern.pattern] };
  const { words, maxEdits } = pattern;
  const each = words.map((word) => {
    const { length } = Array.from(word);
    const lengths = `length(t.term) BETWEEN ${length - maxEdits} AND ${length + maxEdits}`;
    return `(${lengths} AND edit_distance(t.term, ?, ${maxEdits}) <= ${maxEdits})`;
  });
  return { sql: `(${each.join(' OR ')})`, values: words };
}

/** Returns the condition that a record has a term. The join order keeps SQLite from reading all positions. */
function termsSql(pattern: TermPattern, tables: WordTables): SqlCondition {
  const { terms, positions } = tablesOf(pattern.fields, tables);
  const { sql, values } = termSql(pattern);
  const found = `SELECT p.doc FROM ${terms} t CROSS JOIN ${positions} p ON p.term = t.term WHERE ${sql}`;
  return { sql: `r.n IN (${found}${columnsSql('p', pattern.fields)})`, values };
}

/** FTS5 finds the few records that have the words of the text. Only their texts are compared. */
function wholeSql({ field, text, alternatives }: Whole, tables: WordTables): SqlCondition {
  const { sql, values } = matching(inFields([field], alternatives.map(phraseOf).join(' OR ')), tables, 'texts');
  return { sql: `(${sql} AND has_whole_text(r.face, '${field}', ?))`, values: [...values, text] };
}

/** FTS5 finds the few records that have the words of the URL. Only their URLs are compared. */
function urlSql({ url, words }: Url, tables: WordTables): SqlCondition {
  if (!tables.urls) return NOTHING;
  const { sql, values } = matching(phraseOf(words), tables, 'urls');
  const has = `EXISTS (SELECT 1 FROM ${tables.urls.rows} u WHERE u.n = r.n AND u.url = ? AND u.live = 1)`;
  return { sql: `(${sql} AND ${has})`, values: [...values, url] };
}

/** Finds words by their positions, where FTS5 has no operator. */
function sequencesSql(condition: Words, all: WordTables): SqlCondition {
  const tables = tablesOf(condition.fields, all);
  const each = condition.alternatives.map((words): SqlCondition => {
    const match = wordsMatch({ ...condition, alternatives: [words] });
    if (match === undefined) return sequenceSql(words, condition, tables.positions);
    return { sql: `SELECT rowid FROM ${tables.words} WHERE ${tables.words} MATCH ?`, values: [match] };
  });
  return {
    sql: `r.n IN (${each.map(({ sql }) => sql).join(' UNION ALL ')})`,
    values: each.flatMap(({ values }) => values),
  };
}

function daysSql({ field, from, before }: Extract<IndexCondition, { match: 'days' }>): SqlCondition {
  const stored = fieldOfProperty(field);
  const bounds = [
    ...(from === undefined ? [] : [fieldSql(stored, from, 'from')]),
    ...(before === undefined ? [] : [fieldSql(stored, before, 'before')]),
  ];
  if (bounds.length === 0) return { sql: `r.${stored.stored} IS NOT NULL`, values: [] };
  return { sql: `(${bounds.map(({ sql }) => sql).join(' AND ')})`, values: bounds.flatMap(({ values }) => values) };
}
