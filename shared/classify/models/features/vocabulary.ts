import type { FeatureCounts } from './count-features.ts';

/** The features that a model knows. A feature's index is its place in the lists. */
export type Vocabulary = {
  /** Hashes of the features, ascending. */
  hashes: Int32Array;
  /** Factor of each feature in the values of documents, such as its inverse document frequency. */
  factors: Float32Array;
};

/** Features of fewer training documents are left out: they teach nothing about other documents. */
const MIN_DOCUMENTS = 2;

/** Fewer training documents than this hardly share words, so every word counts. */
const FEW_DOCUMENTS = 20;

/**
 * Chooses the features of a model: all that at least two documents have, or all of few documents; the most frequent if they are too many.
 *
 * @param maxFeatures maximum number of features
 * @param minDocuments number of documents that have a feature; absent: two, or one of few documents
 * @returns the hashes of the features, ascending
 */
export function chooseFeatures(
  documents: readonly FeatureCounts[],
  maxFeatures: number,
  minDocuments?: number,
): Int32Array {
  const frequencies = countDocuments(documents);
  const fewest = minDocuments ?? (documents.length < FEW_DOCUMENTS ? 1 : MIN_DOCUMENTS);
  const minimum = Math.max(fewest, frequencyOfRank(frequencies.values(), maxFeatures));
  const chosen: number[] = [];
  for (const [hash, n] of frequencies) if (n >= minimum) chosen.push(hash);
  return Int32Array.from(chosen).sort();
}

/** Returns the number of documents that have each feature. */
function countDocuments(documents: readonly FeatureCounts[]): Map<number, number> {
  const frequencies = new Map<number, number>();
  for (const { hashes } of documents)
    for (const hash of hashes) frequencies.set(hash, (frequencies.get(hash) ?? 0) + 1);
  return frequencies;
}

/** Returns the smallest frequency that at most `rank` features reach. */
function frequencyOfRank(frequencies: Iterable<number>, rank: number): number {
  const byFrequency: number[] = [];
  for (const n of frequencies) byFrequency[n] = (byFrequency[n] ?? 0) + 1;
  let sum = 0;
  for (let n = byFrequency.length - 1; n > 0; n--) {
    sum += byFrequency[n] ?? 0;
    if (sum > rank) return n + 1;
  }
  return 1;
}

/** Returns a function that finds the index of a feature by its hash; -1 if the vocabulary does not have it. */
export function indexFeatures({ hashes }: Pick<Vocabulary, 'hashes'>): (hash: number) => number {
  const mask = 2 ** Math.ceil(Math.log2(2 * hashes.length + 2)) - 1;
  // Key and index are neighbours, so that one access to memory reads both. Index 0 stands for an empty place.
  const table = new Int32Array(2 * (mask + 1));
  for (let i = 0; i < hashes.length; i++) {
    let at = hashes[i]! & mask;
    while (table[2 * at + 1] !== 0) at = (at + 1) & mask;
    table[2 * at] = hashes[i]!;
    table[2 * at + 1] = i + 1;
  }
  return (hash) => {
    let at = hash & mask;
    while (table[2 * at + 1] !== 0) {
      if (table[2 * at] === hash) return table[2 * at + 1]! - 1;
      at = (at + 1) & mask;
    }
    return -1;
  };
}
