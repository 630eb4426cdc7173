import type { DatabaseSync } from 'node:sqlite';
import { anyOf } from '../query/compile/fts5.ts';
import type { QueryTerm } from '../query/compile/query-terms.ts';
import { numbersOf } from './sqlite-matching-rows.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';
import type { CrawlStatistics } from './sqlite-word-statistics.ts';

/**
 * Maximum number of rows that FTS5 scores for one query, added up over its words. Scoring takes 0.5 µs a row. Beyond it,
 * candidates are chosen first, which takes 0.05 µs a row.
 */
const MAX_SCORED_ROWS = 40_000;

/** Number of candidates that are chosen, and up to twice as many of common words. */
const CANDIDATES = 2_000;

/** Rows that are read to choose candidates. The words with most rows, which say least, are left out beyond it. */
const MAX_READ_ROWS = 400_000;

/** What a word in the title adds to its weight. */
const TITLE_WEIGHT = 0.5;

/** Steps of the scores by which candidates are cut off. */
const SCORE_STEPS = 1_024;

type SizedTerm = QueryTerm & { rows: number };

/**
 * Returns a function that chooses the rows to score for a query of very common words: those with all words, then those whose
 * words have the largest sum of inverse document frequencies. Of equal rows it takes the newest.
 *
 * The function returns undefined if all rows with a word can be scored, or if so many are wanted that all must be.
 */
export function candidateFinder(db: DatabaseSync, { words, record }: CrawlTables, statistics: CrawlStatistics) {
  const newest = db.prepare(`SELECT rowid AS n FROM ${words} WHERE ${words} MATCH ? ORDER BY rowid DESC LIMIT ?`);
  // One value is ten times as fast as a row for each number.
  const listed = db.prepare(`SELECT group_concat(rowid) AS list FROM ${words} WHERE ${words} MATCH ?`);
  const lastRow = db.prepare(`SELECT ifnull(max(n), 0) AS n FROM ${record}`);

  /** Returns the newest rows with all words, first those with all or some of them in the title. FTS5 stops at the limit. */
  function rowsWithAll(terms: readonly SizedTerm[]): Set<number> {
    const all = terms.map(({ forms }) => `(${anyOf(forms)})`).join(' AND ');
    const inTitle = `title : (${anyOf(terms.flatMap(({ forms }) => forms))})`;
    const steps = terms.length === 1 ? [inTitle, all] : [`title : (${all})`, `(${all}) AND (${inTitle})`, all];
    const found = new Set<number>();
    for (const step of steps) {
      if (found.size < CANDIDATES) for (const { n } of newest.all(step, CANDIDATES) as { n: number }[]) found.add(n);
    }
    return found;
  }

  /** Adds up the weights of the words of each row. */
  function weighRows(terms: readonly SizedTerm[]): Float32Array {
    const weights = new Float32Array((lastRow.get() as { n: number }).n + 1);
    const documents = statistics.documents();
    let read = 0;
    for (const { forms, count, rows } of terms.toSorted((a, b) => a.rows - b.rows)) {
      read += rows;
      if (read > MAX_READ_ROWS && read > rows) break;
      const weight = count * Math.log(1 + documents / (rows + 1));
      const match = anyOf(forms);
      addToRows(weights, (listed.get(match) as { list: string | null }).list, weight);
      addToRows(weights, (listed.get(`title : (${match})`) as { list: string | null }).list, weight * TITLE_WEIGHT);
    }
    return weights;
  }

  return (given: readonly QueryTerm[], wanted: number): number[] | undefined => {
    const terms = given.map((term) => ({
      ...term,
      rows: term.forms.reduce((sum, form) => sum + statistics.matching(form), 0),
    }));
    if (terms.reduce((sum, { rows }) => sum + rows, 0) <= MAX_SCORED_ROWS || wanted > CANDIDATES / 2) return undefined;
    const all = rowsWithAll(terms);
    if (all.size < CANDIDATES && terms.length > 1)
      for (const row of heaviestRows(weighRows(terms), CANDIDATES)) all.add(row);
    return [...all];
  };
}

/** @param list numbers of rows, joined by commas; null: none */
function addToRows(weights: Float32Array, list: string | null, weight: number): void {
  // A row may be newer than the array.
  for (const row of numbersOf(list ?? '')) if (row < weights.length) weights[row]! += weight;
}

/** Returns the rows with the largest weights above 0, at most so many. */
function heaviestRows(weights: Float32Array, size: number): number[] {
  const max = weights.reduce((a, b) => Math.max(a, b), 0);
  if (max === 0) return [];
  const stepOf = (weight: number) => Math.ceil((weight / max) * SCORE_STEPS);
  const counts = new Uint32Array(SCORE_STEPS + 1);
  for (const weight of weights) counts[stepOf(weight)]!++;
  let cut = SCORE_STEPS;
  for (let above = counts[cut]!; cut > 1 && above < size; above += counts[cut]!) cut--;
  const sure: number[] = [];
  const equal: number[] = [];
  for (let row = weights.length - 1; row > 0; row--) {
    const step = stepOf(weights[row]!);
    if (step > cut) sure.push(row);
    else if (step === cut && equal.length < size) equal.push(row);
  }
  return [...sure, ...equal].slice(0, size);
}
