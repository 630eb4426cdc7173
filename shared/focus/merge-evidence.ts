import {
  endOfPart,
  HEAD_LENGTH,
  type LinkEvidence,
  MAX_PARENTS,
  MAX_TITLE_WORDS,
  MAX_WORDS,
  PARENT_LENGTH,
  WORD_LENGTH,
} from './link-evidence.ts';
import { DIGIT_CODES, digitAt, readNumber } from './number-text.ts';

/*
 * Merges evidence as text. Every page offers dozens of links, most of them known from the pages before, so decoding both texts and
 * writing a third took a quarter of what a crawl allocates.
 */

const DISTANCE = 0;
const WORDS = 1;
const BITMAPS = 2;

/**
 * Merges what several pages say about a link. Commutative, associative and idempotent. The most relevant pages and the
 * words with the smallest hashes are kept.
 */
export function mergeEvidence(a: LinkEvidence, b: LinkEvidence): LinkEvidence {
  if (a === b || b.length < HEAD_LENGTH) return a;
  if (a.length < HEAD_LENGTH) return b;
  const one = partsOf(a);
  const other = partsOf(b);
  const parents = mergeParents(one.parents, other.parents);
  const anchor = mergeWords(one.anchor, other.anchor, MAX_WORDS);
  const titles = mergeWords(one.titles, other.titles, MAX_TITLE_WORDS);
  return `${mergeHeads(a, b)}${parents}.${anchor}.${titles}`;
}

function partsOf(text: LinkEvidence) {
  const first = endOfPart(text, HEAD_LENGTH);
  const second = endOfPart(text, first + 1);
  return {
    parents: text.slice(HEAD_LENGTH, first),
    anchor: text.slice(first + 1, second),
    titles: text.slice(second + 1, endOfPart(text, second + 1)),
  };
}

/** The smaller distance, the better words, and the union of each bitmap. */
function mergeHeads(a: string, b: string): string {
  const union = (at: number) => DIGIT_CODES[digitAt(a, at) | digitAt(b, at)]!;
  return String.fromCharCode(
    DIGIT_CODES[Math.min(digitAt(a, DISTANCE), digitAt(b, DISTANCE))]!,
    DIGIT_CODES[Math.max(digitAt(a, WORDS), digitAt(b, WORDS))]!,
    union(BITMAPS),
    union(BITMAPS + 1),
    union(BITMAPS + 2),
    union(BITMAPS + 3),
    union(BITMAPS + 4),
    union(BITMAPS + 5),
    union(BITMAPS + 6),
    union(BITMAPS + 7),
  );
}

/** Merges two lists of linking pages, best first. A page that is in both has its higher relevance. */
function mergeParents(a: string, b: string): string {
  if (a === b) return a;
  let merged = '';
  let i = 0;
  let j = 0;
  while (merged.length < MAX_PARENTS * PARENT_LENGTH) {
    const isFirst = i + PARENT_LENGTH <= a.length;
    const isSecond = j + PARENT_LENGTH <= b.length;
    if (!isFirst && !isSecond) break;
    const takesFirst = isFirst && (!isSecond || compareParents(a, i, b, j) <= 0);
    const [text, at] = takesFirst ? [a, i] : [b, j];
    if (takesFirst) i += PARENT_LENGTH;
    else j += PARENT_LENGTH;
    if (!hasPage(merged, text, at)) merged += text.slice(at, at + PARENT_LENGTH);
  }
  return merged;
}

const PAGE_LENGTH = 4;
const DIRECTORY_LENGTH = 3;
const RELEVANCE = PAGE_LENGTH + DIRECTORY_LENGTH;
const VERDICT = RELEVANCE + 1;

function compareParents(a: string, i: number, b: string, j: number): number {
  return (
    digitAt(b, j + RELEVANCE) - digitAt(a, i + RELEVANCE) ||
    digitAt(b, j + VERDICT) - digitAt(a, i + VERDICT) ||
    readNumber(a, i, RELEVANCE) - readNumber(b, j, RELEVANCE)
  );
}

function hasPage(parents: string, text: string, at: number): boolean {
  for (let i = 0; i < parents.length; i += PARENT_LENGTH)
    if (readNumber(parents, i, PAGE_LENGTH) === readNumber(text, at, PAGE_LENGTH)) return true;
  return false;
}

/** Merges two ascending lists of words and keeps the first `max`. */
function mergeWords(a: string, b: string, max: number): string {
  if (a === b) return a;
  let merged = '';
  let i = 0;
  let j = 0;
  while (merged.length < max * WORD_LENGTH) {
    const first = wordAt(a, i);
    const second = wordAt(b, j);
    if (first === NO_MORE && second === NO_MORE) break;
    merged += first <= second ? a.slice(i, i + WORD_LENGTH) : b.slice(j, j + WORD_LENGTH);
    if (first <= second) i += WORD_LENGTH;
    if (second <= first) j += WORD_LENGTH;
  }
  return merged;
}

const NO_MORE = Number.POSITIVE_INFINITY;

const wordAt = (words: string, at: number): number =>
  at + WORD_LENGTH <= words.length ? readNumber(words, at, WORD_LENGTH) : NO_MORE;
