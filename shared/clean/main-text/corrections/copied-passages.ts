/**
 * Lowers the scores of passages that a page has twice. Builders of sites render a text once for each width of screen and hide all but one
 * by CSS, and some shops render their cards once by the server and once more for their scripts.
 */
import type { PageSurvey } from '../page-survey.ts';

/** Minimum length of a copied passage, in words. Shorter ones are often repeated on purpose: the lines of a plan, the terms of offers. */
const MIN_WORDS = 100;
/** Maximum number of blocks in a row that only the original or only the copy has, such as an image's caption. */
const MAX_GAP = 1;
/** Minimum mean score of the original, weighted by words. Below it the original is hardly text, and the copy may be. */
const MIN_ORIGINAL_SCORE = 0;
/** Score below which it does not matter how far below. */
const LOWEST_SCORE = -6;
/** Subtracted from the scores of a copy. */
const PENALTY = 6;

type Survey = Pick<PageSurvey, 'firstEquals' | 'lastHeadings'>;
/** Blocks that are copies, end of them and of their originals, number of words, and mean score of the originals. */
type Passage = { copies: number[]; end: number; originalEnd: number; length: number; originalScore: number };

/**
 * Lowers the scores in place. All other corrections come first: the original must be text after them.
 *
 * @param scores logarithms of the odds, by block
 * @param words number of words of each block
 */
export function lowerCopies(scores: Float32Array, survey: Survey, words: Float32Array): void {
  const { firstEquals } = survey;
  for (let i = 0; i < firstEquals.length; i++) {
    if (firstEquals[i] === i) continue;
    const passage = readPassage(i, firstEquals, words, scores);
    const isCopy = passage.length >= MIN_WORDS && passage.originalScore >= MIN_ORIGINAL_SCORE;
    if (isCopy && !isSection(i, passage, survey))
      for (const j of passage.copies) scores[j] = (scores[j] as number) - PENALTY;
    i = passage.end - 1;
  }
}

/** Reads blocks that follow each other as their originals do. */
function readPassage(from: number, firstEquals: Int32Array, words: Float32Array, scores: Float32Array): Passage {
  const copies: number[] = [];
  let end = from + 1;
  let original = (firstEquals[from] as number) - 1;
  let length = 0;
  let sum = 0;
  for (let i = from; i < firstEquals.length && i <= end + MAX_GAP; i++) {
    const first = firstEquals[i] as number;
    if (first >= from || first <= original || first > original + MAX_GAP + 1) continue;
    original = first;
    copies.push(i);
    end = i + 1;
    length += words[i] as number;
    sum += (words[i] as number) * Math.max(LOWEST_SCORE, scores[first] as number);
  }
  return { copies, end, originalEnd: original + 1, length, originalScore: length === 0 ? LOWEST_SCORE : sum / length };
}

/**
 * Whether the passage and its original stand below headings of their own: the same table for each day, the same parameters of each function.
 * Without it the heading would have no text.
 */
function isSection(from: number, { originalEnd }: Passage, { firstEquals, lastHeadings }: Survey): boolean {
  const heading = lastHeadings[from] as number;
  const originalHeading = lastHeadings[firstEquals[from] as number] as number;
  return originalHeading >= 0 && heading >= originalEnd && firstEquals[heading] === heading;
}
