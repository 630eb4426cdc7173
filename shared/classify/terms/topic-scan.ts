import { createRangeFinder, type StartRange } from './start-ranges.ts';
import { type TopicTerm, wordEnd } from './topic-file.ts';
import { matchAt, type Pattern } from './topic-pattern.ts';
import { createWordMatcher, type WordMatch } from './topic-words.ts';

/*
 * Finds all terms of a topic in one pass: the text is read word by word against a trie of all phrases. The time per word is
 * independent of the number of terms.
 */

/** A search string: a part of one or several terms. Its number is its index in the list. */
export type Needle = { terms: number[]; pattern?: Pattern };
/** Trie of phrases, by word ids. `needle`: phrase that ends here, or -1. `next`: absent if no longer phrase starts so. */
type Node = { needle: number; next?: Map<number, Node> };
/** First words of phrases, by id. */
type Roots = (Node | undefined)[];

/** Called for each match of a needle. `position`: its first word, from 1. */
type OnMatch = (needle: number, position: number) => void;

export type Scan = {
  needles: readonly Needle[];
  /** Needles of each term. A match of the term needs all of them. */
  partsOf: readonly number[][];
  /** @param text in lower case. @returns the number of words */
  scan(text: string, onMatch: OnMatch): number;
};

/** Compiles the search for all parts of terms. Equal parts share a needle. */
export function compileScan(terms: readonly TopicTerm[]): Scan {
  const { needles, partsOf, roots, ids } = indexParts(terms);
  const patterns = needles.flatMap(({ pattern }, n) => (pattern ? [{ n, pattern }] : []));
  const withWords = patterns.filter(({ pattern }) => !pattern.startsAnywhere);
  const anywhere = patterns.filter(({ pattern }) => pattern.startsAnywhere);
  const search: Search = {
    roots,
    known: createWordMatcher(ids, withWords),
    needles,
    rangesIn: anywhere.length > 0 ? createRangeFinder(anywhere) : () => NO_RANGES,
  };
  return { needles, partsOf, scan: (text, onMatch) => scanText(text, search, onMatch) };
}

/** Indexes all parts in a trie of words and a list of needles. Equal parts share a needle. */
function indexParts(terms: readonly TopicTerm[]) {
  const needles: Needle[] = [];
  const roots: Roots = [];
  const ids = new Map<string, number>();
  const numbers = new Map<string, number>();
  const partsOf = terms.map((term, t) => {
    const parts = term.parts.map((part) => {
      // Phrases are equal if their words are; separators do not matter.
      const name = part.kind === 'words' ? `w ${part.words.join(' ')}` : `p ${part.source}`;
      let n = numbers.get(name);
      if (n === undefined) {
        n = needles.push({ terms: [], ...(part.kind === 'pattern' ? { pattern: part.pattern } : {}) }) - 1;
        numbers.set(name, n);
        if (part.kind === 'words') addPhrase(roots, ids, part.words, n);
      }
      return n;
    });
    for (const n of new Set(parts)) needles[n]!.terms.push(t);
    return parts;
  });
  return { needles, partsOf, roots, ids };
}

function addPhrase(roots: Roots, ids: Map<string, number>, words: readonly string[], needle: number): void {
  let node: Node | undefined;
  for (const word of words) {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    if (node) node.next ??= new Map();
    const next: Node = (node ? node.next!.get(id) : roots[id]) ?? { needle: -1 };
    if (node) node.next!.set(id, next);
    else roots[id] = next;
    node = next;
  }
  node!.needle = needle;
}

type Search = {
  roots: Roots;
  known: (text: string, start: number, end: number) => WordMatch;
  needles: readonly Needle[];
  /** Finds where patterns can match that no start of a word rules out. */
  rangesIn: (text: string) => readonly StartRange[];
};

const NO_RANGES: readonly StartRange[] = [];

/**
 * Finds the matches of all needles in a text.
 *
 * @param text text in lower case. @returns the number of words.
 */
function scanText(text: string, search: Search, onMatch: OnMatch): number {
  const { known } = search;
  const ranges = search.rangesIn(text);
  const open: StartRange[] = [];
  let nextRange = 0;
  let count = 0;
  // Links are scanned too, and nearly all of them have no word of a term: nothing is allocated before the first one.
  let phrases: PhraseWords | undefined;
  let lastEnds: Map<number, number> | undefined;
  let hasBreak = false;
  for (let at = 0; at < text.length; ) {
    while (nextRange < ranges.length && ranges[nextRange]!.from <= at) open.push(ranges[nextRange++]!);
    if (open.length > 0) {
      lastEnds ??= new Map();
      dropEnded(open, at);
      for (const { n } of open) if (matchesAt(search, n, text, at, lastEnds)) onMatch(n, Math.max(1, count));
    }
    const end = wordEnd(text, at);
    if (end === at) {
      hasBreak ||= breaksPhrase(text, at);
      at++;
      continue;
    }
    count++;
    const word = known(text, at, end);
    if (word.id >= 0) phrases ??= { ids: [], positions: [], breaks: [] };
    if (phrases !== undefined) addWord(phrases, word.id, count, hasBreak);
    hasBreak = false;
    if (word.patterns.length > 0) {
      lastEnds ??= new Map();
      for (const n of word.patterns) if (matchesAt(search, n, text, at, lastEnds)) onMatch(n, Math.max(1, count));
    }
    at = end;
  }
  if (phrases !== undefined) matchPhrases(phrases, search.roots, onMatch);
  return count;
}

/** Removes the ranges that end before an index, in place. */
function dropEnded(open: StartRange[], at: number): void {
  for (let i = open.length - 1; i >= 0; i--) {
    if (open[i]!.to >= at) continue;
    open[i] = open[open.length - 1]!;
    open.pop();
  }
}

/** Words of a text from the first one that is in a phrase: ids (-1 for a run of other words), positions, and whether a phrase break precedes. */
type PhraseWords = { ids: number[]; positions: number[]; breaks: boolean[] };

function addWord({ ids, positions, breaks }: PhraseWords, id: number, position: number, hasBreak: boolean): void {
  if (id < 0 && ids[ids.length - 1] === -1) return;
  ids.push(id);
  positions.push(position);
  breaks.push(hasBreak);
}

function matchPhrases({ ids, positions, breaks }: PhraseWords, roots: Roots, onMatch: OnMatch): void {
  for (let i = 0; i < ids.length; i++) {
    let node = ids[i]! < 0 ? undefined : roots[ids[i]!];
    for (let j = i + 1; node; j++) {
      if (node.needle >= 0) onMatch(node.needle, positions[i]!);
      node = node.next && j < ids.length && !breaks[j] ? node.next.get(ids[j]!) : undefined;
    }
  }
}

/** Whether a pattern matches at an index after its last match. @param lastEnds end of the last match of each pattern; updated */
function matchesAt({ needles }: Search, n: number, text: string, at: number, lastEnds: Map<number, number>): boolean {
  if (at < (lastEnds.get(n) ?? 0)) return false;
  const end = matchAt(needles[n]!.pattern!, text, at);
  if (end === undefined) return false;
  lastEnds.set(n, end);
  return true;
}

/** Checks whether a character breaks a phrase: all except spaces, hyphens and apostrophes do; so do empty lines. */
function breaksPhrase(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x20 || unit === 0x2d || unit === 0x27 || unit === 0xa0 || unit === 0xad) return false;
  if (unit === 0x0a) return text.charCodeAt(at + 1) === 0x0a;
  if (unit < 0x80) return unit < 0x09 || unit > 0x0d;
  return !/[\s\u2010-\u2013\u2019\u200b-\u200d]/.test(text[at]!);
}
