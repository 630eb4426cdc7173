/**
 * How occurrences become values of documents of length 1: `log-tf-idf` is `(1 + ln tf) × idf`. The others are those that CINDI compares:
 * occurrences, 1 for a word that occurs, `tf × idf`, and `RDF + γ RKF` for a word that occurs.
 */
export const REPRESENTATIONS = ['log-tf-idf', 'occurrence', 'binary', 'tf-idf', 'rdf-rkf'] as const;

/** Name of a weighting of features. */
export type Representation = (typeof REPRESENTATIONS)[number];

/** Naive Bayes reads plain occurrences, or plain `tf × idf`, of documents of any length. */
export type Weighting = Representation | 'plain-tf' | 'plain-tf-idf';

/** How the value of a feature follows from its occurrences in a document. */
export type WeightingRule = {
  /** Value of a number of occurrences, by that number. The last entry counts for more occurrences, too. */
  table: Float32Array;
  /** Whether the value is multiplied by the factor of the feature. */
  usesFactors: boolean;
  /** Whether the values of a document are scaled to length 1. */
  isUnit: boolean;
};

/** Length of the tables. A feature that occurs more often counts as if it occurred one time less than this. */
const MAX_OCCURRENCES = 1_024;

const tableOf = (value: (occurrences: number) => number): Float32Array =>
  Float32Array.from({ length: MAX_OCCURRENCES }, (_, n) => (n === 0 ? 0 : value(n)));

const COUNT = tableOf((n) => n);
const LOG = tableOf((n) => 1 + Math.log(n));
const BINARY = tableOf(() => 1);

const RULES: Record<Weighting, WeightingRule> = {
  'log-tf-idf': { table: LOG, usesFactors: true, isUnit: true },
  occurrence: { table: COUNT, usesFactors: false, isUnit: true },
  binary: { table: BINARY, usesFactors: false, isUnit: true },
  'tf-idf': { table: COUNT, usesFactors: true, isUnit: true },
  'rdf-rkf': { table: BINARY, usesFactors: true, isUnit: true },
  'plain-tf': { table: COUNT, usesFactors: false, isUnit: false },
  'plain-tf-idf': { table: COUNT, usesFactors: true, isUnit: false },
};

export const weightingRule = (name: Weighting): WeightingRule => RULES[name];

/** The features of a document: those from place `from` up to, but without, `to` in lists that may have other documents, too. */
type FeatureRange = {
  /** Index of each feature in the vocabulary. */
  indices: Int32Array;
  /** Number of occurrences of each feature. */
  occurrences: ArrayLike<number>;
  /** Receives the values. */
  values: Float32Array;
  from: number;
  to: number;
};

/** Writes the values of features. @param factors factor of each feature of the vocabulary */
export function weigh(
  { indices, occurrences, values, from, to }: FeatureRange,
  factors: Float32Array,
  { table, usesFactors, isUnit }: WeightingRule,
): void {
  let square = 0;
  for (let i = from; i < to; i++) {
    const n = occurrences[i]!;
    const value = table[n < MAX_OCCURRENCES ? n : MAX_OCCURRENCES - 1]! * (usesFactors ? factors[indices[i]!]! : 1);
    values[i] = value;
    square += value * value;
  }
  if (!isUnit || square === 0) return;
  const scale = 1 / Math.sqrt(square);
  for (let i = from; i < to; i++) values[i]! *= scale;
}
