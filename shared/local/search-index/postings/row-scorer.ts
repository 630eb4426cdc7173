import type { IndexQuery } from '../../../ports/search-index.ts';
import { ALL_WORDS_BONUS, BONUS } from '../../../query/compile/bonus.ts';
import { lengthNorm, termScore } from './bm25.ts';
import { hasRow, type RowBits } from './row-bits.ts';
import { countOf, lengthOf, type TermCounts, termHash } from './term-counts.ts';

/** A form of a word of a query, with what it takes to score it. */
export type ScoredForm = { word: string; rows: RowBits; idf: number };
export type ScoredTerm = { forms: readonly ScoredForm[]; count: number };

/**
 * Returns a function that scores rows by the counts of their words: what FTS5 gives them, with Lucene's inverse document frequency.
 *
 * @param bonuses rows that meet the conditions of `query.bonuses`
 * @param countsOf returns the counts of a row; undefined if an earlier version wrote it
 */
export function rowScorer(
  query: IndexQuery,
  terms: readonly ScoredTerm[],
  bonuses: readonly RowBits[],
  meanLength: number,
  countsOf: (row: number) => TermCounts | undefined,
): (row: number) => number {
  const hashed = terms.map(({ forms, count }) => ({
    count,
    forms: forms.map(({ word, ...form }) => ({ ...form, hash: termHash(word) })),
  }));
  const allWords = query.allWordsFirst && terms.length > 1 ? terms.length * ALL_WORDS_BONUS : 0;
  return (row) => {
    const counts = countsOf(row);
    const norm = lengthNorm((counts ? lengthOf(counts) : meanLength) / meanLength);
    let score = 0;
    let words = 0;
    for (const { forms, count } of hashed) {
      let best = 0;
      for (const { hash, rows, idf } of forms)
        if (hasRow(rows, row)) best = Math.max(best, idf * termScore(counts ? countOf(counts, hash) : 1, norm));
      if (best > 0) words++;
      score += count * best;
    }
    for (const rows of bonuses) if (hasRow(rows, row)) score += BONUS;
    return words === terms.length ? score + allWords : score;
  };
}
