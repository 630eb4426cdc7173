import { type BoostedTrees, LEAF_UNIT } from '../../../shared/clean/main-text/boosted-trees.ts';

/** Largest value of a leaf, in `LEAF_UNIT`s. */
const MAX_LEAF = 32_767;

/** Encodes trees for a model file, see `decodeTrees`. */
export function encodeTrees({ depth, prior = 0, splits, thresholds, leaves }: BoostedTrees): string {
  const inner = 2 ** depth - 1;
  const width = inner + 1;
  const size = inner * 3 + width * 2;
  const count = leaves.length / width;
  const view = new DataView(new ArrayBuffer(5 + count * size));
  view.setUint8(0, depth);
  view.setFloat32(1, prior);
  const float = new DataView(new ArrayBuffer(4));
  for (let tree = 0; tree < count; tree++) {
    const at = 5 + tree * size;
    for (let node = 0; node < inner; node++) {
      view.setUint8(at + node, splits[tree * inner + node] as number);
      float.setFloat32(0, thresholds[tree * inner + node] as number);
      view.setUint16(at + inner + 2 * node, float.getUint16(0));
    }
    for (let leaf = 0; leaf < width; leaf++) {
      const value = Math.round((leaves[tree * width + leaf] as number) / LEAF_UNIT);
      view.setInt16(at + 3 * inner + 2 * leaf, Math.max(-MAX_LEAF, Math.min(MAX_LEAF, value)));
    }
  }
  return Buffer.from(view.buffer).toString('base64');
}
