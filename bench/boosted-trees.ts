/**
 * Trains gradient-boosted trees for binary classification: logistic loss, second-order gradients and quantile histograms, as in
 * LightGBM and XGBoost. All trees are complete and have one depth, so evaluating a tree takes a fixed number of comparisons.
 */
import type { BoostedTrees } from '../shared/clean/main-text/boosted-trees.ts';

/** Rows to train on, with their labels (0 or 1) and weights. */
export type TrainingSet = {
  /** Features, row after row. */
  rows: Float32Array;
  features: number;
  labels: Float32Array;
  weights: Float32Array;
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

/** Number of bins of a feature's histogram. */
const MAX_BINS = 48;
/** Minimum gain of a split. */
const MIN_GAIN = 1e-3;
/** Threshold of a node that is not split: every value goes left. */
const NO_SPLIT = 1e9;

/** State of the training: the score of each row so far, and its first and second derivatives of the loss. */
type Training = {
  options: TrainingOptions;
  bins: readonly Uint8Array[];
  scores: Float64Array;
  gradients: Float64Array;
  curvatures: Float64Array;
  random: () => number;
};

/** Rows that a tree sees: as flags, and as the first `count` indices. */
type Sample = { kept: Uint8Array; indices: Uint32Array; count: number };

/** Splits of a tree, root first: feature and bin of each node. `nodes`: the leaf of each row. */
type Grown = { splits: Int32Array; limits: Int32Array; nodes: Int32Array };

/** Trains trees. Equal sets and options train equal trees. */
export function trainTrees(set: TrainingSet, options: TrainingOptions): BoostedTrees {
  const count = set.labels.length;
  const { edges, bins } = quantize(set);
  const training: Training = {
    options,
    bins,
    scores: new Float64Array(count),
    gradients: new Float64Array(count),
    curvatures: new Float64Array(count),
    random: seededRandom(options.seed),
  };
  const indices = new Uint32Array(count);
  const model: BoostedTrees = { depth: options.depth, splits: [], thresholds: [], leaves: [] };
  for (let tree = 0; tree < options.trees; tree++) {
    const sample = sampleRows(training, set, indices);
    const features = Array.from({ length: set.features }, (_, f) => f).filter(
      () => training.random() < options.featureShare,
    );
    const grown = growTree(training, sample, features);
    addTree(model, training, sample, grown, edges);
  }
  return model;
}

/** Computes the derivatives of all rows and samples the rows that the next tree sees. */
function sampleRows(
  { options, scores, gradients, curvatures, random }: Training,
  { labels, weights }: TrainingSet,
  indices: Uint32Array,
): Sample {
  const kept = new Uint8Array(labels.length);
  let count = 0;
  for (let i = 0; i < labels.length; i++) {
    const p = 1 / (1 + Math.exp(-(scores[i] as number)));
    const w = weights[i] as number;
    kept[i] = w > 0 && random() < options.rowShare ? 1 : 0;
    if (kept[i] === 1) indices[count++] = i;
    gradients[i] = w * (p - (labels[i] as number));
    curvatures[i] = w * p * (1 - p);
  }
  return { kept, indices, count };
}

/** Grows a tree level by level, with the best split of each node over the sampled features. */
function growTree(training: Training, sample: Sample, features: readonly number[]): Grown {
  const { options, bins, scores } = training;
  const inner = 2 ** options.depth - 1;
  const nodes = new Int32Array(scores.length);
  const splits = new Int32Array(inner);
  const limits = new Int32Array(inner).fill(MAX_BINS);
  for (let level = 0; level < options.depth; level++) {
    const first = 2 ** level - 1;
    const width = 2 ** level;
    const best = new Float64Array(width).fill(MIN_GAIN);
    const sums = new Float64Array(width * MAX_BINS * 2);
    for (const f of features) {
      fillHistogram(sums, training, sample, bins[f] as Uint8Array, nodes, first);
      for (let node = 0; node < width; node++) {
        const found = bestSplit(sums, node, options.ridge);
        if (found.gain <= (best[node] as number)) continue;
        best[node] = found.gain;
        splits[first + node] = f;
        limits[first + node] = found.bin;
      }
    }
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as number;
      const right = ((bins[splits[node] as number] as Uint8Array)[i] as number) > (limits[node] as number);
      nodes[i] = 2 * node + (right ? 2 : 1);
    }
  }
  return { splits, limits, nodes };
}

