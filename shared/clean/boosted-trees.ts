/** Many small decision trees that vote. */
export type BoostedTrees = {
  /** Comparisons from a tree's root to its leaf; the same for all. */
  depth: number;
  /** By tree and node, root first: the column that is asked. Each tree has 2^depth - 1 nodes. */
  splits: number[];
  /** What is greater goes right. */
  limits: number[];
  /** By tree, left to right: what is added to the score. */
  leaves: number[];
};

/** The same as typed arrays, for speed. */
export type PackedTrees = { depth: number; splits: Uint8Array; limits: Float32Array; leaves: Float32Array };

export function packTrees({ depth, splits, limits, leaves }: BoostedTrees): PackedTrees {
  return {
    depth,
    splits: Uint8Array.from(splits),
    limits: Float32Array.from(limits),
    leaves: Float32Array.from(leaves),
  };
}

/** @param at where the row begins in `rows`. @returns the log of the odds: above 0 means more likely than not. */
export function scoreRow({ depth, splits, limits, leaves }: PackedTrees, rows: Float32Array, at: number): number {
  const inner = (1 << depth) - 1;
  let score = 0;
  let leaf = 0;
  for (let root = 0; root < splits.length; root += inner) {
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const where = root + node;
      const right = (rows[at + (splits[where] as number)] as number) > (limits[where] as number) ? 1 : 0;
      node = 2 * node + 1 + right;
    }
    score += leaves[leaf + node - inner] as number;
    leaf += inner + 1;
  }
  return score;
}
