import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import type { SortKey } from '../query/ast/query-ast.ts';
import type { QueryFault } from '../query/ast/query-error.ts';
import { resolveQuery } from '../query/compile/resolve-query.ts';
import type { ResolvedQuery } from '../query/compile/resolved-query.ts';
import { parseCql } from '../query/cql/parse-cql.ts';
import { expandSimilarWords } from './expand-similar-words.ts';
import { DEFAULT_RANKING } from './ranking/ranking-options.ts';
import { MAX_FROM, resultPage } from './result-page.ts';
import type { SearchOptions } from './search.ts';
import { searchedWords } from './searched-words.ts';

/** A request for records by a query in CQL. */
export type CqlRequest = {
  crawl: string;
  query: string;
  /** Order of a query that has no sort clause. Default: by relevance. */
  sort?: readonly SortKey[];
  /** Number of records to skip, less than `MAX_CQL_RECORDS`. */
  from: number;
  /** 0 to 100: only the number of records is counted, or at most so many are read. */
  size: number;
};

export type CqlAnswer =
  /** The query is not valid, or something in it is not served. */
  | { error: QueryFault }
  | {
      /** Number of matching records. Near-duplicates are records of their own. */
      total: number;
      /** Null: a record that may no longer be shown, because its publisher has set an end to its availability. */
      records: (SearchRecord | null)[];
      /** Patterns and similar words that stand for more words than are searched for. Empty: the records are complete. */
      limited: readonly string[];
    };

/** Records that a query can reach. */
export const MAX_CQL_RECORDS = MAX_FROM;

/** Answers a query in CQL with whole records, ranked as any search. */
export async function searchCql(
  { crawl, query: text, sort = [], from, size }: CqlRequest,
  { index }: { index: SearchIndex },
  { languages = ['en'], nowMs, ranking = DEFAULT_RANKING }: SearchOptions = {},
): Promise<CqlAnswer> {
  const resolved = resolveCql(text, sort, languages);
  if ('error' in resolved) return resolved;
  const { words } = await searchedWords(crawl, resolved.text, languages, index);
  const asked = indexQueryOf(resolved, words, { from, size: Math.max(1, size) });
  const { query, limited } = await expandSimilarWords(crawl, asked, index);
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
  return {
    total,
    records: hits.slice(0, size).map(({ record }) => (isAvailable(record) ? record : null)),
    limited: [...limited.map(({ operator }) => operator), ...patterns],
  };
}

/** Parses and resolves a query. The sort clause of the query prevails over `sort`. */
function resolveCql(
  text: string,
  sort: readonly SortKey[],
  languages: readonly string[],
): ResolvedQuery | { error: QueryFault } {
  const { query, error } = parseCql(text);
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
