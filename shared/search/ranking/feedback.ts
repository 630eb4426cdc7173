import { bm25 } from './bm25.ts';
import { countTermsOf, type RecordTerms } from './record-terms.ts';

/** A record that the terms of a query are learned from, and its relevance. */
export type FeedbackRecord = { terms: RecordTerms; relevance: number };

/** Number of records that feedback reads, and of terms that it takes from them. */
export const FEEDBACK_RECORDS = 5;
const FEEDBACK_TERMS = 30;

/** Minimum number of those records that must have a term: one record alone would pull in whatever else it is about. */
const MIN_RECORDS = 2;

const NUMBER = /^\p{N}+$/u;

/**
 * Returns the terms that relevant records have in common, with weights that add up to 1: the relevance model of Lavrenko and
 * Croft (RM1). A term weighs its share of the text of each record, weighted by the relevance of the record.
 */
export function commonTerms(records: readonly FeedbackRecord[]): Map<string, number> {
  const total = records.reduce((sum, { relevance }) => sum + relevance, 0);
  if (total === 0) return new Map();
  const found = new Map<string, { weight: number; records: number }>();
  for (const { terms, relevance } of records) {
    const counts = countTermsOf(terms, (term) => !NUMBER.test(term));
    const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [term, count] of counts) {
      const entry = found.get(term) ?? { weight: 0, records: 0 };
      entry.weight += ((relevance / total) * count) / length;
      entry.records++;
      found.set(term, entry);
    }
  }
  const best = [...found]
    .filter((entry) => entry[1].records >= MIN_RECORDS)
    .sort((a, b) => b[1].weight - a[1].weight || (a[0] < b[0] ? -1 : 1))
    .slice(0, FEEDBACK_TERMS);
  const sum = best.reduce((all, [, { weight }]) => all + weight, 0);
  return new Map(best.map(([term, { weight }]) => [term, weight / sum]));
}

/** Returns the score of a record for weighted terms. */
export function scoreTerms(
  weights: ReadonlyMap<string, number>,
  idf: (term: string) => number,
  record: RecordTerms,
  relativeLength: number,
): number {
  let score = 0;
  for (const [term, count] of countTermsOf(record, (one) => weights.has(one)))
    score += weights.get(term)! * bm25(idf(term), count, relativeLength);
  return score;
}
