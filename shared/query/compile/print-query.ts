import type { IndexCondition } from '../../ports/index-condition.ts';
import type { QuerySyntax, QueryTree } from '../ast/query-ast.ts';
import type { ParsedQuery, QueryFault } from '../ast/query-error.ts';
import { parseCql } from '../cql/parse-cql.ts';
import { printXcql } from '../cql/xcql.ts';
import { parsePlql } from '../plql/parse-plql.ts';
import { parseWeb } from '../web/parse-web.ts';
import { conditionSql, sortSql, type WordTables } from './fts5.ts';
import { bonusQueries, conditionQuery, rankingQueries, sortQuery } from './opensearch.ts';
import { queryCondition } from './query-condition.ts';
import { withoutPhrases } from './query-terms.ts';
import { queryWords } from './query-words.ts';
import { type ResolveOptions, resolveQuery } from './resolve-query.ts';
import type { FilterFault, IgnoredOperator, ResolvedQuery } from './resolved-query.ts';

export const QUERY_SYNTAXES = ['web', 'cql', 'plql'] as const satisfies readonly QuerySyntax[];

/** What a query is printed as. */
export const QUERY_TARGETS = ['ast', 'xcql', 'opensearch', 'fts5'] as const;

/** Form in which `thresher query` prints a query. */
export type QueryTarget = (typeof QUERY_TARGETS)[number];

/** A query in the form of its target, or its fault. */
export type PrintedQuery =
  | { ast: Omit<QueryTree, 'syntax'> }
  | { xcql: string }
  | ({ opensearch: { query: object; sort: object[] } } & NotApplied)
  | ({ fts5: { sql: string; values: string[]; words: string[][] } } & NotApplied)
  | { error: QueryFault };

/** What of a query in the web syntax or in PLQL is not applied. Absent: all of it is. */
type NotApplied = { ignored?: IgnoredOperator[] };

const PARSERS: Readonly<Record<QuerySyntax, (text: string) => ParsedQuery>> = {
  web: parseWeb,
  cql: parseCql,
  plql: parsePlql,
};

/** Parses a query in one of the three syntaxes. Never throws. */
export const parseQuery = (syntax: QuerySyntax, text: string): ParsedQuery => PARSERS[syntax](text);

/** Names of the tables in printed SQL. The index of a crawl adds its number to them. */
const TABLES: WordTables = {
  ...{ words: 'words', terms: 'words_terms', positions: 'words_positions' },
  urls: { words: 'url_words', terms: 'url_words_terms', positions: 'url_words_positions', rows: 'url' },
};

/** Parses a query and prints it. Never throws. @throws Error for XCQL of another syntax than CQL */
export function printQuery(
  syntax: QuerySyntax,
  text: string,
  target: QueryTarget,
  options: ResolveOptions,
): PrintedQuery {
  const { query, error } = parseQuery(syntax, text);
  if (error) return { error };
  if (target === 'ast') return { ast: { root: query.root, sort: query.sort } };
  if (target === 'xcql') return { xcql: xcqlOf(query) };
  const resolved = resolveQuery(query, options);
  if ('error' in resolved) return resolved;
  const [fault] = resolved.faults;
  if (fault) return { error: faultOf(fault) };
  const all = [...resolved.ignored, ...(hasAnnotation(resolved.condition) ? [LOOKED_UP] : [])];
  const ignored = all.length > 0 ? { ignored: all } : {};
  return { ...compiled(resolved, target, options), ...ignored };
}

/** No engine has annotations. */
const LOOKED_UP: IgnoredOperator = {
  operator: 'annotation',
  detail:
    'a search looks up annotations first and asks the engine for the ids of their pages; without that it matches nothing',
};

function hasAnnotation(condition: IndexCondition | undefined): boolean {
  switch (condition?.match) {
    case 'annotation':
      return true;
    case 'and':
    case 'or':
      return condition.parts.some(hasAnnotation);
    case 'not':
      return hasAnnotation(condition.part);
    default:
      return false;
  }
}

function xcqlOf(query: QueryTree): string {
  const xcql = printXcql(query);
  if (xcql === undefined) throw new Error(`only CQL has XCQL, not ${query.syntax}`);
  return xcql;
}

function faultOf({ filter, detail, at }: FilterFault): QueryFault {
  return { message: `${filter}: ${detail}`, at };
}

function compiled(resolved: ResolvedQuery, target: 'opensearch' | 'fts5', { languages }: ResolveOptions) {
  const words = queryWords(resolved.text, languages);
  const condition = queryCondition(resolved, words, languages);
  if (target === 'opensearch') {
    const should = [...rankingQueries(withoutPhrases(words)), ...bonusQueries(resolved.bonuses)];
    const query = { bool: { filter: [conditionQuery(condition)], should } };
    return { opensearch: { query, sort: [...sortQuery(resolved.sort), '_score', { id: 'asc' }] as object[] } };
  }
  const { sql, values } = conditionSql(condition, TABLES);
  const order = sortSql(resolved.sort).replace(/, $/, '');
  const select = `SELECT r.n FROM record r WHERE r.shown IS NOT NULL AND ${sql}${order && ` ORDER BY ${order}`}`;
  return { fts5: { sql: select, values, words } };
}
