import { DENSE_FEATURES, HASHED_WEIGHTS } from './link-features.ts';

const DENSE = DENSE_FEATURES.length;

/** Number of weights: those of the numbers, then those of the hashed words. */
export const WEIGHTS = DENSE + HASHED_WEIGHTS;

/** Step sizes of AdaGrad (Duchi, Hazan, Singer 2011). Words are many and rare, so they move faster than the shared numbers. */
const DENSE_RATE = 0.1;
const HASHED_RATE = 0.3;
const GRADIENT_FLOOR = 1;

/** Logistic regression over numbers and hashed words, learned online. */
export type LogisticRegression = {
  /** Returns the log odds of an example. @param dense values of `DENSE_FEATURES`. @param hashed indices of word weights. */
  logOdds(dense: Float64Array, hashed: readonly number[]): number;
  /** Moves the weights towards a target from 0 to 1. */
  learn(dense: Float64Array, hashed: readonly number[], target: number): void;
  /** Lets the next examples move the weights as far as the first ones did. */
  restart(): void;
};

/** @param weights weights, and @param squares sums of squared gradients; both are changed in place. */
export function createLogisticRegression(weights: Float32Array, squares: Float32Array): LogisticRegression {
  const move = (at: number, gradient: number, rate: number) => {
    const square = squares[at]! + gradient * gradient;
    squares[at] = square;
    weights[at] = weights[at]! - (rate * gradient) / Math.sqrt(GRADIENT_FLOOR + square);
  };
  const logOdds = (dense: Float64Array, hashed: readonly number[]) => {
    let sum = 0;
    for (let at = 0; at < DENSE; at++) sum += dense[at]! * weights[at]!;
    let words = 0;
    for (let i = 0; i < hashed.length; i++) words += weights[DENSE + hashed[i]!]!;
    return sum + words * wordScale(hashed.length);
  };
  return {
    logOdds,
    learn(dense, hashed, target) {
      const error = sigmoid(logOdds(dense, hashed)) - target;
      for (let at = 0; at < DENSE; at++) if (dense[at] !== 0) move(at, error * dense[at]!, DENSE_RATE);
      const gradient = error * wordScale(hashed.length);
      for (let i = 0; i < hashed.length; i++) move(DENSE + hashed[i]!, gradient, HASHED_RATE);
    },
    restart: () => void squares.fill(0),
  };
}

/** Value of each of `words` hashed words. The vector of all has length 1. */
export function wordScale(words: number): number {
  return 1 / Math.sqrt(Math.max(words, 1));
}

export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
