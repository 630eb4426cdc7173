/** How the best records of a query are scored. The same numbers hold for both search engines. */
export type RankingOptions = {
  /** Whether records with all words of the query rank above those with some. */
  allWordsFirst: boolean;
  /** Maximum score of two neighbouring words of the query that are neighbours in the record too. A rare word scores 5 to 10. 0: none. */
  pairWeight: number;
  /** Weight of the terms that the first hits have in common (relevance feedback), relative to the query. 0: none. */
  feedbackWeight: number;
  /** What a record gains whose title consists of the words of the query, as a share of the best relevance. 0: nothing. */
  titleBoost: number;
  /** What a record with the best score of the topic gains, as a share of the best relevance. 0: nothing. */
  qualityBoost: number;
  /** What a record that was published now gains, as a share of the best relevance. Half after `freshnessDays`. 0: nothing. */
  freshnessBoost: number;
  /** Age at which the freshness of a record has halved, in days. */
  freshnessDays: number;
  /** What a record gains or loses by the URL that hits show. The longest prefix counts. */
  urlBoosts: readonly UrlBoost[];
};

/** A beginning of URLs, and what their records gain, as a share of the best relevance, or lose (negative), as a share of their own score: more than -1. */
export type UrlBoost = { prefix: string; boost: number };

/**
 * Chosen on four collections (`docs/benchmarks.md#search`) and on queries for known pages of a manual. The optima are flat: half or twice
 * of a weight changes nDCG@10 by about .01. More feedback finds more pages on the subject of a query (nDCG@10 of Cranfield .429 at
 * .65), but pushes the one page that a reader looks for from the first place.
 */
export const DEFAULT_RANKING: RankingOptions = {
  allWordsFirst: true,
  pairWeight: 1,
  feedbackWeight: 0.2,
  titleBoost: 1,
  qualityBoost: 0.05,
  freshnessBoost: 0.05,
  freshnessDays: 365,
  urlBoosts: [],
};
