/** Runs queries on a small index, by SQL and in memory, and compares what they find. */
import { DatabaseSync } from 'node:sqlite';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { IndexHits, IndexQuery, RecordChange } from '../../shared/ports/search-index.ts';
import type { QuerySyntax } from '../../shared/query/ast/query-ast.ts';
import { parseQuery } from '../../shared/query/compile/print-query.ts';
import { queryWords } from '../../shared/query/compile/query-words.ts';
import { resolveQuery } from '../../shared/query/compile/resolve-query.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seenRecord } from './seen-record.ts';

const CRAWL = 'fuzz';
const LANGUAGES = ['en', 'sv'];
const RECORDS = 120;
/** More than any query finds. */
const SIZE = 2 * RECORDS;
const DECIMALS = 4;

/** Words of random queries, and others that their patterns match. */
const WORDS =
  'moss peat sundews fen bog bog-moss Häuser 食虫植物 plant planted ecology color colour sundew 2020 meat pat hag author Ada'.split(
    ' ',
  );

/** Returns records that differ in their words, hosts, languages, types, classes and dates. @param random numbers from 0 to 1 */
function records(random: () => number): RecordChange[] {
  const below = (n: number) => Math.floor(random() * n);
  const text = (length: number) => Array.from({ length }, () => WORDS[below(1 + below(WORDS.length))]!).join(' ');
  return Array.from({ length: RECORDS }, (_, n) => {
    const host = n % 3 === 0 ? 'a.example' : `h${n % 7}.example`;
    const url = `http://${host}/${encodeURIComponent(WORDS[n % WORDS.length]!)}/${n}`;
    return seenRecord({
      id: `r${n}`,
      url,
      title: text(3),
      headings: [text(2)],
      text: text(1 + below(40)),
      date: n % 5 === 0 ? null : `20${19 + (n % 4)}-0${1 + (n % 9)}-05`,
      language: n % 2 === 0 ? 'en' : 'sv',
      type: n % 4 === 0 ? 'pdf' : 'html',
      fetchedAt: n,
      score: random(),
      classes: [{ class: n % 2 === 0 ? 'A.b' : 'B', score: 1 }],
    });
  });
}

/**
 * Opens an index in memory.
 *
 * @param random numbers from 0 to 1
 * @returns a function that searches a query both ways. It returns the number of hits, or undefined if the query does not compile, and
 * throws if a search throws or the two find or score differently.
 */
export async function queryRunner(
  random: () => number,
): Promise<(syntax: QuerySyntax, text: string) => Promise<number | undefined>> {
  const db = new DatabaseSync(':memory:');
  const limits = (most: number) => ({ records: most, hits: most });
  const bySql = sqliteSearchIndex(db, analyzeToString, undefined, limits(Number.MAX_SAFE_INTEGER));
  const inMemory = sqliteSearchIndex(db, analyzeToString, undefined, limits(0));
  await bySql.write(CRAWL, records(random));
  return async (syntax, text) => {
    const query = indexQueryOf(syntax, text);
    if (!query) return undefined;
    const [sql, memory] = [await bySql.search(CRAWL, query), await inMemory.search(CRAWL, query)];
    const [expected, found] = [shown(sql), shown(memory)];
    if (found !== expected) throw new Error(`SQL finds ${expected}, memory finds ${found}`);
    return sql.total;
  };
}

function indexQueryOf(syntax: QuerySyntax, text: string): IndexQuery | undefined {
  const { query } = parseQuery(syntax, text);
  if (!query) return undefined;
  const resolved = resolveQuery(query, { languages: LANGUAGES });
  if ('error' in resolved || resolved.faults.length > 0) return undefined;
  const { condition, bonuses, filters, sort } = resolved;
  const words = queryWords(resolved.text, LANGUAGES);
  return { words, ...(condition && { condition }), bonuses, filters, sort, allWordsFirst: true, from: 0, size: SIZE };
}

/** Hits of equal scores may differ in their last digits, so their order is that of their ids. */
function shown({ total, hits }: IndexHits): string {
  const each = hits.map(({ record, score }) => `${record.id} ${score.toFixed(DECIMALS)}`).sort();
  return `${total}: ${each.join(', ')}`;
}
