/**
 * Trains gradient-boosted trees for binary classification: logistic loss, second-order gradients and quantile histograms, as in
 * LightGBM and XGBoost. All trees are complete and have one depth, so evaluating a tree takes a fixed number of comparisons.
 */
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import type { BoostedTrees } from '../../shared/clean/main-text/boosted-trees.ts';

/** Features of rows as bins, for any number of trainings. Bins are stored feature after feature. */
export type BinnedRows = {
  count: number;
  features: number;
  edges: readonly Float32Array[];
  bins: readonly Uint8Array[];
};

/** Number and depth of the trees, learning rate, and regularisation. */
export type TrainingOptions = {
  trees: number;
  depth: number;
  rate: number;
  /** L2 regularisation, added to the sum of second derivatives: shrinks leaves with few rows. */
  ridge: number;
  /** Share of the features, and of the rows, that each tree samples. */
  featureShare: number;
  rowShare: number;
  seed: number;
};

/** Trained trees, and the scores (logarithms of odds) that they give to all rows, including those of weight 0. */
export type Trained = { trees: BoostedTrees; scores: Float64Array };

/** Number of bins of a feature's histogram. */
const MAX_BINS = 64;
/** Minimum gain of a split. */
const MIN_GAIN = 1e-3;
/** Threshold of a node that is not split: every value goes left. */
const NO_SPLIT = 1e9;
/** Minimum sum of second derivatives on either side of a split. */
const MIN_CURVATURE = 1;

/** State of the training: the score of each row so far, and the derivatives of the loss. */
type Training = {
  rows: BinnedRows;
  labels: Float32Array;
  weights: Float32Array;
  options: TrainingOptions;
  scores: Float64Array;
  gradients: Float32Array;
  curvatures: Float32Array;
  random: () => number;
  /** Rows that the tree samples, grouped by node: `indices` from `starts[node]` to `ends[node]`. */
  indices: Uint32Array;
  scratch: Uint32Array;
};

/** Splits of a tree, root first: feature and bin of each node. A bin of `MAX_BINS` sends all rows to the left. */
type Grown = { splits: Int32Array; limits: Int32Array };
type NodeRange = { from: number; to: number; sums: Float64Array };

/**
 * Trains trees. Equal rows and options train equal trees.
 *
 * @param labels 0 or 1 by row
 * @param weights weight by row; rows of weight 0 are not trained on, but scored
 */
export function trainTrees(
  rows: BinnedRows,
  labels: Float32Array,
  weights: Float32Array,
  options: TrainingOptions,
): Trained {
  const training: Training = {
    ...{ rows, labels, weights, options },
    scores: new Float64Array(rows.count).fill(priorScore(labels, weights)),
    gradients: new Float32Array(rows.count),
    curvatures: new Float32Array(rows.count),
    random: seededRandom(options.seed),
    indices: new Uint32Array(rows.count),
    scratch: new Uint32Array(rows.count),
  };
  const trees: BoostedTrees = {
    depth: options.depth,
    prior: training.scores[0] as number,
    splits: [],
    thresholds: [],
    leaves: [],
  };
  for (let tree = 0; tree < options.trees; tree++) {
    const sampled = sampleRows(training);
    const features = Array.from({ length: rows.features }, (_, f) => f).filter(
      () => training.random() < options.featureShare,
    );
    if (features.length > 0) addTree(trees, training, growTree(training, sampled, features), sampled);
  }
  return { trees, scores: training.scores };
}

/** Returns the logarithm of the odds of label 1, rounded as in the model. */
function priorScore(labels: Float32Array, weights: Float32Array): number {
  let sum = 0;
  let all = 0;
  for (let i = 0; i < labels.length; i++) {
    sum += (weights[i] as number) * (labels[i] as number);
    all += weights[i] as number;
  }
  return Number(Math.log((sum + 1) / (all - sum + 1)).toFixed(4));
}

