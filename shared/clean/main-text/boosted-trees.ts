/** Many small decision trees that vote. */
export type BoostedTrees = {
  /** Comparisons from a tree's root to its leaf; the same for all. */
  depth: number;
  /** By tree and node, root first: the column that is asked. Each tree has 2^depth - 1 nodes. */
  splits: number[];
  /** What is greater goes right. */
  thresholds: number[];
  /** By tree, left to right: what is added to the score. */
  leaves: number[];
};

/** The same as typed arrays, for speed. */
export type PackedTrees = {
  depth: number;
  splits: Uint8Array;
  thresholds: Float32Array;
  leaves: Float32Array;
  /** By tree, and one behind the last: what it and all after it can take from the score at most, and add to it. */
  minRemaining: Float64Array;
  maxRemaining: Float64Array;
};

export function packTrees({ depth, splits, thresholds: limits, leaves }: BoostedTrees): PackedTrees {
  const width = 1 << depth;
  const count = leaves.length / width;
  const lowest = new Float64Array(count + 1);
  const highest = new Float64Array(count + 1);
  for (let tree = count - 1; tree >= 0; tree--) {
    const own = leaves.slice(tree * width, (tree + 1) * width);
    lowest[tree] = (lowest[tree + 1] as number) + Math.min(...own);
    highest[tree] = (highest[tree + 1] as number) + Math.max(...own);
  }
  return {
    depth,
    splits: Uint8Array.from(splits),
    thresholds: Float32Array.from(limits),
    leaves: Float32Array.from(leaves),
    minRemaining: lowest,
    maxRemaining: highest,
  };
}

/** Between two looks at whether the rest can still change anything. */
const TREES_PER_CHECK = 4;
/** After so many trees, a score below or above these is taken for one that is beyond all that is asked for. */
export type EarlyStop = { trees: number; low: number; high: number };

/**
 * @param row its columns. @param below @param above what is asked of the score is how far it is between these; beyond them
 * it matters no more, and the rest of the trees is not asked as soon as it is certain to be there. @param guess when
 * it may also stop; absent: never.
 * @returns the log of the odds, or a number on the same side of both: above 0 means more likely than not.
 */
export function scoreRow(
  model: PackedTrees,
  row: Float32Array,
  below: number,
  above: number,
  guess?: EarlyStop,
): number {
  const { depth, splits, thresholds: limits, leaves, minRemaining: lowest, maxRemaining: highest } = model;
  const inner = (1 << depth) - 1;
  const trees = lowest.length - 1;
  let score = 0;
  for (let tree = 0; tree < trees; ) {
    const until = Math.min(trees, tree + TREES_PER_CHECK);
    for (; tree < until; tree++) {
      const root = tree * inner;
      let node = 0;
      for (let level = 0; level < depth; level++) {
        const where = root + node;
        // Added up, not branched on: half of the guesses would be wrong.
        node += node + 1 + (+((row[splits[where] as number] as number) > (limits[where] as number)) | 0);
      }
      score += leaves[tree * (inner + 1) + node - inner] as number;
    }
    if (score + (highest[tree] as number) <= below || score + (lowest[tree] as number) > above) break;
    if (guess === undefined || tree < guess.trees) continue;
    if (score < guess.low) return Math.min(score, below);
    if (score > guess.high) return Math.max(score, above + 1);
  }
  return score;
}
