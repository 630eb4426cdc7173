import type { Kernel } from '../features/kernel.ts';

/** A machine over a kernel: `bias + Σ coefficient × kernel(example, x)`. Coefficients belong to the rows to learn from. */
export type KernelFunction = { coefficients: Float64Array; bias: number };

export type KernelSvmOptions = {
  /** Bound of the coefficient of a positive and of a negative example. */
  positiveCost: number;
  negativeCost: number;
};

/** Largest violation of the optimality conditions at which training ends, as in LIBSVM. */
const TOLERANCE = 1e-3;
/** Maximum number of steps per example. */
const MAX_STEPS_PER_EXAMPLE = 200;
/** Replaces a curvature that is not positive. */
const LEAST_CURVATURE = 1e-12;

type State = { alpha: Float64Array; gradient: Float64Array; signs: Int8Array; costs: Float64Array };

/**
 * Trains a support vector machine with hinge loss by sequential minimal optimisation. Each step optimises the pair of examples that
 * second-order information promises most of (Fan, Chen, Lin, JMLR 2005).
 */
export function trainKernelSvm(
  kernel: Kernel,
  rows: Int32Array,
  isPositive: (row: number) => boolean,
  { positiveCost, negativeCost }: KernelSvmOptions,
): KernelFunction {
  const signs = Int8Array.from(rows, (row) => (isPositive(row) ? 1 : -1));
  const costs = Float64Array.from(signs, (sign) => (sign > 0 ? positiveCost : negativeCost));
  const gradient = new Float64Array(rows.length).fill(-1);
  const state: State = { alpha: new Float64Array(rows.length), gradient, signs, costs };
  const diagonal = Float64Array.from(rows, (row) => kernel(row)[row]!);
  for (let step = 0; step < MAX_STEPS_PER_EXAMPLE * rows.length; step++) {
    const i = firstOf(state);
    if (i < 0) break;
    const kernelOfFirst = kernel(rows[i]!);
    const j = secondOf(state, i, kernelOfFirst, rows, diagonal);
    if (j < 0) break;
    const kernelOfSecond = kernel(rows[j]!);
    const size = optimisePair(state, i, j, diagonal[i]! + diagonal[j]! - 2 * kernelOfFirst[rows[j]!]!);
    for (let t = 0; t < rows.length; t++)
      gradient[t]! += signs[t]! * size * (kernelOfFirst[rows[t]!]! - kernelOfSecond[rows[t]!]!);
  }
  return { coefficients: state.alpha.map((value, t) => value * signs[t]!), bias: biasOf(state) };
}

const canRise = ({ alpha, signs, costs }: State, t: number): boolean =>
  signs[t]! > 0 ? alpha[t]! < costs[t]! : alpha[t]! > 0;
const canFall = ({ alpha, signs, costs }: State, t: number): boolean =>
  signs[t]! > 0 ? alpha[t]! > 0 : alpha[t]! < costs[t]!;

/** Returns the example that violates the optimality conditions most; -1 if there is none. */
function firstOf(state: State): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < state.alpha.length; t++) {
    const value = -state.signs[t]! * state.gradient[t]!;
    if (value > most && canRise(state, t)) {
      most = value;
      best = t;
    }
  }
  return best;
}

/** Returns the partner with the largest gain; -1 if all conditions hold within the tolerance. */
function secondOf(
  state: State,
  i: number,
  kernelOfFirst: Float32Array,
  rows: Int32Array,
  diagonal: Float64Array,
): number {
  const most = -state.signs[i]! * state.gradient[i]!;
  let best = -1;
  let largest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; t < state.alpha.length; t++) {
    if (!canFall(state, t)) continue;
    const value = -state.signs[t]! * state.gradient[t]!;
    if (value < least) least = value;
    const difference = most - value;
    if (difference <= 0) continue;
    const curvature = Math.max(diagonal[i]! + diagonal[t]! - 2 * kernelOfFirst[rows[t]!]!, LEAST_CURVATURE);
    const gain = (difference * difference) / curvature;
    if (gain > largest) {
      largest = gain;
      best = t;
    }
  }
  return most - least < TOLERANCE ? -1 : best;
}

/** Moves both coefficients to the optimum within their bounds. @returns the size of the step */
function optimisePair({ alpha, gradient, signs, costs }: State, i: number, j: number, curvature: number): number {
  const difference = -signs[i]! * gradient[i]! + signs[j]! * gradient[j]!;
  // The step along (sign i, -sign j), as far as both bounds allow.
  const room = Math.min(
    signs[i]! > 0 ? costs[i]! - alpha[i]! : alpha[i]!,
    signs[j]! > 0 ? alpha[j]! : costs[j]! - alpha[j]!,
  );
  const step = Math.min(difference / Math.max(curvature, LEAST_CURVATURE), room);
  alpha[i]! += signs[i]! * step;
  alpha[j]! -= signs[j]! * step;
  return step;
}

/** Mean over the examples within their bounds, or the middle of the possible range. */
function biasOf(state: State): number {
  const { alpha, gradient, signs, costs } = state;
  let [sum, free, low, high] = [0, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let t = 0; t < alpha.length; t++) {
    const value = -signs[t]! * gradient[t]!;
    if (alpha[t]! > 0 && alpha[t]! < costs[t]!) {
      sum += value;
      free++;
    }
    if (canRise(state, t)) low = Math.max(low, value);
    if (canFall(state, t)) high = Math.min(high, value);
  }
  if (free > 0) return sum / free;
  if (!Number.isFinite(low)) return Number.isFinite(high) ? high : 0;
  return Number.isFinite(high) ? (low + high) / 2 : low;
}
