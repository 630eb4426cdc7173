import { memoizeText } from '../text/memoize.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import { readNumber, writeNumber } from './number-text.ts';
import { hashOf, hashWord, wordsOf } from './words.ts';

/**
 * Knowledge about a link beside its URL, as text of at most 100 characters that travels with the link. Opaque outside this
 * folder. The empty text is the evidence of a URL without a linking page, such as a seed.
 */
export type LinkEvidence = string;

/** The words of a link. */
export type LinkWords = {
  anchor: string;
  /** How relevant the topic filter finds the words of the link and those around it, 0 to 1. Absent or 0: it knows none of them. */
  words?: number;
};

/** A link on a judged page. */
export type LinkContext = LinkWords & {
  /** URL of the linking page. */
  page: Url;
  /** Probability that the linking page is on topic, 0 to 1. */
  relevance: number;
  verdict: 'relevant' | 'leads-on' | 'off-topic';
  /** Title of the linking page. Absent or empty: it has none. */
  title?: string;
  /** Number of links since the last relevant page. 0: the linking page is relevant. */
  distance: number;
};

/** A linking page. Its hashes have 24 and 18 bits. */
export type LinkingPage = {
  page: number;
  directory: number;
  /** Probability that it is on topic, 0 to 1. */
  relevance: number;
  isRelevant: boolean;
};

/** Decoded evidence. Lists are sorted, so that equal evidence has equal text. */
export type Evidence = {
  distance: number;
  /** Best answer of the topic filter about the words of a link: a level of log odds from 1 to 63; 0: unknown. */
  words: number;
  /** Most relevant linking pages, best first. */
  parents: LinkingPage[];
  /** Hashes of anchor words, ascending. */
  anchor: number[];
  /** Hashes of words in titles of linking pages, ascending. */
  titles: number[];
  /** Linear counting bitmaps (Whang et al. 1990) of linking pages: of all, and of the relevant ones. */
  seenBy: number;
  seenByRelevant: number;
};

/** Maximum number of linking pages that evidence keeps. */
export const MAX_PARENTS = 4;
/** Maximum number of words of links that evidence keeps. */
export const MAX_WORDS = 11;
/** Maximum number of words of titles of linking pages that evidence keeps. */
export const MAX_TITLE_WORDS = 6;
const MAX_DISTANCE = 63;
const LEVELS = 63;
/** Bits of a bitmap: it counts up to about 60 pages. */
const BITMAP_BITS = 24;
const DIRECTORY_BITS = 18;

/** Number of texts of links whose words are kept. */
const KEPT_ANCHORS = 4_096;

/** Stands for a link without words, such as an image. */
const NO_WORDS = '';

/** Length of the head of encoded evidence. Characters. */
export const HEAD_LENGTH = 10;
/** Length of a linking page in encoded evidence. Characters. */
export const PARENT_LENGTH = 9;
/** Length of a word in encoded evidence. Characters. */
export const WORD_LENGTH = 3;

const NO_EVIDENCE: Evidence = {
  distance: 0,
  words: 0,
  parents: [],
  anchor: [],
  titles: [],
  seenBy: 0,
  seenByRelevant: 0,
};

/** Describes a link by the page and the words that lead to it. */
export function evidenceOf(context: LinkContext): LinkEvidence {
  return new EvidenceWriter(context).write(context);
}

/** Describes the links of a page. What they share is computed once. */
export class EvidenceWriter {
  readonly #distance: string;
  readonly #seenAndParent: string;
  readonly #titles: string;

  constructor(from: Omit<LinkContext, keyof LinkWords>) {
    const page = hashOf(from.page) >>> 8;
    const isRelevant = from.verdict !== 'off-topic';
    const bit = 1 << (page % BITMAP_BITS);
    const relevance = quantize(from.relevance);
    const parent = writeParent({ page, directory: hashDirectory(from.page), relevance, isRelevant });
    this.#distance = writeNumber(Math.min(from.distance, MAX_DISTANCE), 1);
    this.#seenAndParent = writeNumber(bit, 4) + writeNumber(isRelevant ? bit : 0, 4) + parent;
    this.#titles = writeWords(sortedSet(wordsOf(from.title ?? '', MAX_TITLE_WORDS).map(hashWord)));
  }

  write({ anchor, words: relevanceOfWords }: LinkWords): LinkEvidence {
    const level = writeNumber(relevanceOfWords ? quantizeLogOdds(relevanceOfWords) : 0, 1);
    return `${this.#distance}${level}${this.#seenAndParent}.${anchorText(anchor)}.${this.#titles}`;
  }
}