/** Computes the derivatives of the rows and samples the rows of the next tree. @returns the number of rows */
function sampleRows({ labels, weights, scores, gradients, curvatures, indices, random, options }: Training): number {
  let count = 0;
  for (let i = 0; i < labels.length; i++) {
    const weight = weights[i] as number;
    if (weight === 0 || random() >= options.rowShare) continue;
    const p = 1 / (1 + Math.exp(-(scores[i] as number)));
    gradients[i] = weight * (p - (labels[i] as number));
    curvatures[i] = weight * p * (1 - p);
    indices[count++] = i;
  }
  return count;
}

/** Grows a tree level by level, with the best split of each node over the sampled features. */
function growTree(training: Training, sampled: number, features: readonly number[]): Grown {
  const { depth, ridge } = training.options;
  const inner = 2 ** depth - 1;
  const grown = { splits: new Int32Array(inner), limits: new Int32Array(inner).fill(MAX_BINS) };
  let level: (NodeRange | undefined)[] = [{ from: 0, to: sampled, sums: histogram(training, features, 0, sampled) }];
  for (let first = 0; first < inner; first = 2 * first + 1) {
    const next: (NodeRange | undefined)[] = [];
    for (const [k, node] of level.entries()) {
      const split = node && bestSplit(node.sums, features, ridge);
      if (!node || !split) {
        next.push(node && { ...node }, undefined);
        continue;
      }
      grown.splits[first + k] = split.feature;
      grown.limits[first + k] = split.bin;
      next.push(...splitNode(training, features, node, split, first + level.length < inner));
    }
    level = next;
  }
  return grown;
}

/** Moves the rows of a node to its children. The histogram of the larger child is that of the node minus that of the smaller one. */
function splitNode(
  training: Training,
  features: readonly number[],
  { from, to, sums }: NodeRange,
  { feature, bin }: { feature: number; bin: number },
  hasChildren: boolean,
): [NodeRange, NodeRange] {
  const { indices, scratch } = training;
  const column = training.rows.bins[feature] as Uint8Array;
  let left = from;
  let right = 0;
  for (let k = from; k < to; k++) {
    const i = indices[k] as number;
    if ((column[i] as number) > bin) scratch[right++] = i;
    else indices[left++] = i;
  }
  indices.set(scratch.subarray(0, right), left);
  if (!hasChildren)
    return [
      { from, to: left, sums },
      { from: left, to, sums },
    ];
  const isLeftSmaller = left - from < to - left;
  const smaller = isLeftSmaller ? histogram(training, features, from, left) : histogram(training, features, left, to);
  for (let b = 0; b < sums.length; b++) sums[b] = (sums[b] as number) - (smaller[b] as number);
  return [
    { from, to: left, sums: isLeftSmaller ? smaller : sums },
    { from: left, to, sums: isLeftSmaller ? sums : smaller },
  ];
}

/** Sums the derivatives of the rows of a node by feature and bin. */
function histogram(
  { rows, indices, gradients, curvatures }: Training,
  features: readonly number[],
  from: number,
  to: number,
): Float64Array {
  const sums = new Float64Array(features.length * MAX_BINS * 2);
  for (const [f, feature] of features.entries()) {
    const column = rows.bins[feature] as Uint8Array;
    const first = f * MAX_BINS;
    for (let k = from; k < to; k++) {
      const i = indices[k] as number;
      const at = (first + (column[i] as number)) * 2;
      sums[at] = (sums[at] as number) + (gradients[i] as number);
      sums[at + 1] = (sums[at + 1] as number) + (curvatures[i] as number);
    }
  }
  return sums;
}

/** Returns the split of a node with the largest gain, or undefined if none gains anything. */
function bestSplit(
  sums: Float64Array,
  features: readonly number[],
  ridge: number,
): { feature: number; bin: number } | undefined {
  let g = 0;
  let h = 0;
  for (let b = 0; b < MAX_BINS; b++) {
    g += sums[2 * b] as number;
    h += sums[2 * b + 1] as number;
  }
  const whole = (g * g) / (h + ridge);
  let gain = MIN_GAIN;
  let best: { feature: number; bin: number } | undefined;
  for (const [f, feature] of features.entries()) {
    let left = 0;
    let leftH = 0;
    for (let b = 0; b < MAX_BINS - 1; b++) {
      const at = (f * MAX_BINS + b) * 2;
      left += sums[at] as number;
      leftH += sums[at + 1] as number;
      if (leftH < MIN_CURVATURE || h - leftH < MIN_CURVATURE) continue;
      const gained = (left * left) / (leftH + ridge) + (g - left) ** 2 / (h - leftH + ridge) - whole;
      if (gained <= gain) continue;
      gain = gained;
      best = { feature, bin: b };
    }
  }
  return best;
}

