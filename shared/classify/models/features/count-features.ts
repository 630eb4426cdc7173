import { eachFeature, eachWordFeature, type ModelInput } from './each-feature.ts';

/** The features of a document, each once, with the number of occurrences. Parallel arrays. */
export type FeatureCounts = { hashes: Int32Array; counts: Uint16Array };

const MAX_COUNT = 65_535;

/** Hash table that is reused for every document: open addressing, with the places in use listed for clearing. */
let keys = new Int32Array(1 << 12);
let counts = new Uint16Array(1 << 12);
let used = new Int32Array(1 << 11);
let size = 0;

/** Counts the features of a document. @param language ISO 639-1 code of the stop words and the stemmer */
export function countFeatures(input: ModelInput, language: string): FeatureCounts {
  eachFeature(input, language, countOne);
  return takeCounts();
}

/** Counts the words of title and text only. */
export function countWordFeatures(input: ModelInput, language: string): FeatureCounts {
  eachWordFeature(input, language, countOne);
  return takeCounts();
}

/** Returns the counts, and clears the table. */
function takeCounts(): FeatureCounts {
  const found = { hashes: new Int32Array(size), counts: new Uint16Array(size) };
  for (let i = 0; i < size; i++) {
    const at = used[i]!;
    found.hashes[i] = keys[at]!;
    found.counts[i] = counts[at]!;
    keys[at] = 0;
  }
  size = 0;
  return found;
}

function countOne(hash: number): void {
  const mask = keys.length - 1;
  let at = hash & mask;
  while (keys[at] !== 0 && keys[at] !== hash) at = (at + 1) & mask;
  if (keys[at] === hash) {
    if (counts[at]! < MAX_COUNT) counts[at]!++;
    return;
  }
  keys[at] = hash;
  counts[at] = 1;
  used[size++] = at;
  if (2 * size >= keys.length) grow();
}

function grow(): void {
  const [oldKeys, oldCounts, oldUsed] = [keys, counts, used];
  keys = new Int32Array(2 * oldKeys.length);
  counts = new Uint16Array(keys.length);
  used = new Int32Array(oldKeys.length);
  const mask = keys.length - 1;
  for (let i = 0; i < size; i++) {
    const hash = oldKeys[oldUsed[i]!]!;
    let at = hash & mask;
    while (keys[at] !== 0) at = (at + 1) & mask;
    keys[at] = hash;
    counts[at] = oldCounts[oldUsed[i]!]!;
    used[i] = at;
  }
}
