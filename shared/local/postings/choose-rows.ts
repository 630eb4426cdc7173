import { countRows, inAll, inAny, lastRows, type RowBits } from './row-bits.ts';

/** A word of a query: the rows that have it, those that have it in the title, and what it weighs. */
export type RowTerm = { rows: RowBits; weight: number; byTitle: () => RowBits };

/** What a word in the title adds to its weight. */
const TITLE_WEIGHT = 0.5;

/** Rows that are added up to choose candidates. The words with most rows, which say least, are left out beyond it. */
const MAX_ADDED_ROWS = 4_000_000;

/** Steps of the sums by which candidates are cut off. */
const STEPS = 1_024;

/**
 * Chooses the rows to score: those with all words, first those with all or some of them in the title; then those whose words have the
 * largest sum of weights. Of equal rows it takes the newest.
 *
 * @param matching the rows to choose from
 */
export function chooseRows(terms: readonly RowTerm[], matching: RowBits, size: number): number[] {
  const chosen = new Set<number>();
  const all = inAll([matching, ...terms.map(({ rows }) => rows)]);
  const titles = terms.map((term) => term.byTitle());
  const inTitle = inAny(titles, 32 * matching.length - 1);
  for (const step of [inAll([all, ...titles]), inAll([all, inTitle]), all])
    if (chosen.size < size) for (const row of lastRows(step, size)) chosen.add(row);
  if (chosen.size < size && terms.length > 1)
    for (const row of heaviestRows(addWeights(terms, titles, matching), size)) chosen.add(row);
  return [...chosen];
}

/** Adds up the weights of the words of each row. */
function addWeights(terms: readonly RowTerm[], titles: readonly RowBits[], matching: RowBits): Float32Array {
  const sums = new Float32Array(32 * matching.length);
  const sized = terms.map((term, i) => ({ ...term, title: titles[i]!, count: countRows(term.rows) }));
  let added = 0;
  for (const { rows, title, weight, count } of sized.sort((a, b) => a.count - b.count)) {
    added += count;
    if (added > MAX_ADDED_ROWS && added > count) break;
    addTo(sums, rows, matching, weight);
    addTo(sums, title, matching, weight * TITLE_WEIGHT);
  }
  return sums;
}

function addTo(sums: Float32Array, rows: RowBits, matching: RowBits, weight: number): void {
  const end = Math.min(rows.length, matching.length);
  for (let i = 0; i < end; i++)
    for (let word = rows[i]! & matching[i]!; word !== 0; word &= word - 1)
      sums[(i << 5) + 31 - Math.clz32(word & -word)]! += weight;
}

/** Returns the rows with the largest sums above 0, at most so many. */
function heaviestRows(sums: Float32Array, size: number): number[] {
  let max = 0;
  for (let row = 0; row < sums.length; row++) if (sums[row]! > max) max = sums[row]!;
  if (max === 0) return [];
  const scale = STEPS / max;
  const stepOf = (sum: number) => Math.min(STEPS, Math.ceil(sum * scale));
  const counts = new Uint32Array(STEPS + 1);
  for (let row = 0; row < sums.length; row++) counts[stepOf(sums[row]!)]!++;
  let cut = STEPS;
  for (let above = counts[cut]!; cut > 1 && above < size; above += counts[cut]!) cut--;
  const sure: number[] = [];
  const equal: number[] = [];
  for (let row = sums.length - 1; row > 0; row--) {
    const step = stepOf(sums[row]!);
    if (step > cut) sure.push(row);
    else if (step === cut && equal.length < size) equal.push(row);
  }
  return [...sure, ...equal].slice(0, size);
}
