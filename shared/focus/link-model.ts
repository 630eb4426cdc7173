import type { Url } from '../url/url.ts';
import { CRAWL_YIELD_CELLS, createCrawlYields } from './crawl-yields.ts';
import { decodeDelta, encodeDelta, type Lesson } from './delta.ts';
import type { LinkEvidence } from './link-evidence.ts';
import {
  DENSE_FEATURES,
  type FeatureCache,
  hashedFeatureNames,
  type LinkFeatures,
  linkFeaturesOf,
} from './link-features.ts';
import { createLogisticRegression, sigmoid, WEIGHTS, wordScale } from './logistic-regression.ts';
import { decodeModelState, encodeModelState, type ModelState } from './model-bytes.ts';
import { EXPECTED_RELEVANCE, PROMISE_BIAS, priorWeights } from './prior-weights.ts';

/** A link with its evidence. */
export type KnownLink = { url: Url; evidence: LinkEvidence };

/** A judged page with the evidence that its link had. */
export type JudgedLink = KnownLink & {
  /** Probability that the page is on topic, 0 to 1. */
  relevance: number;
  /** Links of the page, those not known before if possible. Absent: unknown. */
  links?: readonly KnownLink[];
};

/** A part of a score. `share` is value times weight, in log odds. */
export type ScorePart = { feature: string; value: number; weight: number; share: number };

/**
 * Estimates which links are worth a fetch, and learns from each judged page. Two logistic regressions over the same features
 * predict the relevance of the page, and whether it leads to relevant pages. One object per crawl.
 */
export type LinkModel = {
  /**
   * Returns the worth of fetching a URL, 0 to 1: its relevance, and half of its promise of further relevant pages.
   *
   * @param cache features of links that are scored again and again. Absent: they are extracted.
   */
  score(url: Url, evidence: LinkEvidence, cache?: FeatureCache): number;
  /** Returns the parts of a score, largest first. Their shares add up to the log odds of the score. */
  explain(url: Url, evidence: LinkEvidence): ScorePart[];
  observe(page: JudgedLink): void;
  /** Returns what was observed since the last call, for `applyDelta` of the stored model. */
  takeDelta(): Uint8Array;
  /** Learns what another copy of the model has observed. Ignores damaged lines. */
  applyDelta(delta: Uint8Array): void;
  /**
   * Keeps the weights and forgets hosts, directories and pages, because the next pages are of another web.
   *
   * @param restart whether the next pages move the weights as far as the first ones did
   */
  forgetWeb(restart: boolean): void;
  /** Encodes the model with a version, in less than 512 KB. */
  encode(): Uint8Array;
};

/** Weight of the promise of a page against its own relevance. */
const PROMISE_WEIGHT = 0.5;

/** Expected number of relevant pages among the links of a page at which its promise is 1 − 1/e. */
const PROMISING_LINKS = 3;

/** Creates a model that knows only the prior weights. */
export function createLinkModel(): LinkModel {
  const yields = new Float32Array(CRAWL_YIELD_CELLS);
  yields[CRAWL_YIELD_CELLS - 1] = EXPECTED_RELEVANCE;
  const promise = priorWeights(WEIGHTS);
  promise[0] = PROMISE_BIAS;
  const [squares, promiseSquares] = [new Float32Array(WEIGHTS), new Float32Array(WEIGHTS)];
  return modelOf({ relevance: priorWeights(WEIGHTS), squares, promise, promiseSquares, yields });
}

/** @returns undefined if the bytes are damaged or of another version */
export function decodeLinkModel(bytes: Uint8Array): LinkModel | undefined {
  const state = decodeModelState(bytes, WEIGHTS, CRAWL_YIELD_CELLS);
  return state && modelOf(state);
}

function modelOf(state: ModelState): LinkModel {
  const relevance = createLogisticRegression(state.relevance, state.squares);
  const promise = createLogisticRegression(state.promise, state.promiseSquares);
  const yields = createCrawlYields(state.yields);
  const dense = new Float64Array(DENSE_FEATURES.length);
  let lessons: Lesson[] = [];

  /** Fills the shared array with the features of a link. */
  const read = (features: LinkFeatures): Float64Array => {
    dense.fill(0);
    dense.set(features.known);
    yields.fill(dense, features.known.length, features);
    return dense;
  };
  const relevanceOf = (features: LinkFeatures) => sigmoid(relevance.logOdds(read(features), features.hashed));
  const scoreFeatures = (features: LinkFeatures) => {
    const own = relevanceOf(features);
    return own + (1 - own) * PROMISE_WEIGHT * sigmoid(promise.logOdds(dense, features.hashed));
  };
  const expectedRelevant = (links: readonly KnownLink[]) =>
    links.reduce((sum, { url, evidence }) => sum + relevanceOf(linkFeaturesOf(url, evidence)), 0);
  const learn = ({ url, evidence, relevance: target, promise: leadsTo }: Lesson) => {
    const features = linkFeaturesOf(url, evidence);
    const values = read(features);
    relevance.learn(values, features.hashed, target);
    if (leadsTo !== undefined) promise.learn(values, features.hashed, leadsTo);
    yields.add(features, target);
  };

  return {
    score: (url, evidence, cache) => scoreFeatures((cache ?? linkFeaturesOf)(url, evidence)),
    explain(url, evidence) {
      const features = linkFeaturesOf(url, evidence);
      const score = scoreFeatures(features);
      const own = relevanceOf(features);
      const parts = DENSE_FEATURES.map((feature, at) => partOf(feature, dense[at]!, state.relevance[at]!));
      const value = wordScale(features.hashed.length);
      const names = hashedFeatureNames(url, evidence);
      for (const [i, at] of features.hashed.entries())
        parts.push(partOf(names[i]!, value, state.relevance[DENSE_FEATURES.length + at]!));
      parts.push(partOf('promise of further relevant pages', logOddsOf(score) - logOddsOf(own), 1));
      return parts.filter(({ share }) => share !== 0).sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
    },
    observe({ url, evidence, relevance: target, links }) {
      const lesson = {
        url,
        evidence,
        relevance: target,
        ...(links && { promise: promiseOf(expectedRelevant(links)) }),
      };
      learn(lesson);
      lessons.push(lesson);
    },
    takeDelta() {
      const delta = encodeDelta(lessons);
      lessons = [];
      return delta;
    },
    applyDelta: (delta) => decodeDelta(delta).forEach(learn),
    forgetWeb(restart) {
      yields.restart();
      if (restart) for (const regression of [relevance, promise]) regression.restart();
    },
    encode: () => encodeModelState(state),
  };
}

/** Returns the probability that at least one of the links is relevant, if they fall in with a Poisson distribution. */
function promiseOf(relevantLinks: number): number {
  return 1 - Math.exp(-relevantLinks / PROMISING_LINKS);
}

function partOf(feature: string, value: number, weight: number): ScorePart {
  return { feature, value, weight, share: value * weight };
}

function logOddsOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}
