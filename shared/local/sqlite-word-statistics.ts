import type { DatabaseSync } from 'node:sqlite';
import type { WordStatistics } from '../ports/search-index.ts';
import { phraseOf } from '../query/compile/fts5.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';

/** Document frequencies in one crawl. */
export type CrawlStatistics = {
  /** Number of indexed records. */
  documents(): number;
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

/** Row of the FTS5 data that holds the number of rows, as a varint, before the lengths of the columns. */
const TOTALS_ROW = 1;

/**
 * Counts the records that have a word. FTS5 reads the whole list of a word to count it, so counts are kept until the number of
 * records has changed.
 */
export function wordStatistics(db: DatabaseSync, { words }: CrawlTables): CrawlStatistics {
  const readTotals = db.prepare(`SELECT block FROM ${words}_data WHERE id = ${TOTALS_ROW}`);
  const countMatches = db.prepare(`SELECT count(*) AS total FROM ${words} WHERE ${words} MATCH ?`);
  const counts = new Map<string, number>();
  let countedAt = 0;

  /** Drops the counts if the number of records has changed since. */
  function documents(): number {
    const { block } = (readTotals.get() ?? {}) as { block?: Uint8Array };
    const total = block ? firstVarint(block) : 0;
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

  const matching = (word: string) => matches(phraseOf([word]));

  return {
    documents,
    matching,
    matches,
    read: (given) => ({ documents: documents(), matching: new Map(given.map((word) => [word, matching(word)])) }),
  };
}

/**
 * Returns whether a count may be used later. FTS5's own score of a word that half of the records have changes by a factor of a
 * thousand with a few records more, so the ranker needs the exact number.
 */
const isKept = (count: number, total: number): boolean => Math.abs(count - total / 2) > total / 20;

/** Decodes the first varint of SQLite: seven bits a byte, the highest first. Numbers of rows take less than nine bytes. */
function firstVarint(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
}
