/** Tells the kind of a page with trained trees, one set a kind. */
import type { ParsedPage } from '../html/parsed-page.ts';
import { type PackedTrees, scoreRow } from '../main-text/boosted-trees.ts';
import type { CueTable } from '../main-text/cue-words.ts';
import type { PageSurvey } from '../main-text/page-survey.ts';
import { asDocumentation, isOfDocumentationProgram } from './documentation-program.ts';
import { PAGE_KINDS, type PageKind } from './page-kinds.ts';
import { pageSignals } from './page-signals.ts';

/** Probabilities are rounded to this, so that the trees that read them depend less on one page. */
const PRECISION = 100;

/** Returns the probability of each kind, in the order of `PAGE_KINDS`. */
export function kindProbabilities(
  page: ParsedPage,
  survey: PageSurvey,
  { kinds, kindCues }: { kinds: readonly PackedTrees[]; kindCues: CueTable },
): Float32Array {
  const signals = pageSignals(page, survey, kindCues);
  const found = normalizeKinds(
    kinds.map((model) => scoreRow(model, signals, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)),
  );
  return isOfDocumentationProgram(page) ? asDocumentation(found) : found;
}

/** Turns a score (logarithm of odds) for each kind into probabilities that add up to 1. */
export function normalizeKinds(scores: readonly number[]): Float32Array {
  const odds = scores.map((score) => 1 / (1 + Math.exp(-score)));
  const sum = odds.reduce((a, b) => a + b, 0);
  return Float32Array.from(odds, (p) => Math.round((p / sum) * PRECISION) / PRECISION);
}

/** Returns the mean of a value of the kinds, weighted by their probabilities. */
export function expectedValue(probabilities: Float32Array, ofKind: (kind: PageKind) => number): number {
  return PAGE_KINDS.reduce((sum, kind, k) => sum + (probabilities[k] as number) * ofKind(kind), 0);
}

/** Minimum probability of a kind that is certain enough to be the genre of a page. */
const MIN_CERTAINTY = 0.5;

/** Returns the kind that is likelier than all others together; undefined if there is none. */
export function certainKind(probabilities: Float32Array): PageKind | undefined {
  const at = probabilities.findIndex((p) => p >= MIN_CERTAINTY);
  return PAGE_KINDS[at];
}

/** Returns the likeliest kind. */
export function likeliestKind(probabilities: Float32Array): PageKind {
  let best = 0;
  for (let k = 1; k < PAGE_KINDS.length; k++)
    if ((probabilities[k] as number) > (probabilities[best] as number)) best = k;
  return PAGE_KINDS[best] as PageKind;
}
