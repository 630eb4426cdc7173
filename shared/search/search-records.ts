import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import type { SortKey } from '../query/ast/query-ast.ts';
import type { ParsedQuery, QueryFault } from '../query/ast/query-error.ts';
import { resolveQuery } from '../query/compile/resolve-query.ts';
import type { IgnoredOperator, ResolvedQuery } from '../query/compile/resolved-query.ts';
import { parseCql } from '../query/cql/parse-cql.ts';
import { parsePlql } from '../query/plql/parse-plql.ts';
import { expandSimilarWords } from './expand-similar-words.ts';
import { DEFAULT_RANKING } from './ranking/ranking-options.ts';
import { MAX_FROM, resultPage } from './result-page.ts';
import type { SearchOptions } from './search.ts';
import { searchedWords } from './searched-words.ts';

/** A request for records by a query in a language of libraries. */
export type RecordsRequest = {
  crawl: string;
  query: string;
  /** Language of the query. Default: CQL. */
  syntax?: RecordsSyntax;
  /** Order of a query that has no sort clause. Default: by relevance. */
  sort?: readonly SortKey[];
  /** Number of records to skip, less than `MAX_REACHED_RECORDS`. */
  from: number;
  /** 0 to 100: only the number of records is counted, or at most so many are read. */
  size: number;
};

export type RecordsSyntax = 'cql' | 'plql';

/** The requested part of the matching records, or why the query cannot be answered. */
export type RecordsAnswer =
  /** The query is not valid, or something in it is not served. */
  | { error: QueryFault }
  | {
      /** Number of matching records. Near-duplicates are records of their own. */
      total: number;
      /** Null: a record that may no longer be shown, because its publisher has set an end to its availability. */
      records: (SearchRecord | null)[];
      /** Score of each record. 0 if another order was asked for. */
      scores: number[];
      /** Patterns and similar words that stand for more words than are searched for. Empty: the records are complete. */
      limited: readonly string[];
      /** Parts of the query that match nothing, because no field serves them. Only in PLQL. */
      ignored: readonly IgnoredOperator[];
    };

/** Records that a query can reach. */
export const MAX_REACHED_RECORDS = MAX_FROM;

const PARSERS: Record<RecordsSyntax, (text: string) => ParsedQuery> = { cql: parseCql, plql: parsePlql };

/** Answers a query in CQL or PLQL with whole records, ranked as any search. */
export async function searchRecords(
  { crawl, query: text, syntax = 'cql', sort = [], from, size }: RecordsRequest,
  { index }: { index: SearchIndex },
  { languages = ['en'], nowMs, ranking = DEFAULT_RANKING }: SearchOptions = {},
): Promise<RecordsAnswer> {
  const resolved = resolveText(PARSERS[syntax](text), sort, languages);
  if ('error' in resolved) return resolved;
  const { words } = await searchedWords(crawl, resolved.text, languages, index);
  const given = indexQueryOf(resolved, words, { from, size: Math.max(1, size) });
  const { query, limited } = await expandSimilarWords(crawl, given, index);
  const isShown = () => true;
  const {
    hits,
    total,
    limited: patterns = [],
  } = await resultPage(crawl, query, index, {
    ...{ ranking, nowMs, bits: null, isShown },
  });
  const isAvailable = ({ unavailableAfter = Number.POSITIVE_INFINITY }: SearchRecord) =>
    nowMs === undefined || nowMs < unavailableAfter;
  const shown = hits.slice(0, size);
  return {
    total,
    records: shown.map(({ record }) => (isAvailable(record) ? record : null)),
    scores: shown.map(({ score }) => score),
    limited: [...limited.map(({ operator }) => operator), ...patterns],
    ignored: resolved.ignored,
  };
}

/** Resolves a query. Its sort clause prevails over `sort`. */
function resolveText(
  { query, error }: ParsedQuery,
  sort: readonly SortKey[],
  languages: readonly string[],
): ResolvedQuery | { error: QueryFault } {
  if (error) return { error };
  const sorted = query.sort.length === 0 ? { ...query, sort: [...sort] } : query;
  return resolveQuery(sorted, { languages });
}

function indexQueryOf(
  { condition, bonuses, sort }: ResolvedQuery,
  words: string[][],
  page: { from: number; size: number },
): IndexQuery {
  return {
    words,
    ...(condition && { condition }),
    ...(bonuses.length > 0 && { bonuses }),
    filters: {},
    ...(sort.length > 0 && { sort }),
    ...page,
  };
}
