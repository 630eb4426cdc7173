/** Stores weights in one byte each: a square-root scale per class keeps the many small weights apart. */

/** Number of levels on each side of zero: the largest value of a signed byte. */
const LEVELS = 127;

/**
 * @param weights weight of feature `f` for class `c` at `f × classes + c`
 * @returns the codes in the same order, and the largest magnitude of each class
 */
export function shrinkWeights(weights: Float32Array, classes: number): { codes: Int8Array; scales: Float64Array } {
  const scales = new Float64Array(classes);
  for (let i = 0; i < weights.length; i++) scales[i % classes] = Math.max(scales[i % classes]!, Math.abs(weights[i]!));
  const codes = Int8Array.from(weights, (weight, i) => {
    const share = weight / (scales[i % classes]! || 1);
    return Math.round(Math.sign(share) * Math.sqrt(Math.abs(share)) * LEVELS);
  });
  return { codes, scales };
}

/** Restores the weights, each to about 1 % of the square root of its share of the largest one. */
export function expandWeights(codes: Int8Array, scales: ArrayLike<number>): Float32Array {
  const classes = scales.length;
  return Float32Array.from(codes, (code, i) => (code * Math.abs(code) * scales[i % classes]!) / LEVELS ** 2);
}
