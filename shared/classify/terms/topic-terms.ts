import type { TopicTerm } from './topic-file.ts';
import { compileScan, type Needle } from './topic-scan.ts';

/*
 * Algorithm 1 of Combine, plain matching: score = Σ over locations Σ over terms of hits · weight of the term · weight of
 * the location.
 */

/** Texts of a document by location. */
export type Locations = { title: string; metadata: string; headings: string; text: string };

/** Weight of a term by the place where it occurs. */
export type LocationWeights = Record<keyof Locations, number>;

/** Default weight of a term by the place where it occurs. */
export const LOCATION_WEIGHTS: LocationWeights = { title: 10, metadata: 4, headings: 2, text: 1 };

const LOCATION_NAMES = ['title', 'metadata', 'headings', 'text'] as const;

/** A matched term with its contribution to the score. For reports; scoring does not build it. */
export type TermMatch = {
  /** The term as written. */
  term: string;
  weight: number;
  hits: number;
  /**
   * Number of hits per location. Absent for an `@and` term: its parts may match in different locations, and its hits have the
   * weight of plain text.
   */
  places?: Partial<Record<keyof Locations, number>>;
  /** Algorithm 2: positions of the first matches, in words from 1. At most 10. */
  positions?: number[];
  /** Contribution to the score, before it is divided by the number of words. */
  points: number;
};

/** Score of a document by a topic definition. */
export type TopicScore = {
  score: number;
  /** Classes with a score above 0, best first. */
  classes: { class: string; score: number }[];
  /** Matched terms, those with the largest contribution first. */
  terms: { term: string; hits: number }[];
  /** Number of words in all locations. */
  words: number;
};

/** Number of matches per needle in one location. */
type Hits = ReadonlyMap<number, number>;
/** No matches in any location. */
const NO_HITS: readonly Hits[] = LOCATION_NAMES.map(() => new Map());

/** Compiles terms into a function that scores documents. Compile once per topic. */
export function compileTerms(terms: readonly TopicTerm[], weights: LocationWeights = LOCATION_WEIGHTS) {
  const { needles, partsOf, scan } = compileScan(terms);

  const countIn = (text: string, found: Map<number, number>) =>
    scan(text.toLowerCase(), (n) => found.set(n, (found.get(n) ?? 0) + 1));
  // Link texts are counted too, and nearly all of them have no term: a map that stays empty serves the next text.
  let spare = new Map<number, number>();
  const count = (locations: Locations): { words: number; hits: readonly Hits[] } => {
    let words = 0;
    let hits: Hits[] | undefined;
    for (let j = 0; j < LOCATION_NAMES.length; j++) {
      const text = locations[LOCATION_NAMES[j]!];
      if (text === '') continue;
      words += countIn(text, spare);
      if (spare.size === 0) continue;
      hits ??= [...NO_HITS];
      hits[j] = spare;
      spare = new Map();
    }
    return { words, hits: hits ?? NO_HITS };
  };
  const score = (locations: Locations): TopicScore => {
    const { words, hits } = count(locations);
    if (hits === NO_HITS) return { score: 0, classes: [], terms: [], words };
    return { ...sumScore(terms, needles, partsOf, hits, weights), words };
  };
  /** Scores with each matched term's contribution, the largest first. */
  const report = (locations: Locations): TopicScore & { matches: TermMatch[] } => {
    const { words, hits } = count(locations);
    const matches = [...touchedTerms(needles, hits)]
      .sort((a, b) => a - b)
      .map((t) => matchOf(terms[t]!, partsOf[t]!, hits, weights))
      .filter((match) => match.hits > 0)
      .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
    return { ...sumScore(terms, needles, partsOf, hits, weights), words, matches };
  };
  return Object.assign(score, { report });
}

/** Contribution of a matched term to the score. */
export type TermPoints = { term: TopicTerm; hits: number; points: number };

/** Adds up the contributions of terms, given in the order of the topic definition. */
export function sumPoints(found: readonly TermPoints[]): Omit<TopicScore, 'words'> {
  const classes = new Map<string, number>();
  let score = 0;
  for (const { term, points } of found) {
    score += points;
    for (const name of term.classes) classes.set(name, (classes.get(name) ?? 0) + points);
  }
  return {
    score,
    classes: [...classes]
      .filter(([, points]) => points > 0)
      .map(([name, points]) => ({ class: name, score: points }))
      .sort((a, b) => b.score - a.score || (a.class < b.class ? -1 : 1)),
    terms: found
      .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
      .map(({ term: { term }, hits }) => ({ term, hits })),
  };
}

function sumScore(
  terms: readonly TopicTerm[],
  needles: readonly Needle[],
  partsOf: readonly number[][],
  hits: readonly Hits[],
  weights: LocationWeights,
): Omit<TopicScore, 'words'> {
  const found: TermPoints[] = [];
  for (const t of [...touchedTerms(needles, hits)].sort((a, b) => a - b)) {
    const parts = partsOf[t]!;
    const hitCount = countHits(parts, hits);
    if (hitCount === 0) continue;
    found.push({
      term: terms[t]!,
      hits: hitCount,
      points: weighHits(parts, hitCount, hits, weights) * terms[t]!.weight,
    });
  }
  return sumPoints(found);
}

function touchedTerms(needles: readonly Needle[], hits: readonly Hits[]): Set<number> {
  const touched = new Set<number>();
  for (const found of hits) for (const n of found.keys()) for (const t of needles[n]!.terms) touched.add(t);
  return touched;
}

/** Returns how often a term matches: as often as its rarest part, over all locations together. */
function countHits(parts: readonly number[], hits: readonly Hits[]): number {
  let rarest = Number.POSITIVE_INFINITY;
  for (const n of parts) {
    let all = 0;
    for (const found of hits) all += found.get(n) ?? 0;
    rarest = Math.min(rarest, all);
  }
  return rarest;
}

/** Returns the hits of a term, each multiplied by the weight of its location. */
function weighHits(
  parts: readonly number[],
  hitCount: number,
  hits: readonly Hits[],
  weights: LocationWeights,
): number {
  // Parts of an `@and` term can be in different locations, so the term has the weight of plain text.
  if (parts.length > 1) return hitCount * weights.text;
  let all = 0;
  for (let j = 0; j < hits.length; j++) all += (hits[j]!.get(parts[0]!) ?? 0) * weights[LOCATION_NAMES[j]!];
  return all;
}

function matchOf(
  { term, weight }: TopicTerm,
  parts: readonly number[],
  hits: readonly Hits[],
  weights: LocationWeights,
): TermMatch {
  const hitCount = countHits(parts, hits);
  const points = weighHits(parts, hitCount, hits, weights) * weight;
  if (parts.length > 1) return { term, weight, hits: hitCount, points };
  const found = LOCATION_NAMES.map((name, j) => [name, hits[j]!.get(parts[0]!) ?? 0] as const);
  return { term, weight, hits: hitCount, places: Object.fromEntries(found.filter(([, n]) => n > 0)), points };
}
