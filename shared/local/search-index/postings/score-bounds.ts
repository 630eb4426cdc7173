import { lengthNorm, termScore } from './bm25.ts';
import { FREQUENCY_CLASSES, highestCount, LENGTH_CLASSES, leastLength } from './frequency-classes.ts';
import { countRows, type RowBits } from './row-bits.ts';

/** A form of a word: the rows that have it, the class of its frequency in each row, and its score by `classScores`. */
export type BoundForm = { rows: RowBits; frequencies: Uint8Array; scores: Float32Array };

/** What all rows of a set have more than others, or each of the best of the forms of a word. */
export type BoundTerm = { forms: readonly BoundForm[] } | { rows: RowBits; bonus: number };

/** Rows that are added up. The words with most rows, which say least, are left out beyond it. */
const MAX_ADDED_ROWS = 4_000_000;

/** Bound of a row without any of the words, above that of a row that does not match. */
const MATCHES = 1e-30;

/**
 * Returns the highest score of a word for each class of frequency and length.
 *
 * @param weight score at an inverse document frequency of 1
 * @param meanLength in words
 */
export function classScores(weight: number, meanLength: number): Float32Array {
  const scores = new Float32Array(FREQUENCY_CLASSES * LENGTH_CLASSES);
  for (let length = 0; length < LENGTH_CLASSES; length++) {
    const norm = lengthNorm(leastLength(length) / meanLength);
    for (let i = 0; i < FREQUENCY_CLASSES; i++)
      scores[i * LENGTH_CLASSES + length] = weight * termScore(highestCount(i), norm);
  }
  return scores;
}

/**
 * Returns an upper bound of the score of each row, 0 for rows that do not match. Takes 3 to 5 ns for each row of each word.
 *
 * @param lengths class of the length of each row
 * @returns `isExact`: false if words of many rows were left out, so that scores may be higher
 */
export function scoreBounds(
  terms: readonly BoundTerm[],
  matching: RowBits,
  lengths: Uint8Array,
): { bounds: Float32Array; isExact: boolean } {
  const bounds = new Float32Array(32 * matching.length);
  addBonus(bounds, matching, matching, MATCHES);
  const sized = terms.map((term) => ({ term, rows: rowsOfTerm(term) })).sort((a, b) => a.rows - b.rows);
  let added = 0;
  for (const { term, rows } of sized) {
    added += rows;
    if (added > MAX_ADDED_ROWS && added > rows) return { bounds, isExact: false };
    if ('bonus' in term) addBonus(bounds, term.rows, matching, term.bonus);
    else addTerm(bounds, term.forms, matching, lengths);
  }
  return { bounds, isExact: true };
}

const rowsOfTerm = (term: BoundTerm): number =>
  'bonus' in term ? countRows(term.rows) : term.forms.reduce((sum, { rows }) => sum + countRows(rows), 0);

function addBonus(bounds: Float32Array, rows: RowBits, matching: RowBits, bonus: number): void {
  const end = Math.min(rows.length, matching.length);
  for (let i = 0; i < end; i++)
    for (let word = rows[i]! & matching[i]!; word !== 0; word &= word - 1)
      bounds[(i << 5) + 31 - Math.clz32(word & -word)]! += bonus;
}

function addTerm(bounds: Float32Array, forms: readonly BoundForm[], matching: RowBits, lengths: Uint8Array): void {
  if (forms.length === 1) {
    addForm(bounds, forms[0]!, matching, lengths, false);
    return;
  }
  const best = new Float32Array(bounds.length);
  for (const form of forms) addForm(best, form, matching, lengths, true);
  for (let row = 0; row < bounds.length; row++) bounds[row]! += best[row]!;
}

/** @param isBest keeps the larger of two scores instead of adding them */
function addForm(
  sums: Float32Array,
  { rows, frequencies, scores }: BoundForm,
  matching: RowBits,
  lengths: Uint8Array,
  isBest: boolean,
): void {
  const end = Math.min(rows.length, matching.length);
  for (let i = 0; i < end; i++)
    for (let word = rows[i]! & matching[i]!; word !== 0; word &= word - 1) {
      const row = (i << 5) + 31 - Math.clz32(word & -word);
      const score = scores[frequencies[row]! * LENGTH_CLASSES + lengths[row]!]!;
      sums[row] = isBest ? Math.max(sums[row]!, score) : sums[row]! + score;
    }
}
