import { brotliDecompressSync } from 'node:zlib';

/** Gradient-boosted decision trees: the score of a row is the prior plus the sum of one leaf of each tree. */
export type BoostedTrees = {
  /** Depth of every tree: the number of comparisons from root to leaf. */
  depth: number;
  /** Score before the first tree; default: 0. */
  prior?: number;
  /** Column that a node compares, by tree and node, root first. Each tree has 2^depth - 1 nodes. */
  splits: number[];
  /** Threshold of each node. Greater values go right. */
  thresholds: number[];
  /** Contribution of each leaf to the score, by tree, left to right. */
  leaves: number[];
};

/** The same trees as typed arrays, for speed. */
export type PackedTrees = {
  depth: number;
  prior: number;
  splits: Uint8Array;
  thresholds: Float32Array;
  leaves: Float32Array;
  /** Smallest and largest sum that a tree and all trees after it can add, by tree; one entry more than trees. */
  minRemaining: Float64Array;
  maxRemaining: Float64Array;
};

/** Converts trees to typed arrays. */
export function packTrees({ depth, prior = 0, splits, thresholds, leaves }: BoostedTrees): PackedTrees {
  const width = 1 << depth;
  const count = leaves.length / width;
  const minRemaining = new Float64Array(count + 1);
  const maxRemaining = new Float64Array(count + 1);
  for (let tree = count - 1; tree >= 0; tree--) {
    const own = leaves.slice(tree * width, (tree + 1) * width);
    minRemaining[tree] = (minRemaining[tree + 1] as number) + Math.min(...own);
    maxRemaining[tree] = (maxRemaining[tree + 1] as number) + Math.max(...own);
  }
  return {
    depth,
    prior,
    splits: Uint8Array.from(splits),
    thresholds: Float32Array.from(thresholds),
    leaves: Float32Array.from(leaves),
    minRemaining: minRemaining,
    maxRemaining: maxRemaining,
  };
}

/** Number of trees between two checks for an early stop, which are evaluated together. */
const TREES_PER_CHECK = 4;
/** Heuristic early stop: after `trees` trees, a score outside of `low` to `high` counts as beyond the bounds. */
export type EarlyStop = { trees: number; low: number; high: number };

/**
 * Returns the score of a row: the logarithm of the odds, above 0 if more likely than not. It is only exact between `below` and
 * `above`; evaluation stops as soon as the score is certain to end outside of them.
 *
 * @param row features of the block
 * @param below lower bound of exact scores
 * @param above upper bound of exact scores
 * @param earlyStop heuristic early stop; default: none
 */
export function scoreRow(
  model: PackedTrees,
  row: Float32Array,
  below: number,
  above: number,
  earlyStop?: EarlyStop,
): number {
  const { depth, prior, splits, thresholds, leaves, minRemaining, maxRemaining } = model;
  const inner = (1 << depth) - 1;
  const trees = minRemaining.length - 1;
  let score = prior;
  for (let tree = 0; tree < trees; ) {
    if (tree + TREES_PER_CHECK <= trees) {
      // Each comparison waits for the one above it, so the CPU compares in four trees at a time.
      const first = tree * inner;
      const [second, third, fourth] = [first + inner, first + 2 * inner, first + 3 * inner];
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let level = 0; level < depth; level++) {
        a += a + 1 + goesRight(row, splits, thresholds, first + a);
        b += b + 1 + goesRight(row, splits, thresholds, second + b);
        c += c + 1 + goesRight(row, splits, thresholds, third + c);
        d += d + 1 + goesRight(row, splits, thresholds, fourth + d);
      }
      const leaf = tree * (inner + 1) - inner;
      score += leaves[leaf + a] as number;
      score += leaves[leaf + inner + 1 + b] as number;
      score += leaves[leaf + 2 * (inner + 1) + c] as number;
      score += leaves[leaf + 3 * (inner + 1) + d] as number;
      tree += TREES_PER_CHECK;
    } else {
      for (; tree < trees; tree++) {
        let node = 0;
        for (let level = 0; level < depth; level++)
          node += node + 1 + goesRight(row, splits, thresholds, tree * inner + node);
        score += leaves[tree * (inner + 1) + node - inner] as number;
      }
    }
    if (score + (maxRemaining[tree] as number) <= below || score + (minRemaining[tree] as number) > above) break;
    if (earlyStop === undefined || tree < earlyStop.trees) continue;
    if (score < earlyStop.low) return Math.min(score, below);
    if (score > earlyStop.high) return Math.max(score, above + 1);
  }
  return score;
}

/** Returns 1 if the row belongs to the right of a node, else 0. Arithmetic instead of a branch, which the CPU would mispredict half of the time. */
function goesRight(row: Float32Array, splits: Uint8Array, thresholds: Float32Array, node: number): number {
  return +((row[splits[node] as number] as number) > (thresholds[node] as number)) | 0;
}

/** Leaves are stored as multiples of this. */
export const LEAF_UNIT = 1e-4;

/** Length of depth and prior at the start of encoded trees, in bytes. */
export const TREES_HEAD_BYTES = 5;

/**
 * Decodes the trees of a model file, base64 of Brotli of: depth (1 byte), prior (float32), then one byte for each node of all trees: its
 * column; the higher bytes of the thresholds (bfloat16) of all nodes, and the lower ones; the higher bytes of all leaves (int16, multiples of
 * `LEAF_UNIT`), and the lower ones. Bytes of a kind stand together because they are alike. Numbers are big-endian.
 */
export function decodeTrees(encoded: string): PackedTrees {
  const bytes = brotliDecompressSync(Buffer.from(encoded, 'base64'));
  const depth = bytes.readUInt8(0);
  const width = 1 << depth;
  const count = (bytes.length - TREES_HEAD_BYTES) / (3 * (width - 1) + 2 * width);
  const nodes = count * (width - 1);
  const parts = bytes.subarray(TREES_HEAD_BYTES);
  return packTrees({
    depth,
    prior: bytes.readFloatBE(1),
    splits: [...parts.subarray(0, nodes)],
    thresholds: joinHalves(parts.subarray(nodes), nodes, (value) => value.readFloatBE()),
    leaves: joinHalves(parts.subarray(3 * nodes), count * width, (value) => value.readInt16BE() * LEAF_UNIT),
  });
}

/** Reads values whose higher bytes stand before all lower ones. @param read reads a value from its two bytes, which two zeros follow */
function joinHalves(bytes: Uint8Array, count: number, read: (value: Buffer) => number): number[] {
  const value = Buffer.alloc(4);
  return Array.from({ length: count }, (_, i) => {
    value[0] = bytes[i] as number;
    value[1] = bytes[count + i] as number;
    return read(value);
  });
}