/** Adds a grown tree to the model and its leaf values to the scores. Leaf values are Newton steps scaled by the learning rate. */
function addTree(model: BoostedTrees, training: Training, { splits, limits }: Grown, sampled: number): void {
  const { rows, options, scores, gradients, curvatures, indices } = training;
  const inner = splits.length;
  const nodes = leavesOf(rows, options.depth, splits, limits);
  const g = new Float64Array(inner + 1);
  const h = new Float64Array(inner + 1);
  for (let k = 0; k < sampled; k++) {
    const i = indices[k] as number;
    const leaf = nodes[i] as number;
    g[leaf] = (g[leaf] as number) + (gradients[i] as number);
    h[leaf] = (h[leaf] as number) + (curvatures[i] as number);
  }
  const leaves = Array.from(g, (sum, leaf) =>
    Number(((-options.rate * sum) / ((h[leaf] as number) + options.ridge)).toFixed(4)),
  );
  for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] as number) + (leaves[nodes[i] as number] as number);
  for (let node = 0; node < inner; node++) {
    const feature = splits[node] as number;
    model.splits.push(feature);
    model.thresholds.push((rows.edges[feature] as Float32Array)[limits[node] as number] ?? NO_SPLIT);
  }
  model.leaves.push(...leaves);
}

/** Returns the leaf of each row. */
function leavesOf({ count, bins }: BinnedRows, depth: number, splits: Int32Array, limits: Int32Array): Uint8Array {
  const nodes = new Uint8Array(count);
  const columns = Array.from(splits, (feature) => bins[feature] as Uint8Array);
  for (let i = 0; i < count; i++) {
    let node = 0;
    for (let level = 0; level < depth; level++)
      node = 2 * node + (((columns[node] as Uint8Array)[i] as number) > (limits[node] as number) ? 2 : 1);
    nodes[i] = node - splits.length;
  }
  return nodes;
}

/** Number of values from which the edges of the bins are computed. */
const EDGE_SAMPLE = 40_000;

/** Splits each feature into quantile bins. @param rows features, row after row */
export function binRows(rows: Float32Array, features: number): BinnedRows {
  const count = rows.length / features;
  const step = Math.max(1, Math.floor(count / EDGE_SAMPLE));
  const edges: Float32Array[] = [];
  const bins: Uint8Array[] = [];
  for (let f = 0; f < features; f++) {
    const sample: number[] = [];
    for (let i = 0; i < count; i += step) sample.push(rows[i * features + f] as number);
    const own = edgesOf(Float64Array.from(sample).sort());
    const column = new Uint8Array(count);
    for (let i = 0; i < count; i++) column[i] = binOf(own, rows[i * features + f] as number);
    edges.push(own);
    bins.push(column);
  }
  return { count, features, edges, bins };
}

/** Returns the upper edges of the bins. */
function edgesOf(sorted: Float64Array): Float32Array {
  const found = new Set<number>();
  for (let b = 1; b < MAX_BINS; b++) found.add(roundEdge(sorted[Math.floor((b * sorted.length) / MAX_BINS)] as number));
  // Keep an edge above the smallest value, even for a feature that is nearly always 0.
  found.add(roundEdge(sorted[0] as number));
  return Float32Array.from([...found].sort((a, b) => a - b).slice(0, MAX_BINS - 1));
}

const rounding = new DataView(new ArrayBuffer(4));

/** Rounds to the 8 significant bits of bfloat16, which the file of a model stores. */
function roundEdge(value: number): number {
  rounding.setFloat32(0, value);
  rounding.setUint32(0, ((rounding.getUint32(0) + 0x8000) & 0xffff0000) >>> 0);
  return rounding.getFloat32(0);
}

/** Returns the number of edges below a value. */
function binOf(edges: Float32Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > (edges[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}
