import type { DatabaseSync } from 'node:sqlite';
import type { WordStatistics } from '../../ports/search-index.ts';
import { phraseOf } from '../../query/compile/fts5.ts';
import { ftsTotals } from './postings/fts-totals.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';

/** Document frequencies in one crawl. */
export type CrawlStatistics = {
  /** Number of indexed records. */
  documents(): number;
  /** Mean number of words of a record. */
  meanLength(): number;
  /** Number of records that have the word. */
  matching(word: string): number;
  /** Number of records that an FTS5 query matches. */
  matches(query: string): number;
  read(words: readonly string[]): WordStatistics;
};

/** Maximum number of counts in memory. */
const MAX_COUNTS = 20_000;

/** Change of the number of records, as a share, after which words are counted again. Scores hardly depend on less. */
const MAX_CHANGE = 0.01;

/**
 * Counts the records that have a word. FTS5 reads the whole list of a word to count it, so counts are kept until the number of
 * records has changed.
 *
 * @param countKept returns the number of records with a word if it is known without reading its list. It must be that of the state that is read
 */
export function wordStatistics(
  db: DatabaseSync,
  { words }: CrawlTables,
  countKept: (word: string) => number | undefined = () => undefined,
): CrawlStatistics {
  const readTotals = ftsTotals(db, words);
  const countMatches = db.prepare(`SELECT count(*) AS total FROM ${words} WHERE ${words} MATCH ?`);
  const counts = new Map<string, number>();
  let countedAt = 0;

  function meanLength(): number {
    const [rows = 0, ...lengths] = readTotals();
    return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, rows);
  }

  /** Drops the counts if the number of records has changed since. */
  function documents(): number {
    const [total = 0] = readTotals();
    if (Math.abs(total - countedAt) > countedAt * MAX_CHANGE || total < 1 / MAX_CHANGE) {
      counts.clear();
      countedAt = total;
    }
    return total;
  }

  function matches(query: string): number {
    const total = documents();
    let count = counts.get(query);
    if (count === undefined) {
      count = (countMatches.get(query) as { total: number }).total;
      if (counts.size >= MAX_COUNTS) counts.clear();
      if (isKept(count, total)) counts.set(query, count);
    }
    return count;
  }

  const matching = (word: string) => countKept(word) ?? matches(phraseOf([word]));

  return {
    documents,
    meanLength,
    matching,
    matches,
    read: (given) => ({ documents: documents(), matching: new Map(given.map((word) => [word, matching(word)])) }),
  };
}

/**
 * Returns whether a count may be used later. FTS5's own score of a word that half of the records have changes by a factor of a
 * thousand with a few records more, so the ranker needs the exact number.
 */
const isKept = (count: number, total: number): boolean =>
  count > MAX_SCORED || Math.abs(count - total / 2) > total / 20;

/** FTS5 does not score words of more rows, because it takes too long. */
const MAX_SCORED = 50_000;
