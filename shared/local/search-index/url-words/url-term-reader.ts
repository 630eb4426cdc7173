import type { DatabaseSync } from 'node:sqlite';
import { type TermPattern, termSql } from '../../../query/compile/fts5.ts';
import { wordDistance } from '../../../text/word-distance.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';

type Fuzzy = Extract<TermPattern, { match: 'fuzzy' }>;

/**
 * Returns a function that finds the words of URLs that match a pattern, at most so many. It reads the list of words of FTS5, which takes the longer
 * the more words there are: such queries are rare, so no words are kept in memory for them.
 */
export function urlTermReader(db: DatabaseSync, { urls }: CrawlTables) {
  const listed = (sql: string, ...values: (string | number)[]) =>
    db.prepare(`SELECT t.term FROM ${urls.terms} t WHERE ${sql}`).iterate(...values) as unknown as Iterable<{
      term: string;
    }>;

  function similar({ words, maxEdits }: Fuzzy, limit: number): string[] {
    const found = new Set<string>();
    for (const word of words) {
      const distanceTo = wordDistance(word, maxEdits);
      const { length } = Array.from(word);
      for (const { term } of listed('length(t.term) BETWEEN ? AND ?', length - maxEdits, length + maxEdits))
        if (found.size < limit && distanceTo(term) <= maxEdits) found.add(term);
    }
    return [...found];
  }

  return (pattern: TermPattern, limit: number): string[] => {
    if (pattern.match === 'fuzzy') return similar(pattern, limit);
    const { sql, values } = termSql(pattern);
    return Array.from(listed(`${sql} LIMIT ?`, ...values, limit), ({ term }) => term);
  };
}