/** Returns the words of a link as the evidence stores them. Pages of a site repeat their links. */
const anchorText = memoizeText(KEPT_ANCHORS, (anchor) => {
  const words = wordsOf(anchor, MAX_WORDS);
  if (words.length === 0) words.push(NO_WORDS);
  return writeWords(sortedSet(words.map(hashWord)));
});

/** Returns the number of links from a page to the last relevant page before it, for the links of the page. */
export function distanceAfter(evidence: LinkEvidence): number {
  return decodeEvidence(evidence).distance + 1;
}

/** Estimates the number of set elements of a bitmap: its size times the log of the inverse share of free bits. */
export function countOf(bitmap: number): number {
  let free = BITMAP_BITS;
  for (let rest = bitmap; rest !== 0; rest &= rest - 1) free--;
  return BITMAP_BITS * Math.log(BITMAP_BITS / Math.max(free, 1));
}

/** Decodes evidence. Text that no evidence has decodes to some evidence, never to an error. */
export function decodeEvidence(text: LinkEvidence): Evidence {
  if (text.length < HEAD_LENGTH) return NO_EVIDENCE;
  const first = endOfPart(text, HEAD_LENGTH);
  const second = endOfPart(text, first + 1);
  return {
    distance: readNumber(text, 0, 1),
    words: readNumber(text, 1, 1),
    seenBy: readNumber(text, 2, 4),
    seenByRelevant: readNumber(text, 6, 4),
    parents: readParents(text, HEAD_LENGTH, first),
    anchor: readWords(text, first + 1, second, MAX_WORDS),
    titles: readWords(text, second + 1, endOfPart(text, second + 1), MAX_TITLE_WORDS),
  };
}

/** Returns the end of the part that starts at an index: its dot, or the end of the text. */
export function endOfPart(text: LinkEvidence, from: number): number {
  const at = text.indexOf('.', from);
  return at < 0 ? text.length : at;
}

function readParents(text: string, from: number, to: number): LinkingPage[] {
  const parents: LinkingPage[] = [];
  for (let at = from; at + PARENT_LENGTH <= to && parents.length < MAX_PARENTS; at += PARENT_LENGTH)
    parents.push({
      page: readNumber(text, at, 4),
      directory: readNumber(text, at + 4, 3),
      relevance: Math.min(readNumber(text, at + 7, 1) / LEVELS, 1),
      isRelevant: readNumber(text, at + 8, 1) === 1,
    });
  return parents;
}

function readWords(text: string, from: number, to: number, max: number): number[] {
  const words: number[] = [];
  for (let at = from; at + WORD_LENGTH <= to && words.length < max; at += WORD_LENGTH)
    words.push(readNumber(text, at, WORD_LENGTH));
  return words;
}

/** Returns the hash of the directory of a URL as the evidence stores it. */
export function hashDirectory(url: Url): number {
  const path = url.slice(originOf(url).length).replace(/[?#].*$/, '');
  return hashOf(hostOf(url) + path.slice(0, path.lastIndexOf('/') + 1)) >>> (32 - DIRECTORY_BITS);
}

function writeParent({ page, directory, relevance, isRelevant }: LinkingPage): string {
  const levels = writeNumber(Math.round(relevance * LEVELS), 1) + writeNumber(isRelevant ? 1 : 0, 1);
  return writeNumber(page, 4) + writeNumber(directory, 3) + levels;
}

function writeWords(words: readonly number[]): string {
  let text = '';
  for (const word of words) text += writeNumber(word, WORD_LENGTH);
  return text;
}

/** Rounds a probability to a level that the text can store. */
function quantize(probability: number): number {
  return Math.round(Math.min(Math.max(probability, 0), 1) * LEVELS) / LEVELS;
}

/** Returns the level of a probability, from 1 to 63, in equal steps of log odds. */
function quantizeLogOdds(probability: number): number {
  return 1 + Math.round(((logit(probability) + 1) / 2) * (LEVELS - 1));
}

/** Returns the log odds of a level: −1 to 1. */
export function logOddsOfLevel(level: number): number {
  return (2 * (level - 1)) / (LEVELS - 1) - 1;
}

/** Log odds of a probability, limited to those of 2 % and 98 % and scaled to −1 to 1. */
export function logit(probability: number): number {
  const p = Math.min(Math.max(probability, 0.02), 0.98);
  return Math.log(p / (1 - p)) / MAX_LOGIT;
}

const MAX_LOGIT = Math.log(0.98 / 0.02);

/** Returns the different values, ascending. The lists are short, so inserting one value after the other is the fastest. */
function sortedSet(values: readonly number[]): number[] {
  const sorted: number[] = [];
  for (const value of values) {
    if (sorted.includes(value)) continue;
    let at = sorted.push(value) - 1;
    for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
    sorted[at] = value;
  }
  return sorted;
}
