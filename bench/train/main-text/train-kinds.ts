/** Trains the trees that tell the kind of a page, from the pages whose kind is known. */
import type { BoostedTrees } from '../../../shared/clean/main-text/boosted-trees.ts';
import type { CueTable } from '../../../shared/clean/main-text/cue-words.ts';
import type { PageSurvey } from '../../../shared/clean/main-text/page-survey.ts';
import { certainKind, likeliestKind, normalizeKinds } from '../../../shared/clean/page-kind/page-kind.ts';
import { PAGE_KINDS, type PageKind } from '../../../shared/clean/page-kind/page-kinds.ts';
import { PAGE_SIGNAL_COUNT, pageSignals } from '../../../shared/clean/page-kind/page-signals.ts';
import { binRows, type TrainingOptions, trainTrees } from '../boosted-trees.ts';
import type { Example } from './examples.ts';
import { outOfFoldScores } from './folds.ts';

const TRAINING: TrainingOptions = {
  trees: 60,
  depth: 3,
  rate: 0.1,
  ridge: 3,
  featureShare: 0.3,
  rowShare: 0.7,
  seed: 1,
};

/** `probabilities`: out of fold, by example. `train`: trains one set of trees a kind on all examples. */
export type TrainedKinds = { probabilities: Float32Array[]; train: () => BoostedTrees[] };

/** Trains on the examples with a kind. Every example gets probabilities. @param cuesOf scores of words without a site */
export function trainKinds(
  examples: readonly Example[],
  surveys: readonly PageSurvey[],
  cuesOf: (site: string) => CueTable,
): TrainedKinds {
  const signals = new Float32Array(examples.length * PAGE_SIGNAL_COUNT);
  for (const [i, { parsed, site }] of examples.entries())
    signals.set(pageSignals(parsed, surveys[i] as PageSurvey, cuesOf(site)), i * PAGE_SIGNAL_COUNT);
  const rows = binRows(signals, PAGE_SIGNAL_COUNT);
  const weights = Float32Array.from(examples, (example) => (kindOf(example) ? 1 : 0));
  const folds = Uint8Array.from(examples, ({ fold }) => fold);
  const labelsOf = (kind: PageKind) => Float32Array.from(examples, (example) => (kindOf(example) === kind ? 1 : 0));
  const scores = PAGE_KINDS.map((kind) => outOfFoldScores(rows, labelsOf(kind), weights, folds, TRAINING));
  return {
    probabilities: examples.map((_, i) => normalizeKinds(scores.map((column) => column[i] as number))),
    train: () => PAGE_KINDS.map((kind) => trainTrees(rows, labelsOf(kind), weights, TRAINING).trees),
  };
}

/** Returns the known kind of an example. Generated pages have names of their own. */
export function kindOf({ page, isSynthetic }: Example): PageKind | undefined {
  return isSynthetic ? undefined : PAGE_KINDS.find((kind) => kind === page.kind);
}

/** Describes the accuracy of the kinds, with precision and recall of each. */
export function kindReport(examples: readonly Example[], probabilities: readonly Float32Array[]): string {
  const pairs = examples.flatMap((example, i) => {
    const gold = kindOf(example);
    return gold ? [{ gold, found: likeliestKind(probabilities[i] as Float32Array) }] : [];
  });
  const right = pairs.filter(({ gold, found }) => gold === found);
  const of = (list: typeof pairs, key: 'gold' | 'found', kind: PageKind) =>
    list.filter((pair) => pair[key] === kind).length;
  const rows = PAGE_KINDS.map((kind) => {
    const hits = of(right, 'gold', kind);
    const precision = hits / Math.max(1, of(pairs, 'found', kind));
    return `${kind} ${precision.toFixed(2)}/${(hits / Math.max(1, of(pairs, 'gold', kind))).toFixed(2)}`;
  });
  const certain = certainPairs(examples, probabilities);
  return `accuracy ${(right.length / Math.max(1, pairs.length)).toFixed(3)} of ${pairs.length} pages; precision/recall: ${rows.join(', ')}; ${certain}`;
}

/** Describes the accuracy on pages whose kind is certain. */
function certainPairs(examples: readonly Example[], probabilities: readonly Float32Array[]): string {
  let pages = 0;
  let right = 0;
  for (const [i, example] of examples.entries()) {
    const found = certainKind(probabilities[i] as Float32Array);
    if (found === undefined || kindOf(example) === undefined) continue;
    pages++;
    if (found === kindOf(example)) right++;
  }
  return `certain kinds: accuracy ${(right / Math.max(1, pages)).toFixed(3)} of ${pages} pages`;
}
