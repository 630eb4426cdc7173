/**
 * Lowers the scores of blocks whose text an earlier block has: quotations and signatures in threads, copies for small screens on pages of
 * products and services. The trees know repetition as a feature, but judge it too high on other sites than those they were trained on.
 */
import { expectedValue } from '../../page-kind/page-kind.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Subtracted from the score of a repetition on a page of a certain kind. Articles and documentation repeat on purpose. */
const PENALTIES: Partial<Record<PageKind, number>> = { forum: 4, listing: 2, product: 2, service: 2 };
/** Minimum length of a repetition, in words. Shorter ones are labels. */
const MIN_WORDS = 4;

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param words number of words of each block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerRepetitions(
  scores: Float32Array,
  { firstEquals }: Pick<PageSurvey, 'firstEquals'>,
  words: Float32Array,
  kinds: Float32Array,
): void {
  const penalty = expectedValue(kinds, (kind) => PENALTIES[kind] ?? 0);
  for (let i = 0; i < scores.length; i++)
    if (firstEquals[i] !== i && (words[i] as number) >= MIN_WORDS) scores[i] = (scores[i] as number) - penalty;
}
