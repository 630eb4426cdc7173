import type { DatabaseSync } from 'node:sqlite';
import type { IndexQuery } from '../../ports/search-index.ts';
import { ALL_WORDS_BONUS, BONUS } from '../../query/compile/bonus.ts';
import { countTerms, type QueryTerm } from '../../query/compile/query-terms.ts';
import type { Column } from '../sqlite-columns.ts';
import type { Page, RankedRow } from '../sqlite-search-ranker.ts';
import type { CrawlTables } from '../sqlite-search-schema.ts';
import type { CrawlStatistics } from '../sqlite-word-statistics.ts';
import { chooseRows, type RowTerm } from './choose-rows.ts';
import { conditionRows } from './condition-rows.ts';
import { filterRows } from './filter-rows.ts';
import type { PostingLists } from './posting-lists.ts';
import { bitsOf, countRows, hasRow, inAll, inAny, type RowBits, rowsOfBits } from './row-bits.ts';
import { countOf, lengthOf, termHash } from './term-counts.ts';

/** Matching rows that are all scored. Scoring takes 2 to 3 µs a row. */
const MAX_SCORED = 10_000;

/** Rows that are chosen to be scored if more match: for the first pages, and for all others. */
const FIRST_PAGES = 1_000;
const CHOSEN = 4_000;
const CHOSEN_FOR_ALL_PAGES = 20_200;

/** BM25, as FTS5 has it. */
const K1 = 1.2;
const B = 0.75;

/** A form of a word of a query, with what it takes to score it. */
type Form = { hash: number; rows: RowBits; idf: number };
type Term = { forms: Form[]; count: number };

/**
 * Ranks records of a large crawl by sets of rows in memory: FTS5 reads the whole list of a word to score any of its rows, in up to 1 µs a
 * row. The scores are those of FTS5 with Lucene's inverse document frequency.
 */
export function postingRanker(
  db: DatabaseSync,
  tables: CrawlTables,
  postings: PostingLists,
  statistics: CrawlStatistics,
  columnOf: (name: string) => Column,
) {
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

  function termOf({ forms, count }: QueryTerm): Term {
    const documents = statistics.documents();
    return {
      count,
      forms: forms.map((form) => {
        const records = statistics.matching(form);
        const odds = (Math.max(documents, records) - records + 0.5) / (records + 0.5);
        return { hash: termHash(form), rows: postings.rowsOf(form), idf: Math.log(1 + odds) };
      }),
    };
  }

  const rowTermOf = (term: QueryTerm, { forms, count }: Term): RowTerm => ({
    rows: anyForm(term),
    weight: count * Math.max(...forms.map(({ idf }) => idf)),
    byTitle: () => inAny(term.forms.map(postings.rowsByTitle), postings.lastRow()),
  });

  /** Returns a function that scores rows. */
  function scorer(query: IndexQuery, terms: readonly Term[]): (row: number) => number {
    const meanLength = statistics.meanLength() || 1;
    const bonuses = (query.bonuses ?? []).map(rowsOfCondition);
    const isBonus = query.allWordsFirst === true && terms.length > 1;
    return (row) => {
      const counts = postings.countsOf(row);
      const norm = K1 * (1 - B + (B * (counts ? lengthOf(counts) : meanLength)) / meanLength);
      let score = 0;
      let words = 0;
      for (const { forms, count } of terms) {
        let best = 0;
        for (const { hash, rows, idf } of forms) {
          if (!hasRow(rows, row)) continue;
          const times = counts ? countOf(counts, hash) : 1;
          best = Math.max(best, (idf * times * (K1 + 1)) / (times + norm));
        }
        if (best > 0) words++;
        score += count * best;
      }
      for (const rows of bonuses) if (hasRow(rows, row)) score += BONUS;
      return isBonus && words === terms.length ? score + terms.length * ALL_WORDS_BONUS : score;
    };
  }

  return {
    matching,
    /** Ranks rows that match a query by the scores of their words. */
    best(query: IndexQuery, rows: RowBits, { from, size }: Page): RankedRow[] {
      const queryTerms = countTerms(query.words);
      const terms = queryTerms.map(termOf);
      const wanted = from + size;
      const limit = wanted <= FIRST_PAGES ? CHOSEN : Math.max(CHOSEN_FOR_ALL_PAGES, wanted);
      const chosen =
        countRows(rows) <= Math.max(MAX_SCORED, limit) || terms.length === 0
          ? rowsOfBits(rows)
          : chooseRows(
              queryTerms.map((term, i) => rowTermOf(term, terms[i]!)),
              rows,
              limit,
            );
      const scoreOf = scorer(query, terms);
      const ranked = Array.from(chosen, (n): RankedRow => ({ n, score: scoreOf(n) }));
      ranked.sort((a, b) => b.score - a.score || a.n - b.n);
      return ranked.slice(from, from + size);
    },
  };
}
