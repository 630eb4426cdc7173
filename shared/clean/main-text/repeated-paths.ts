/**
 * Finds what repeats on a page: cards, posts, rows, teasers. The path of an element is its name and class with those of all elements
 * around it. Elements with one path are instances of one kind.
 */
import { float64Array, int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { ClassSurvey } from './class-names.ts';
import { firstEqualIndices } from './first-equal-index.ts';

/** Minimum number of instances of a repeated container. Fewer may be equal by chance. */
const MIN_INSTANCES = 3;

/** Sums over the instances of a kind. Lengths are in UTF-16 units. */
export type KindSums = {
  /** By block or container: index of the first one with the same path. */
  firsts: Int32Array;
  /** By that index: number of instances, length of their text, linked length, and position of the last instance. */
  counts: Float64Array;
  lengths: Float64Array;
  linked: Float64Array;
  lasts: Int32Array;
};

/** Instances of each kind of block and container. */
export type RepeatedPaths = {
  blocks: KindSums;
  containers: KindSums;
  /** By container: the innermost and the outermost repeated container that it is or is in; 0 if none. */
  inner: Int32Array;
  outer: Int32Array;
};

/** Finds the repeated paths of a page. */
export function findRepeatedPaths(page: ParsedPage, names: ClassSurvey): RepeatedPaths {
  const { parents, elements, names: nameOf } = page.containers;
  const paths = int32Array(parents.length);
  for (let c = 1; c < parents.length; c++)
    paths[c] = pathOf(paths[parents[c] as number] as number, elements[c] as number, hashOf(names, nameOf[c] as number));
  const blockPaths = int32Array(page.blocks.length);
  for (let i = 0; i < blockPaths.length; i++) {
    const block = page.blocks[i] as Block;
    blockPaths[i] = pathOf(~(paths[block.container] as number), block.element, hashOf(names, block.names));
  }
  const blocks = newSums(blockPaths);
  const containers = newSums(paths);
  for (let i = 0; i < blockPaths.length; i++) addBlock(blocks, i, page.blocks[i] as Block);
  sumContainers(page, containers);
  return { blocks, containers, ...findOuter(parents, containers) };
}

const hashOf = ({ hashes }: ClassSurvey, name: number): number => hashes[name] as number;

/** Odd multipliers that mix the bits of a hash (MurmurHash3). */
const PRIMES = [0x85ebca6b, 0xc2b2ae35] as const;

function pathOf(parent: number, element: number, name: number): number {
  const mixed = Math.imul(parent ^ Math.imul(name + element * 0x9e37, PRIMES[0]), PRIMES[1]);
  return mixed ^ (mixed >>> 15);
}

function newSums(paths: Int32Array): KindSums {
  const firsts = firstEqualIndices(paths);
  const numbers = () => float64Array(paths.length);
  const sums = {
    firsts,
    counts: numbers(),
    lengths: numbers(),
    linked: numbers(),
    lasts: int32Array(paths.length),
  };
  for (let i = 0; i < firsts.length; i++) {
    const first = firsts[i] as number;
    sums.counts[first] = (sums.counts[first] as number) + 1;
    sums.lasts[first] = i;
  }
  return sums;
}

function addBlock({ firsts, lengths, linked }: KindSums, i: number, block: Block): void {
  const first = firsts[i] as number;
  lengths[first] = (lengths[first] as number) + block.text.length;
  linked[first] = (linked[first] as number) + Math.min(block.linked, block.text.length);
}

/** Adds the text of every container, with that of the containers in it, to its kind. */
function sumContainers({ blocks, containers: { parents } }: ParsedPage, { firsts, lengths, linked }: KindSums): void {
  const length = float64Array(parents.length);
  const link = float64Array(parents.length);
  for (const block of blocks) {
    const c = block.container;
    length[c] = (length[c] as number) + block.text.length;
    link[c] = (link[c] as number) + Math.min(block.linked, block.text.length);
  }
  for (let c = parents.length - 1; c > 0; c--) {
    const parent = parents[c] as number;
    length[parent] = (length[parent] as number) + (length[c] as number);
    link[parent] = (link[parent] as number) + (link[c] as number);
    const first = firsts[c] as number;
    lengths[first] = (lengths[first] as number) + (length[c] as number);
    linked[first] = (linked[first] as number) + (link[c] as number);
  }
}

function findOuter(parents: readonly number[], { firsts, counts }: KindSums): Pick<RepeatedPaths, 'inner' | 'outer'> {
  const inner = int32Array(parents.length);
  const outer = int32Array(parents.length);
  for (let c = 1; c < parents.length; c++) {
    const parent = parents[c] as number;
    const isRepeated = (counts[firsts[c] as number] as number) >= MIN_INSTANCES;
    inner[c] = isRepeated ? c : (inner[parent] as number);
    outer[c] = outer[parent] !== 0 ? (outer[parent] as number) : isRepeated ? c : 0;
  }
  return { inner, outer };
}
