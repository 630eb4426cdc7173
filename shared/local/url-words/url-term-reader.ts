import type { DatabaseSync } from 'node:sqlite';
import { type TermPattern, termSql } from '../../query/compile/fts5.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';

/**
 * Returns a function that finds the words of URLs that match a pattern, at most so many. It reads the list of words of FTS5, which takes the longer
 * the more words there are: such queries are rare, so no words are kept in memory for them.
 */
export function urlTermReader(db: DatabaseSync, { urls }: CrawlTables) {
  return (pattern: TermPattern, limit: number): string[] => {
    const { sql, values } = termSql(pattern);
    const found = db.prepare(`SELECT t.term FROM ${urls.terms} t WHERE ${sql} LIMIT ?`).all(...values, limit);
    return (found as { term: string }[]).map(({ term }) => term);
  };
}
