/** Lowers the scores of the trees where they are too high on sites that the trees were not trained on. */
import { lowerCopies } from './copied-passages.ts';
import { lowerByNames } from './name-penalties.ts';
import type { PageSurvey } from './page-survey.ts';
import { lowerRepetitions } from './repetition-penalty.ts';

/**
 * Lowers the scores in place: those of copied passages and of repetitions, and of blocks whose names are those of parts that are hardly ever text.
 *
 * @param scores logarithms of the odds, by block
 * @param words number of words of each block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerScores(scores: Float32Array, survey: PageSurvey, words: Float32Array, kinds: Float32Array): void {
  lowerCopies(scores, survey, words);
  lowerRepetitions(scores, survey, words, kinds);
  lowerByNames(scores, survey, kinds);
}
