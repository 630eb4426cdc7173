/** Without schemas: threads of a crawl read it, and schemas take megabytes. */
import type { Settings } from '../settings.ts';

/**
 * Returns the algorithm of a model that is trained again. In CINDI a support vector machine comes first, and naive Bayes takes over
 * when there are many examples.
 *
 * @param counts numbers of judged pages
 * @returns undefined if the model keeps its algorithm
 */
export function retrainingAlgorithm(
  { strategy, cindi }: Pick<Settings, 'strategy' | 'cindi'>,
  counts: { relevant: number; other: number },
): 'bayes-weighted' | undefined {
  if (strategy !== 'cindi') return undefined;
  const hasEnough = counts.relevant >= cindi.bayesRelevantPages && counts.other >= cindi.bayesOtherPages;
  return hasEnough ? 'bayes-weighted' : undefined;
}
