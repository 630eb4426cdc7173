import type { DocumentVector } from './features/document-vector.ts';
import { postingsOf } from './features/kernel.ts';
import type { LinearFunctions, ModelFunctions, RbfFunctions } from './topic-model.ts';

/** Scores of a document for each class, and the parts that its words have in them. */
export type ClassScorer = {
  /** Writes the score of each class. */
  score: (vector: DocumentVector, scores: Float64Array) => void;
  /** Weight of feature `f` for class `c` at `f × classes + c`. For an RBF kernel: of its linear part. */
  weights: Float32Array;
};

/**
 * Creates the scorer of a model.
 *
 * @param features number of features of the model
 */
export function createScorer(functions: ModelFunctions, features: number): ClassScorer {
  return functions.kind === 'linear' ? linearScorer(functions) : rbfScorer(functions, features);
}

function linearScorer({ weights, biases }: LinearFunctions): ClassScorer {
  const classes = biases.length;
  return {
    weights,
    score({ size, indices, values }, scores) {
      for (let c = 0; c < classes; c++) scores[c] = biases[c]!;
      for (let i = 0; i < size; i++) {
        const value = values[i]!;
        const row = indices[i]! * classes;
        for (let c = 0; c < classes; c++) scores[c]! += value * weights[row + c]!;
      }
    },
  };
}

/** Steps of the table of `exp(x) - 1 - x` with `x = 2 γ dot`, for dot products from 0 to 1. With linear interpolation the error is below 10⁻⁶. */
const TABLE_STEPS = 2_048;

/**
 * For vectors of length 1, the kernel is `exp(-2 γ) × exp(x)` with `x = 2 γ dot`. The sums of its parts 1 and `x` over all supports are a
 * constant and a linear function, so only the remainder is added up, and only over similar supports: for others it is below 0.003.
 */
function rbfScorer({ gamma, supports, coefficients, biases }: RbfFunctions, features: number): ClassScorer {
  const classes = biases.length;
  const { starts: places, rows, values: parts } = postingsOf({ ...supports, columns: features });
  const base = Math.exp(-2 * gamma);
  const table = Float64Array.from(
    { length: TABLE_STEPS + 2 },
    (_, i) => base * (Math.exp((2 * gamma * i) / TABLE_STEPS) - 1 - (2 * gamma * i) / TABLE_STEPS),
  );
  const constant = Float64Array.from(biases);
  coefficients.forEach((value, i) => {
    constant[i % classes]! += base * value;
  });
  const { starts, owners, factors } = sparseCoefficients(coefficients, classes);
  const dots = new Float32Array(supports.rows);
  const weights = linearPart(supports, coefficients, classes, features).map((sum) => 2 * gamma * base * sum);
  return {
    weights,
    score({ size, indices, values }, scores) {
      scores.set(constant);
      for (let i = 0; i < size; i++) {
        const value = values[i]!;
        const row = indices[i]! * classes;
        for (let c = 0; c < classes; c++) scores[c]! += value * weights[row + c]!;
        const end = places[indices[i]! + 1]!;
        for (let at = places[indices[i]!]!; at < end; at++) dots[rows[at]!]! += value * parts[at]!;
      }
      for (let support = 0; support < dots.length; support++) {
        const dot = dots[support]!;
        if (dot < LEAST_DOT) continue;
        const place = Math.min(dot, 1) * TABLE_STEPS;
        const step = place | 0;
        const factor = table[step]! + (place - step) * (table[step + 1]! - table[step]!);
        const end = starts[support + 1]!;
        for (let k = starts[support]!; k < end; k++) scores[owners[k]!]! += factor * factors[k]!;
      }
      dots.fill(0);
    },
  };
}

/** Dot product from which the remainder counts. */
const LEAST_DOT = 0.05;

/** A support belongs to few machines. Returns for each support the classes with a coefficient. */
function sparseCoefficients(coefficients: Float32Array, classes: number) {
  const starts = new Int32Array(coefficients.length / classes + 1);
  const places = Int32Array.from(coefficients, (_, i) => i).filter((i) => coefficients[i] !== 0);
  for (const i of places) starts[Math.floor(i / classes) + 1]!++;
  for (let row = 1; row < starts.length; row++) starts[row]! += starts[row - 1]!;
  return {
    starts,
    owners: Int32Array.from(places, (i) => i % classes),
    factors: Float32Array.from(places, (i) => coefficients[i]!),
  };
}

/** Sums of the supports, each times its coefficients. */
function linearPart(
  { rows, starts, indices, values }: RbfFunctions['supports'],
  coefficients: Float32Array,
  classes: number,
  features: number,
): Float32Array {
  const weights = new Float32Array(features * classes);
  for (let row = 0; row < rows; row++)
    for (let i = starts[row]!; i < starts[row + 1]!; i++)
      for (let c = 0; c < classes; c++)
        weights[indices[i]! * classes + c]! += coefficients[row * classes + c]! * values[i]!;
  return weights;
}
