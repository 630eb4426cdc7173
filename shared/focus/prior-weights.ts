import { DENSE_FEATURES, type DenseFeature } from './link-features.ts';

/** Share of relevant pages that a crawl expects before the first page. */
export const EXPECTED_RELEVANCE = 0.1;

/** Bias of the promise: most pages lead to no further page on topic. */
export const PROMISE_BIAS = -2;

/** Weights before the first example: those of crawls of other webs and topics, rounded. Words start at 0. */
const PRIOR: Partial<Record<DenseFeature, number>> = {
  bias: -1,
  'most relevant linking page': 1,
  'mean of the linking pages': 0.7,
  'share of relevant linking pages': 0.5,
  'distance from a relevant page': -0.2,
  'words of the link, by the topic': 1,
  'yield of the host': 0.5,
  'yield of the directory': 1,
  'yield of the URL pattern': 1,
  'yield of the form of the path': 0.5,
  'best yield of a linking page': 0.3,
  'yield of the linking pages': 1,
  'yield of the directories of the linking pages': 0.5,
};

/** Returns an array of weights with these values, and zero for words. */
export function priorWeights(length: number): Float32Array {
  const weights = new Float32Array(length);
  weights.set(DENSE_FEATURES.map((name) => PRIOR[name] ?? 0));
  return weights;
}
