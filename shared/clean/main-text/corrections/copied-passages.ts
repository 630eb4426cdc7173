/**
 * Lowers the scores of passages that a page has twice. Builders of sites render a text once for each width of screen and hide all but one
 * by CSS, and some shops render their cards once by the server and once more for their scripts.
 */
import type { PageSurvey } from '../page-survey.ts';

/** Minimum length of a copied passage, in words. Shorter ones are often repeated on purpose: the lines of a plan, the terms of offers. */
const MIN_WORDS = 100;
/** Maximum number of blocks in a row that only the original or only the copy has, such as an image's caption. */
const MAX_GAP = 1;
/** Minimum mean score of the original, weighted by words. Below it the original may be hidden, and the copy is the text. */
const MIN_ORIGINAL_SCORE = -2;
/** Score below which it does not matter how far below. */
const LOWEST_SCORE = -6;
/** Subtracted from the scores of a copy. */
const PENALTY = 6;

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param firstEquals by block: index of the first block with the same text
 * @param words number of words of each block
 */
export function lowerCopies(
  scores: Float32Array,
  { firstEquals }: Pick<PageSurvey, 'firstEquals'>,
  words: Float32Array,
): void {
  for (let i = 0; i < firstEquals.length; i++) {
    if (firstEquals[i] === i) continue;
    const { end, length, originalScore } = readPassage(i, firstEquals, words, scores);
    if (length >= MIN_WORDS && originalScore >= MIN_ORIGINAL_SCORE)
      for (let j = i; j < end; j++) if (firstEquals[j] !== j) scores[j] = (scores[j] as number) - PENALTY;
    i = end - 1;
  }
}

/** Reads blocks that follow each other as their originals do. @returns end of the passage, its number of words, and mean score of the original */
function readPassage(
  from: number,
  firstEquals: Int32Array,
  words: Float32Array,
  scores: Float32Array,
): { end: number; length: number; originalScore: number } {
  let end = from + 1;
  let original = (firstEquals[from] as number) - 1;
  let length = 0;
  let sum = 0;
  for (let i = from; i < firstEquals.length && i <= end + MAX_GAP; i++) {
    const first = firstEquals[i] as number;
    if (first >= from || first <= original || first > original + MAX_GAP + 1) continue;
    original = first;
    end = i + 1;
    length += words[i] as number;
    sum += (words[i] as number) * Math.max(LOWEST_SCORE, scores[first] as number);
  }
  return { end, length, originalScore: length === 0 ? LOWEST_SCORE : sum / length };
}
