/** BM25 with the usual parameters: how fast repetitions saturate, and how much length counts. Not worth tuning. */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns the BM25 score of a term in a record, less than its `idf`.
 *
 * @param count occurrences, weighted by field
 * @param relativeLength length of the record divided by the mean length
 */
export const bm25 = (idf: number, count: number, relativeLength: number): number =>
  (idf * count) / (count + K1 * (1 - B + B * relativeLength));

/** Returns the inverse document frequency of a term, as Lucene defines it: never negative. */
export const idfOf = (documents: number, matching: number): number =>
  Math.log(1 + (Math.max(documents, matching) - matching + 0.5) / (matching + 0.5));
