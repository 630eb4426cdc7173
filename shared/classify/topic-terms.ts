import { type TopicTerm, wordEnd } from './topic-file.ts';
import { matchAt, type Pattern } from './topic-pattern.ts';
import { createWordMatcher, type WordMatch } from './topic-words.ts';

/*
 * Algorithm 1 of Combine, plain matching: score = Σ over locations Σ over terms of hits · weight of the term · weight of
 * the location. The text is read once, word by word, against a trie of all phrases. The time per word is independent of the
 * number of terms.
 */

/** Texts of a document by location. */
export type Locations = { title: string; metadata: string; headings: string; text: string };
export type LocationWeights = Record<keyof Locations, number>;

export const LOCATION_WEIGHTS: LocationWeights = { title: 10, metadata: 4, headings: 2, text: 1 };

const LOCATION_NAMES = ['title', 'metadata', 'headings', 'text'] as const;

export type TopicScore = {
  score: number;
  /** Classes with a score above 0, best first. */
  classes: { class: string; score: number }[];
  /** Matched terms, those with the largest contribution first. */
  terms: { term: string; hits: number }[];
  /** Number of words in all locations. */
  words: number;
};

/** A search string: a part of one or several terms. Its number is its index in the list. */
type Needle = { terms: number[]; pattern?: Pattern };
type Node = { needle: number; next: Map<number, Node> };

/** Number of matches per needle in one location. */
type Hits = Map<number, number>;
const NO_HITS: Hits = new Map();

/** Compiles terms into a function that scores documents. Compile once per topic. */
export function compileTerms(terms: readonly TopicTerm[], weights: LocationWeights = LOCATION_WEIGHTS) {
  const { needles, partsOf, root, ids } = indexParts(terms);
  const patterns = needles.flatMap(({ pattern }, n) => (pattern ? [{ n, pattern }] : []));
  const withWords = patterns.filter(({ pattern }) => !pattern.startsAnywhere);
  const anywhere = patterns.filter(({ pattern }) => pattern.startsAnywhere).map(({ n }) => n);
  const search: Search = { root, known: createWordMatcher(ids, withWords), needles, anywhere };

  return (locations: Locations): TopicScore => {
    let words = 0;
    const hits = LOCATION_NAMES.map((name) => {
      if (locations[name] === '') return NO_HITS;
      const found: Hits = new Map();
      words += countNeedles(locations[name].toLowerCase(), search, found);
      return found;
    });
    // Fast path: link texts are scored too, and nearly all of them contain no term.
    if (hits.every(({ size }) => size === 0)) return { score: 0, classes: [], terms: [], words };
    return { ...sumScore(terms, needles, partsOf, hits, weights), words };
  };
}

/** Indexes all parts in a trie of words and a list of needles. Equal parts share a needle. */
function indexParts(terms: readonly TopicTerm[]) {
  const needles: Needle[] = [];
  const root: Node = { needle: -1, next: new Map() };
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
        if (part.kind === 'words') addPhrase(root, ids, part.words, n);
      }
      return n;
    });
    for (const n of new Set(parts)) needles[n]!.terms.push(t);
    return parts;
  });
  return { needles, partsOf, root, ids };
}

function addPhrase(root: Node, ids: Map<string, number>, words: readonly string[], needle: number): void {
  let node = root;
  for (const word of words) {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    let next = node.next.get(id);
    if (!next) {
      next = { needle: -1, next: new Map() };
      node.next.set(id, next);
    }
    node = next;
  }
  node.needle = needle;
}

type Search = {
  root: Node;
  known: (text: string, start: number, end: number) => WordMatch;
  needles: readonly Needle[];
  anywhere: readonly number[];
};

/**
 * Counts the matches of all needles in one location.
 *
 * @param text text in lower case. @param hits receives the counts. @returns the number of words.
 */
function countNeedles(text: string, { root, known, needles, anywhere }: Search, hits: Hits): number {
  let count = 0;
  // Ids of words in phrases (-1 for a run of other words), and whether a phrase break precedes each.
  const words: number[] = [];
  const breaks: boolean[] = [];
  const lastEnds = new Map<number, number>();
  const tryPattern = (n: number, at: number) => {
    if (at < (lastEnds.get(n) ?? 0)) return;
    const end = matchAt(needles[n]!.pattern!, text, at);
    if (end === undefined) return;
    lastEnds.set(n, end);
    hits.set(n, (hits.get(n) ?? 0) + 1);
  };
  let hasBreak = false;
  for (let at = 0; at < text.length; ) {
    if (anywhere.length > 0) for (const n of anywhere) tryPattern(n, at);
    const end = wordEnd(text, at);
    if (end === at) {
      hasBreak ||= breaksPhrase(text, at);
      at++;
      continue;
    }
    count++;
    const word = known(text, at, end);
    if (word.id >= 0 || words[words.length - 1] !== -1) {
      words.push(word.id);
      breaks.push(hasBreak);
    }
    hasBreak = false;
    for (const n of word.patterns) tryPattern(n, at);
    at = end;
  }
  for (let i = 0; i < words.length; i++) {
    let node = words[i]! < 0 ? undefined : root.next.get(words[i]!);
    for (let j = i + 1; node; j++) {
      if (node.needle >= 0) hits.set(node.needle, (hits.get(node.needle) ?? 0) + 1);
      node = j < words.length && !breaks[j] ? node.next.get(words[j]!) : undefined;
    }
  }
  return count;
}

/** Checks whether a character breaks a phrase: all except spaces, hyphens and apostrophes do; so do empty lines. */
function breaksPhrase(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x20 || unit === 0x2d || unit === 0x27 || unit === 0xa0 || unit === 0xad) return false;
  if (unit === 0x0a) return text.charCodeAt(at + 1) === 0x0a;
  if (unit < 0x80) return unit < 0x09 || unit > 0x0d;
  return !/[\s\u2010-\u2013\u2019\u200b-\u200d]/.test(text[at]!);
}

function sumScore(
  terms: readonly TopicTerm[],
  needles: readonly Needle[],
  partsOf: readonly number[][],
  hits: readonly Hits[],
  weights: LocationWeights,
): Omit<TopicScore, 'words'> {
  const touched = new Set<number>();
  for (const found of hits) for (const n of found.keys()) for (const t of needles[n]!.terms) touched.add(t);

  const classes = new Map<string, number>();
  const found: { term: string; hits: number; points: number }[] = [];
  let score = 0;
  for (const t of [...touched].sort((a, b) => a - b)) {
    const { term, weight, classes: names } = terms[t]!;
    const parts = partsOf[t]!;
    const hitCount = Math.min(...parts.map((n) => hits.reduce((all, by) => all + (by.get(n) ?? 0), 0)));
    if (hitCount === 0) continue;
    // Parts of an `@and` term can be in different locations, so the term has the weight of plain text.
    const weighted =
      parts.length > 1
        ? hitCount * weights.text
        : hits.reduce((all, by, j) => all + (by.get(parts[0]!) ?? 0) * weights[LOCATION_NAMES[j]!], 0);
    const points = weighted * weight;
    score += points;
    for (const name of names) classes.set(name, (classes.get(name) ?? 0) + points);
    found.push({ term, hits: hitCount, points });
  }
  return {
    score,
    classes: [...classes]
      .filter(([, points]) => points > 0)
      .map(([name, points]) => ({ class: name, score: points }))
      .sort((a, b) => b.score - a.score || (a.class < b.class ? -1 : 1)),
    terms: found
      .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
      .map(({ term, hits: hitCount }) => ({ term, hits: hitCount })),
  };
}
