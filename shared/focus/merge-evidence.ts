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
  const parents = mergeParents(parentsOf(one), parentsOf(other));
  const anchor = mergeWords(anchorWords(one), anchorWords(other), MAX_WORDS);
  const titles = mergeWords(titleWords(one), titleWords(other), MAX_TITLE_WORDS);
  return `${mergeHeads(a, b)}${parents}.${anchor}.${titles}`;
}

/** Where the parts of evidence end. Each starts after the dot behind the part before it, that of the linking pages after the head. */
type EvidenceParts = { text: LinkEvidence; parentsEnd: number; anchorEnd: number; end: number };

function partsOf(text: LinkEvidence): EvidenceParts {
  const parentsEnd = endOfPart(text, HEAD_LENGTH);
  const anchorEnd = endOfPart(text, parentsEnd + 1);
  return { text, parentsEnd, anchorEnd, end: endOfPart(text, anchorEnd + 1) };
}

/** A part of evidence. */
type TextRange = { text: string; from: number; end: number };

const anchorWords = ({ text, parentsEnd, anchorEnd }: EvidenceParts): TextRange => ({
  text,
  from: parentsEnd + 1,
  end: anchorEnd,
});
const titleWords = ({ text, anchorEnd, end }: EvidenceParts): TextRange => ({ text, from: anchorEnd + 1, end });
const parentsOf = ({ text, parentsEnd }: EvidenceParts): TextRange => ({ text, from: HEAD_LENGTH, end: parentsEnd });

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
function mergeParents(one: TextRange, other: TextRange): string {
  const { text: a, end: aEnd } = one;
  const { text: b, end: bEnd } = other;
  if (isSameRange(one, other)) return a.slice(one.from, aEnd);
  let merged = '';
  let i = one.from;
  let j = other.from;
  while (merged.length < MAX_PARENTS * PARENT_LENGTH) {
    const isFirst = i + PARENT_LENGTH <= aEnd;
    const isSecond = j + PARENT_LENGTH <= bEnd;
    if (!isFirst && !isSecond) break;
    const takesFirst = isFirst && (!isSecond || compareParents(a, i, b, j) <= 0);
    const text = takesFirst ? a : b;
    const at = takesFirst ? i : j;
    if (takesFirst) i += PARENT_LENGTH;
    else j += PARENT_LENGTH;
    if (!hasPage(merged, text, at)) merged += text.slice(at, at + PARENT_LENGTH);
  }
  return merged;
}

function isSameRange(
  { text: a, from, end }: TextRange,
  { text: b, from: otherFrom, end: otherEnd }: TextRange,
): boolean {
  if (end - from !== otherEnd - otherFrom) return false;
  for (let k = 0; k < end - from; k++) if (a.charCodeAt(from + k) !== b.charCodeAt(otherFrom + k)) return false;
  return true;
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

/** Merges two ascending lists of words and keeps the first `max`. Neighbours from one list are copied together. */
function mergeWords(one: TextRange, other: TextRange, max: number): string {
  const { text: a, end } = one;
  const { text: b, end: otherEnd } = other;
  if (isSameRange(one, other)) return a.slice(one.from, end);
  let merged = '';
  let count = 0;
  let i = one.from;
  let j = other.from;
  let copied = one.from;
  for (; count < max; count++) {
    const first = wordAt(a, i, end);
    const second = wordAt(b, j, otherEnd);
    if (first === NO_MORE && second === NO_MORE) break;
    if (first <= second) i += WORD_LENGTH;
    else {
      merged += a.slice(copied, i) + b.slice(j, j + WORD_LENGTH);
      copied = i;
    }
    if (second <= first) j += WORD_LENGTH;
  }
  return merged + a.slice(copied, i);
}

/** Larger than any word. */
const NO_MORE = 2 ** (6 * WORD_LENGTH);

const wordAt = (text: string, at: number, end: number): number =>
  at + WORD_LENGTH <= end ? readNumber(text, at, WORD_LENGTH) : NO_MORE;
