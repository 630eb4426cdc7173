import type { DatabaseSync } from 'node:sqlite';
import type { IndexQuery } from '../../../ports/search-index.ts';
import { ALL_WORDS_BONUS, BONUS } from '../../../query/compile/bonus.ts';
import { countTerms, type QueryTerm } from '../../../query/compile/query-terms.ts';
import type { Column } from '../sqlite-columns.ts';
import type { Page, RankedRow } from '../sqlite-search-ranker.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import type { CrawlStatistics } from '../sqlite-word-statistics.ts';
import { inverseFrequency } from './bm25.ts';
import { conditionRows } from './condition-rows.ts';
import { filterRows } from './filter-rows.ts';
import type { PostingLists } from './posting-lists.ts';
import { byScore, rankByBounds } from './rank-rows.ts';
import { bitsOf, countRows, inAll, inAny, type RowBits, rowsOfBits } from './row-bits.ts';
import type { RowChanges } from './row-changes.ts';
import { rowFrequencies } from './row-frequencies.ts';
import { rowScorer, type ScoredTerm } from './row-scorer.ts';
import { type BoundTerm, classScores, scoreBounds } from './score-bounds.ts';

/** Matching rows that are all scored, without bounds: in an index of this version, and in one with records of earlier versions. */
const MAX_SCORED = 500;
const MAX_SCORED_OF_OLD = 10_000;

/** What the ranker reads of a crawl. */
type RankerSources = {
  changes: RowChanges;
  postings: PostingLists;
  statistics: CrawlStatistics;
  /** Returns the column of a field of the index. */
  columnOf(name: string): Column;
};

/**
 * Ranks records of a large crawl by sets of rows in memory: FTS5 reads the whole list of a word to score any of its rows, in up to 1 µs a
 * row. The scores are those of FTS5 with Lucene's inverse document frequency.
 */
export function postingRanker(
  db: DatabaseSync,
  tables: CrawlTables,
  { changes, postings, statistics, columnOf }: RankerSources,
) {
  const frequencies = rowFrequencies(db, tables, postings, changes);
  const rowsOfCondition = conditionRows(db, tables, postings, columnOf);

  const anyForm = ({ forms }: QueryTerm): RowBits =>
    forms.length === 1 ? postings.rowsOf(forms[0]!) : inAny(forms.map(postings.rowsOf), postings.lastRow());

  /** @param among the only rows that may match; undefined: all rows */
  function matching(query: IndexQuery, among: readonly number[] | undefined): RowBits {
    const { condition, bonuses = [], words, filters } = query;
    const terms = countTerms(words);
    const isAll = !condition && terms.length + bonuses.length === 0;
    const found = condition
      ? rowsOfCondition(condition)
      : isAll
        ? postings.allRows()
        : inAny([...terms.map(anyForm), ...bonuses.map(rowsOfCondition)], postings.lastRow());
    return filterRows(filters, columnOf, among ? inAll([found, bitsOf(among, postings.lastRow())]) : found);
  }

  function termOf({ forms, count }: QueryTerm, weights: IndexQuery['weights']): ScoredTerm {
    const documents = statistics.documents();
    return {
      count,
      forms: forms.map((word) => ({
        word,
        rows: postings.rowsOf(word),
        idf: inverseFrequency(statistics.matching(word), documents) * (weights?.get(word) ?? 1),
      })),
    };
  }

  const boundTermOf = ({ forms, count }: ScoredTerm, meanLength: number): BoundTerm => ({
    forms: forms.map(({ word, rows, idf }) => ({
      rows,
      frequencies: frequencies.frequenciesOf(word),
      scores: classScores(count * idf, meanLength),
    })),
  });

  /** Bounds what `rowScorer` returns. */
  function boundsOf(query: IndexQuery, terms: readonly ScoredTerm[], bonuses: readonly RowBits[], rows: RowBits) {
    const meanLength = statistics.meanLength() || 1;
    const bounded = terms.map((term) => boundTermOf(term, meanLength));
    const raised = bonuses.map((bonus): BoundTerm => ({ rows: bonus, bonus: BONUS }));
    if (query.allWordsFirst && terms.length > 1) {
      const allWords = inAll(
        terms.map(({ forms }) =>
          inAny(
            forms.map((form) => form.rows),
            postings.lastRow(),
          ),
        ),
      );
      raised.push({ rows: allWords, bonus: terms.length * ALL_WORDS_BONUS });
    }
    const { bounds, isExact } = scoreBounds([...raised, ...bounded], rows, frequencies.lengths(meanLength));
    return { bounds, isExact: isExact && frequencies.isComplete() };
  }

  return {
    matching,
    /** Whether bounds of scores are known, so that few rows are scored: not if earlier versions wrote some of the records. */
    isFast: frequencies.isComplete,
    /** Ranks rows that match a query by the scores of their words. */
    best(query: IndexQuery, rows: RowBits, { from, size }: Page): RankedRow[] {
      const terms = countTerms(query.words).map((term) => termOf(term, query.weights));
      const bonuses = (query.bonuses ?? []).map(rowsOfCondition);
      const scoreOf = rowScorer(query, terms, bonuses, statistics.meanLength() || 1, changes.countsOf);
      if (countRows(rows) <= (frequencies.isComplete() ? MAX_SCORED : MAX_SCORED_OF_OLD)) {
        const ranked = Array.from(rowsOfBits(rows), (n): RankedRow => ({ n, score: scoreOf(n) }));
        return ranked.sort(byScore).slice(from, from + size);
      }
      const { bounds, isExact } = boundsOf(query, terms, bonuses, rows);
      return rankByBounds(bounds, isExact, scoreOf, from + size).slice(from);
    },
  };
}
