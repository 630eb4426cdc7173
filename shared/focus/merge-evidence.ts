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
  const parents = mergeParents(one, other);
  const anchor = mergeWords(a, one.parentsEnd + 1, one.anchorEnd, b, other.parentsEnd + 1, other.anchorEnd, MAX_WORDS);
  const titles = mergeWords(a, one.anchorEnd + 1, one.end, b, other.anchorEnd + 1, other.end, MAX_TITLE_WORDS);
  return `${mergeHeads(a, b)}${parents}.${anchor}.${titles}`;
}

/** Where the parts of evidence end. Each starts after the dot behind the part before it, that of the linking pages after the head. */
type EvidenceParts = { text: LinkEvidence; parentsEnd: number; anchorEnd: number; end: number };

function partsOf(text: LinkEvidence): EvidenceParts {
  const parentsEnd = endOfPart(text, HEAD_LENGTH);
  const anchorEnd = endOfPart(text, parentsEnd + 1);
  return { text, parentsEnd, anchorEnd, end: endOfPart(text, anchorEnd + 1) };
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
function mergeParents(
  { text: a, parentsEnd: aEnd }: EvidenceParts,
  { text: b, parentsEnd: bEnd }: EvidenceParts,
): string {
  if (isSameRange(a, HEAD_LENGTH, aEnd, b, HEAD_LENGTH, bEnd)) return a.slice(HEAD_LENGTH, aEnd);
  let merged = '';
  let i = HEAD_LENGTH;
  let j = HEAD_LENGTH;
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

function isSameRange(a: string, from: number, end: number, b: string, otherFrom: number, otherEnd: number): boolean {
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

/** Merges two ascending lists of words, ranges of two texts, and keeps the first `max`. Neighbours from one list are copied together. */
function mergeWords(
  a: string,
  from: number,
  end: number,
  b: string,
  otherFrom: number,
  otherEnd: number,
  max: number,
): string {
  if (isSameRange(a, from, end, b, otherFrom, otherEnd)) return a.slice(from, end);
  let merged = '';
  let count = 0;
  let i = from;
  let j = otherFrom;
  let copied = from;
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
