import { dropFrequent, factorsOf } from '../features/factors.ts';
import { type SparseMatrix, weighRows } from '../features/sparse-matrix.ts';
import type { Representation, Weighting } from '../features/weighting.ts';
import { weightingRule } from '../features/weighting.ts';
import type { Algorithm, ModelFunctions, Quality } from '../topic-model.ts';
import { chooseOffsets } from './choose-offsets.ts';
import { scoreOutOfFold } from './cross-validate.ts';
import { centreFunctions, centreRows, type Learner, type Scores, spreadOf } from './learner.ts';
import { trainBayes } from './naive-bayes.ts';
import { bestClasses, type ClassCounts, countByClass, qualityOf } from './quality.ts';
import { complementLearner, type Trained, trainLinear } from './train-linear.ts';
import { trainRbf } from './train-rbf.ts';

/** The training documents as occurrences of the features, with their classes and folds. */
export type TrainingSet = {
  /** Occurrences of the features. */
  counts: SparseMatrix;
  representation: Representation;
  labels: Int32Array;
  classes: number;
  folds: Uint8Array;
};

/** A trained algorithm with its quality in cross-validation. */
export type Candidate = {
  algorithm: Algorithm;
  functions: ModelFunctions;
  /** Factor of each feature. */
  factors: Float32Array;
  /** Out-of-fold scores of the training documents. */
  scores: Scores;
  offsets: number[];
  counts: ClassCounts[];
  quality: Quality;
};

/** Smoothing of classic and weighted naive Bayes. */
const SMOOTHING = 0.5;

/** Largest share of the documents that have a feature of an RBF kernel. */
const MAX_SHARE = 0.3;

/** `weighting`: absent if the algorithm reads documents of length 1. */
type Way = { weighting?: Weighting; learn: Learner };

const bayes: Learner = ({ matrix, rows, labels, classes }) =>
  trainBayes(matrix, rows, labels, { classes, smoothing: SMOOTHING });

const BAYES: Partial<Record<Algorithm, Way>> = {
  bayes: { weighting: 'plain-tf', learn: bayes },
  'bayes-weighted': { weighting: 'plain-tf-idf', learn: bayes },
  'bayes-complement': { learn: complementLearner },
};

/** Trains by one algorithm. */
export function trainAlgorithm(algorithm: Algorithm, set: TrainingSet, random: () => number): Candidate {
  const { counts, labels, classes, folds } = set;
  const way = BAYES[algorithm];
  const weighting = way?.weighting ?? set.representation;
  const all = factorsOf(counts, weighting);
  const factors =
    algorithm === 'rbf' && weightingRule(weighting).usesFactors ? dropFrequent(all, counts, MAX_SHARE) : all;
  const matrix = weighRows(counts, factors, weighting);
  if (algorithm === 'rbf') {
    const { functions, scores } = trainRbf({ matrix, labels, classes, folds }, weighting);
    return candidateOf({ algorithm, functions, factors, scores }, set);
  }
  const examples = { matrix, rows: Int32Array.from(labels, (_, row) => row), labels, classes };
  const trained = way ? trainBayesWay(way.learn, examples, folds) : trainLinear(examples, folds, random);
  const { weights, biases } = centreFunctions(trained.functions, matrix.columns);
  const functions: ModelFunctions = { kind: 'linear', weighting, weights, biases };
  return candidateOf({ algorithm, functions, factors, scores: trained.scores }, set);
}

/** Scores and functions are divided by their spread, so that calibration meets numbers of the same size for all algorithms. */
function trainBayesWay(learn: Learner, examples: Parameters<Learner>[0], folds: Uint8Array): Trained {
  const raw = centreRows(scoreOutOfFold(learn, examples, folds), examples.classes);
  const scale = 1 / spreadOf(raw);
  const functions = learn(examples).map(({ weights, bias }) => ({
    weights: weights.map((weight) => scale * weight),
    bias: scale * bias,
  }));
  return { functions, scores: raw.map((score) => scale * score) };
}

/** Chooses the offsets of the classes, and measures the quality with them. */
function candidateOf(
  trained: Pick<Candidate, 'algorithm' | 'functions' | 'factors' | 'scores'>,
  { labels, classes }: TrainingSet,
): Candidate {
  const { scores } = trained;
  const offsets = chooseOffsets(scores, labels, classes);
  const found = bestClasses(
    scores.map((score, i) => score + offsets[i % classes]!),
    classes,
  );
  const counts = countByClass(found, labels, classes);
  return { ...trained, offsets, counts, quality: qualityOf(counts) };
}
