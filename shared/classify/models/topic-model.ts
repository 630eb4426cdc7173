import type { SparseMatrix } from './features/sparse-matrix.ts';
import type { Vocabulary } from './features/vocabulary.ts';
import type { Weighting } from './features/weighting.ts';

/** Algorithms of `thresher train`, as they are named in a model. */
export const ALGORITHMS = ['linear', 'rbf', 'bayes', 'bayes-weighted', 'bayes-complement'] as const;

/** Name of a training algorithm. */
export type Algorithm = (typeof ALGORITHMS)[number];

/** One linear function per class over the features. */
export type LinearFunctions = {
  kind: 'linear';
  weighting: Weighting;
  /** Weight of feature `f` for class `c` at `f × classes + c`. */
  weights: Float32Array;
  /** One per class. */
  biases: Float32Array;
};

/** One support vector machine with the kernel `exp(-γ |x - z|²)` per class, over documents of length 1. */
export type RbfFunctions = {
  kind: 'rbf';
  weighting: Weighting;
  gamma: number;
  /** The training documents that the machines consist of. */
  supports: SparseMatrix;
  /** Coefficient of support `s` for class `c` at `s × classes + c`. */
  coefficients: Float32Array;
  /** One per class. */
  biases: Float32Array;
};

/** How the classes of a document are scored. */
export type ModelFunctions = LinearFunctions | RbfFunctions;

/** Turns the scores of the classes into probabilities: `softmax(sharpness × (score + offset))`. */
export type Calibration = {
  sharpness: number;
  /** One per class. */
  offsets: readonly number[];
};

/** Quality on the training documents, each judged by a model that was trained without it. */
export type Quality = {
  /** Share of documents with the right class. 0 to 1. */
  accuracy: number;
  /** Mean over the classes of the harmonic mean of precision and recall. 0 to 1. */
  macroF1: number;
};

/** A word or pair of words with its weight for a class. */
export type WeightedTerm = { term: string; weight: number };

/** Data about the training, for people. */
export type TrainingReport = {
  /** Number of training documents. */
  documents: number;
  perClass: Record<string, ClassReport>;
  crossValidated: Quality | null;
  /** Each algorithm that was tried, with its quality. */
  tried: { algorithm: Algorithm; crossValidated: Quality }[];
};

/** How well a model recognises one class. Precision and recall: 0 to 1. */
export type ClassReport = {
  documents: number;
  /** Null: not cross-validated. */
  precision: number | null;
  recall: number | null;
  /** The words that speak most for the class, best first. */
  terms: WeightedTerm[];
};

/** A trained classifier. */
export type TopicModel = {
  algorithm: Algorithm;
  /** Labels of the training documents. At least two. */
  classes: readonly string[];
  /** The classes that are on topic. */
  topic: readonly string[];
  /** ISO 639-1 codes of the stop words and stemmers, the most frequent first. */
  languages: readonly string[];
  vocabulary: Vocabulary;
  functions: ModelFunctions;
  calibration: Calibration;
  report: TrainingReport;
  /** Link model that a crawl by this topic starts with, in base64. Absent: the training documents do not link to each other. */
  links?: string;
};