/** Sums the derivatives of the sampled rows by node of a level and bin of a feature. */
function fillHistogram(
  sums: Float64Array,
  { gradients, curvatures }: Training,
  { indices, count }: Sample,
  column: Uint8Array,
  nodes: Int32Array,
  first: number,
): void {
  sums.fill(0);
  for (let k = 0; k < count; k++) {
    const i = indices[k] as number;
    const at = (((nodes[i] as number) - first) * MAX_BINS + (column[i] as number)) * 2;
    sums[at] = (sums[at] as number) + (gradients[i] as number);
    sums[at + 1] = (sums[at + 1] as number) + (curvatures[i] as number);
  }
}

/** Adds a grown tree to the model and its leaf values to the scores. */
function addTree(
  model: BoostedTrees,
  { options, scores, gradients, curvatures }: Training,
  { kept }: Sample,
  { splits, limits, nodes }: Grown,
  edges: readonly Float32Array[],
): void {
  const inner = splits.length;
  const leaves = leafValues(nodes, inner, { gradients, curvatures, kept }, options);
  for (let i = 0; i < scores.length; i++)
    scores[i] = (scores[i] as number) + (leaves[(nodes[i] as number) - inner] as number);
  for (let node = 0; node < inner; node++) {
    const f = splits[node] as number;
    model.splits.push(f);
    const edge = (edges[f] as Float32Array)[limits[node] as number];
    model.thresholds.push(edge === undefined ? NO_SPLIT : Number(edge.toPrecision(5)));
  }
  model.leaves.push(...Array.from(leaves, (leaf) => Number(leaf.toFixed(4))));
}

/** Returns the split of a node with the largest gain, from the histogram of a feature. `bin` is `MAX_BINS` if there is none. */
function bestSplit(sums: Float64Array, node: number, ridge: number): { gain: number; bin: number } {
  const from = node * MAX_BINS * 2;
  let g = 0;
  let h = 0;
  for (let b = 0; b < MAX_BINS; b++) {
    g += sums[from + 2 * b] as number;
    h += sums[from + 2 * b + 1] as number;
  }
  const whole = (g * g) / (h + ridge);
  let gain = 0;
  let bin = MAX_BINS;
  let left = 0;
  let leftH = 0;
  for (let b = 0; b < MAX_BINS - 1; b++) {
    left += sums[from + 2 * b] as number;
    leftH += sums[from + 2 * b + 1] as number;
    if (leftH < 1 || h - leftH < 1) continue;
    const gained = (left * left) / (leftH + ridge) + (g - left) ** 2 / (h - leftH + ridge) - whole;
    if (gained > gain) {
      gain = gained;
      bin = b;
    }
  }
  return { gain, bin };
}

/** Returns the value of each leaf: a Newton step scaled by the learning rate. */
function leafValues(
  nodes: Int32Array,
  inner: number,
  { gradients, curvatures, kept }: { gradients: Float64Array; curvatures: Float64Array; kept: Uint8Array },
  { ridge, rate }: TrainingOptions,
): Float64Array {
  const g = new Float64Array(inner + 1);
  const h = new Float64Array(inner + 1);
  for (let i = 0; i < nodes.length; i++) {
    if (kept[i] === 0) continue;
    const leaf = (nodes[i] as number) - inner;
    g[leaf] = (g[leaf] as number) + (gradients[i] as number);
    h[leaf] = (h[leaf] as number) + (curvatures[i] as number);
  }
  return g.map((sum, leaf) => (-rate * sum) / ((h[leaf] as number) + ridge));
}

/** Splits each feature into quantile bins. @returns the upper edges of the bins, and the bin of each value, by feature */
function quantize({ rows, features, labels }: TrainingSet): { edges: Float32Array[]; bins: Uint8Array[] } {
  const count = labels.length;
  const step = Math.max(1, Math.floor(count / 20_000));
  const edges: Float32Array[] = [];
  const bins: Uint8Array[] = [];
  for (let f = 0; f < features; f++) {
    const sample: number[] = [];
    for (let i = 0; i < count; i += step) sample.push(rows[i * features + f] as number);
    sample.sort((a, b) => a - b);
    const found = new Set<number>();
    for (let b = 1; b < MAX_BINS; b++) found.add(sample[Math.floor((b * sample.length) / MAX_BINS)] as number);
    // Keep an edge above the smallest value, even for a feature that is nearly always 0.
    found.add(sample[0] as number);
    const own = Float32Array.from([...found].sort((a, b) => a - b).slice(0, MAX_BINS - 1));
    const column = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      const value = rows[i * features + f] as number;
      let bin = 0;
      while (bin < own.length && value > (own[bin] as number)) bin++;
      column[i] = bin;
    }
    edges.push(own);
    bins.push(column);
  }
  return { edges, bins };
}

/** Returns a pseudo-random generator (Mulberry32) of numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
