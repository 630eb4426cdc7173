/** BM25 with the parameters of FTS5 and Lucene's inverse document frequency. */

/** Saturation of counts, and share of the normalisation by length. */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns the inverse document frequency of a word.
 *
 * @param records number of records that have the word
 * @param documents number of all records
 */
export function inverseFrequency(records: number, documents: number): number {
  return Math.log(1 + (Math.max(documents, records) - records + 0.5) / (records + 0.5));
}

/** Returns what the length of a record adds to the count of a word, in the denominator. @param length in mean lengths */
export const lengthNorm = (length: number): number => K1 * (1 - B + B * length);

/** Returns the score of a word, for an inverse document frequency of 1. */
export const termScore = (count: number, norm: number): number => (count * (K1 + 1)) / (count + norm);
