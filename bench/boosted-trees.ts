/**
 * Trains boosted trees for a yes or no (logistic loss, second order, histograms of quantiles as in LightGBM and XGBoost).
 * All trees are complete and of one depth, so that asking one is a fixed number of comparisons.
 */
import type { BoostedTrees } from '../shared/clean/main-text/boosted-trees.ts';

export type TrainingSet = {
  /** Row after row. */
  rows: Float32Array;
  features: number;
  labels: Float32Array;
  weights: Float32Array;
};

export type TrainingOptions = {
  trees: number;
  depth: number;
  rate: number;
  /** Against leaves of few rows: added to the sum of second derivatives. */
  ridge: number;
  /** Share of the features, and of the rows, that a tree sees. */
  featureShare: number;
  rowShare: number;
  seed: number;
};

const MAX_BINS = 48;

export function trainTrees(set: TrainingSet, options: TrainingOptions): BoostedTrees {
  const { labels, weights, features } = set;
  const count = labels.length;
  const { edges, bins } = quantize(set);
  const scores = new Float64Array(count);
  const gradients = new Float64Array(count);
  const curvatures = new Float64Array(count);
  const chance = seededRandom(options.seed);
  /** Rows that a tree sees. */
  const seen = new Uint32Array(count);
  const inner = 2 ** options.depth - 1;
  const model: BoostedTrees = { depth: options.depth, splits: [], thresholds: [], leaves: [] };
  for (let tree = 0; tree < options.trees; tree++) {
    const kept = new Uint8Array(count);
    let rows = 0;
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(scores[i] as number)));
      const w = weights[i] as number;
      kept[i] = w > 0 && chance() < options.rowShare ? 1 : 0;
      if (kept[i] === 1) seen[rows++] = i;
      gradients[i] = w * (p - (labels[i] as number));
      curvatures[i] = w * p * (1 - p);
    }
    const asked = Array.from({ length: features }, (_, f) => f).filter(() => chance() < options.featureShare);
    const nodes = new Int32Array(count);
    const splits = new Int32Array(inner);
    const limits = new Int32Array(inner).fill(MAX_BINS);
    for (let level = 0; level < options.depth; level++) {
      const first = 2 ** level - 1;
      const width = 2 ** level;
      const best = new Float64Array(width).fill(1e-3);
      const sums = new Float64Array(width * MAX_BINS * 2);
      for (const f of asked) {
        sums.fill(0);
        const column = bins[f] as Uint8Array;
        for (let k = 0; k < rows; k++) {
          const i = seen[k] as number;
          const at = (((nodes[i] as number) - first) * MAX_BINS + (column[i] as number)) * 2;
          sums[at] = (sums[at] as number) + (gradients[i] as number);
          sums[at + 1] = (sums[at + 1] as number) + (curvatures[i] as number);
        }
        for (let node = 0; node < width; node++) {
          const found = bestSplit(sums, node, options.ridge);
          if (found.gain <= (best[node] as number)) continue;
          best[node] = found.gain;
          splits[first + node] = f;
          limits[first + node] = found.bin;
        }
      }
      for (let i = 0; i < count; i++) {
        const node = nodes[i] as number;
        const right = ((bins[splits[node] as number] as Uint8Array)[i] as number) > (limits[node] as number);
        nodes[i] = 2 * node + (right ? 2 : 1);
      }
    }
    const leaves = leafValues(nodes, inner, { gradients, curvatures, kept }, options);
    for (let i = 0; i < count; i++)
      scores[i] = (scores[i] as number) + (leaves[(nodes[i] as number) - inner] as number);
    for (let node = 0; node < inner; node++) {
      const f = splits[node] as number;
      model.splits.push(f);
      const edge = (edges[f] as Float32Array)[limits[node] as number];
      model.thresholds.push(edge === undefined ? 1e9 : Number(edge.toPrecision(5)));
    }
    model.leaves.push(...Array.from(leaves, (leaf) => Number(leaf.toFixed(4))));
  }
  return model;
}

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

/** Upper edges of each feature's bins, and the bin of each value, feature after feature. */
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
    // A feature that is nearly always 0 still has an edge between that and the rest.
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

/** Mulberry32: the same seed trains the same trees. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
