import type { Url } from '../url/url.ts';
import { countOf, decodeEvidence, type Evidence, type LinkEvidence, logit, logOddsOfLevel } from './link-evidence.ts';
import { urlFeaturesOf, urlWordNames } from './url-features.ts';
import { hashOf } from './words.ts';

/**
 * Features that are numbers, mostly between −1 and 1, in the order of their weights. The yields are computed by the model: how far
 * the mean relevance of a group lies from that of the group around it.
 */
export const DENSE_FEATURES = [
  'bias',
  'most relevant linking page',
  'mean of the linking pages',
  'share of relevant linking pages',
  'number of linking pages',
  'number of relevant linking pages',
  'no linking page',
  'distance from a relevant page',
  'in the directory of a linking page',
  'below the directory of a linking page',
  'words of the link, by the topic',
  'yield of the host',
  'yield of the directory',
  'yield of the directory above',
  'yield of the URL pattern',
  'yield of the form of the path',
  'best yield of a linking page',
  'yield of the linking pages',
  'yield of the directories of the linking pages',
  'pages seen of the directory',
  'pages seen of a linking page',
] as const;

export type DenseFeature = (typeof DENSE_FEATURES)[number];

/** Number of weights of hashed features. */
export const HASHED_WEIGHTS = 2 ** 14;

/** A link as the model reads it. Weights and yields do not enter, so it stays valid while the model learns. */
export type LinkFeatures = {
  /** Values of the first features, up to the yields. */
  known: number[];
  /** Hashed words: indices of their weights. */
  hashed: number[];
  host: number;
  directory: number;
  parentDirectory: number;
  pattern: number;
  shape: number;
  /** Hashes of the linking pages and of their directories. A seed has none. */
  parents: number[];
  parentDirectories: number[];
};

/** Extracts the features of a link. */
export function linkFeaturesOf(url: Url, evidence: LinkEvidence): LinkFeatures {
  const known = decodeEvidence(evidence);
  const { words, ancestors, host, directory, parentDirectory, pattern, shape } = urlFeaturesOf(url);
  const { parents } = known;
  const [best] = parents;
  const seen = countOf(known.seenBy);
  const seenByRelevant = countOf(known.seenByRelevant);
  const own = ancestors[0];
  const mean = parents.reduce((sum, { relevance }) => sum + relevance, 0) / Math.max(parents.length, 1);
  return {
    known: [
      1,
      best ? logit(best.relevance) : 0,
      best ? logit(mean) : 0,
      seenByRelevant / Math.max(seen, 1),
      Math.log1p(seen) / 2,
      Math.log1p(seenByRelevant) / 2,
      best ? 0 : 1,
      Math.min(known.distance, 8) / 4,
      parents.some(({ directory }) => directory === own) ? 1 : 0,
      parents.some(({ directory }) => directory !== own && ancestors.includes(directory)) ? 1 : 0,
      known.words === 0 ? 0 : logOddsOfLevel(known.words) + UNKNOWN_WORDS,
    ],
    hashed: placesOf(known, words),
    ...{ host, directory, parentDirectory, pattern, shape },
    parents: parents.map(({ page }) => pageHash(page)),
    parentDirectories: parents.map(({ directory }) => linksHash(directory)),
  };
}

/** Returns the indices of the weights of all words. */
function placesOf({ anchor, titles }: Pick<Evidence, 'anchor' | 'titles'>, urlWords: readonly number[]): number[] {
  const places: number[] = [];
  for (const word of anchor) places.push(anchorHash(word) % HASHED_WEIGHTS);
  for (const word of titles) places.push(titleHash(word) % HASHED_WEIGHTS);
  for (const hash of urlWords) places.push(hash % HASHED_WEIGHTS);
  return places;
}

/**
 * Like `linkFeaturesOf`, for the links of one queue: keeps the features of each URL while its evidence stays the same. The result is
 * valid until the next call.
 */
export type FeatureCache = typeof linkFeaturesOf;

/** Creates an empty cache. It keeps the features of every URL that it was asked for. */
export function createFeatureCache(): FeatureCache {
  const cached = new Map<Url, { evidence: LinkEvidence; packed: readonly number[] }>();
  const read: LinkFeatures = {
    ...{ known: [], hashed: [], parents: [], parentDirectories: [] },
    ...{ host: 0, directory: 0, parentDirectory: 0, pattern: 0, shape: 0 },
  };
  return (url, evidence) => {
    const found = cached.get(url);
    if (found?.evidence === evidence) return unpack(found.packed, read);
    const features = linkFeaturesOf(url, evidence);
    cached.set(url, { evidence, packed: pack(features) });
    return features;
  };
}

/** Number of values before the lists. */
const PACKED_HEAD = 7;

/**
 * Returns features as one array, which takes half of the memory: five hashes, the lengths of the first two lists, and the lists of known
 * values, parents, directories of parents, and hashed words.
 */
function pack(features: LinkFeatures): readonly number[] {
  const { known, hashed, host, directory, parentDirectory, pattern, shape, parents, parentDirectories } = features;
  return [host, directory, parentDirectory, pattern, shape, known.length, parents.length].concat(
    known,
    parents,
    parentDirectories,
    hashed,
  );
}

/** Fills `features` with packed ones, and returns it. */
function unpack(packed: readonly number[], features: LinkFeatures): LinkFeatures {
  features.host = packed[0]!;
  features.directory = packed[1]!;
  features.parentDirectory = packed[2]!;
  features.pattern = packed[3]!;
  features.shape = packed[4]!;
  const knownEnd = PACKED_HEAD + packed[5]!;
  const parentsEnd = knownEnd + packed[6]!;
  const directoriesEnd = parentsEnd + packed[6]!;
  copyRange(packed, PACKED_HEAD, knownEnd, features.known);
  copyRange(packed, knownEnd, parentsEnd, features.parents);
  copyRange(packed, parentsEnd, directoriesEnd, features.parentDirectories);
  copyRange(packed, directoriesEnd, packed.length, features.hashed);
  return features;
}

function copyRange(from: readonly number[], start: number, end: number, to: number[]): void {
  to.length = end - start;
  for (let i = start; i < end; i++) to[i - start] = from[i]!;
}

/** Returns names of the hashed features of a link, in their order. Words of links and titles are stored as hashes only. */
export function hashedFeatureNames(url: Url, evidence: LinkEvidence): string[] {
  const { anchor, titles } = decodeEvidence(evidence);
  return [
    ...anchor.map(() => 'word of the link'),
    ...titles.map(() => 'word in the title of a linking page'),
    ...urlWordNames(url),
  ];
}

/** What the words of most links say: nothing, which the topic filter answers with about 5 %. */
const UNKNOWN_WORDS = 0.75;

/** Number of hashes that are kept of numbers with one prefix: a power of two. */
const KEPT_HASHES = 4_096;

/** Returns a function that hashes a prefix with a number. The links of a page share most numbers, so their hashes are kept. */
function numberHasher(prefix: string): (number: number) => number {
  const numbers = new Int32Array(KEPT_HASHES).fill(-1);
  const hashes = new Uint32Array(KEPT_HASHES);
  return (number) => {
    const slot = number & (KEPT_HASHES - 1);
    if (numbers[slot] !== number) {
      numbers[slot] = number;
      hashes[slot] = hashOf(`${prefix} ${number}`);
    }
    return hashes[slot] as number;
  };
}

const anchorHash = numberHasher('anchor');
const titleHash = numberHasher('title');
const pageHash = numberHasher('page');
const linksHash = numberHasher('links of');
