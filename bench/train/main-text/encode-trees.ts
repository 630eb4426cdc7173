import { brotliCompressSync } from 'node:zlib';
import { type BoostedTrees, LEAF_UNIT, TREES_HEAD_BYTES } from '../../../shared/clean/main-text/boosted-trees.ts';

/** Largest value of a leaf, in `LEAF_UNIT`s. */
const MAX_LEAF = 32_767;

/** Encodes trees for a model file, see `decodeTrees`. */
export function encodeTrees({ depth, prior = 0, splits, thresholds, leaves }: BoostedTrees): string {
  const head = Buffer.alloc(TREES_HEAD_BYTES);
  head.writeUInt8(depth);
  head.writeFloatBE(prior, 1);
  const limits = halves(thresholds.length, (node, half) => half.writeFloatBE(thresholds[node] as number));
  const values = halves(leaves.length, (leaf, half) => {
    const value = Math.round((leaves[leaf] as number) / LEAF_UNIT);
    half.writeInt16BE(Math.max(-MAX_LEAF, Math.min(MAX_LEAF, value)));
  });
  return brotliCompressSync(Buffer.concat([head, Buffer.from(splits), limits, values])).toString('base64');
}

/** Returns the first bytes of all values, and after them the second ones. @param write writes the value of an index, of which two bytes count */
function halves(count: number, write: (index: number, bytes: Buffer) => void): Buffer {
  const all = Buffer.alloc(2 * count);
  const bytes = Buffer.alloc(4);
  for (let i = 0; i < count; i++) {
    write(i, bytes);
    all[i] = bytes[0] as number;
    all[count + i] = bytes[1] as number;
  }
  return all;
}
