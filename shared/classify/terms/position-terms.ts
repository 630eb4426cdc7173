import { TopicFileError, type TopicTerm } from './topic-file.ts';
import { compileScan } from './topic-scan.ts';
import { type Locations, sumPoints, type TermMatch, type TermPoints, type TopicScore } from './topic-terms.ts';

/*
 * Algorithm 2 of Combine, position weighted matching. Title, metadata and text are one text, in this order, and
 * score = Σ over terms Σ over matches of weight / (log(k · position) · proximity). The proximity of a Boolean term is the log of
 * the distance between its parts, otherwise 1. Early matches, and parts that are close together, count more.
 */

/** The constant k of the formula. */
const POSITION_FACTOR = 0.5;

/** Maximum number of positions that a report names. */
const MAX_POSITIONS = 10;

/** Logarithms are at least 1: as printed, position 2 would divide by nothing. */
const logOf = (value: number): number => Math.log(Math.max(Math.E, value));

/** A match of a term. `position`: first word, from 1. `distance`: words between the first and the last part; 0 for one part. */
type Match = { position: number; distance: number };

/** Compiles terms into a function that scores documents by algorithm 2. Compile once per topic. */
export function compilePositionTerms(terms: readonly TopicTerm[]) {
  const { needles, partsOf, scan } = compileScan(terms);

  const find = (locations: Locations) => {
    const positions = new Map<number, number[]>();
    const words = scan(joinLocations(locations).toLowerCase(), (n, position) => {
      const known = positions.get(n);
      if (known) known.push(position);
      else positions.set(n, [position]);
    });
    const touched = new Set([...positions.keys()].flatMap((n) => needles[n]!.terms));
    const found = [...touched].sort((a, b) => a - b).flatMap((t) => matchTerm(terms[t]!, partsOf[t]!, positions));
    return { words, found };
  };
  const score = (locations: Locations): TopicScore => {
    const { words, found } = find(locations);
    return { ...sumPoints(found), words };
  };
  /** Scores with each matched term's contribution, the largest first. */
  const report = (locations: Locations): TopicScore & { matches: TermMatch[] } => {
    const { words, found } = find(locations);
    const matches = found
      .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
      .map(({ term: { term, weight }, hits, points, positions }) => ({ term, weight, hits, points, positions }));
    return { ...sumPoints(found), words, matches };
  };
  return Object.assign(score, { report });
}

/** Joins title, metadata and text, the importance order of the source. The text contains the headings. */
function joinLocations({ title, metadata, text }: Locations): string {
  // Empty lines keep phrases from spanning two locations.
  return [title, metadata, text].filter((part) => part !== '').join('\n\n');
}

/** @returns a list of at most one element, which is missing if the term does not match */
function matchTerm(
  term: TopicTerm,
  parts: readonly number[],
  positions: ReadonlyMap<number, number[]>,
): (TermPoints & { positions: number[] })[] {
  const lists = parts.map((n) => positions.get(n) ?? []);
  if (lists.some((list) => list.length === 0)) return [];
  const matches = lists.length === 1 ? lists[0]!.map(atPosition) : matchParts(lists);
  let points = 0;
  for (const { position, distance } of matches)
    points += term.weight / (logOf(POSITION_FACTOR * position) * logOf(distance));
  const first = matches.slice(0, MAX_POSITIONS).map(({ position }) => position);
  return [{ term, hits: matches.length, points, positions: first }];
}

const atPosition = (position: number): Match => ({ position, distance: 0 });

/** Matches a Boolean term: each occurrence of its rarest part, with the nearest occurrence of every other part. */
function matchParts(lists: readonly number[][]): Match[] {
  const rarest = lists.reduce((best, list) => (list.length < best.length ? list : best));
  return rarest.map((at) => {
    const nearest = lists.map((list) => (list === rarest ? at : nearestTo(at, list)));
    const position = Math.min(...nearest);
    return { position, distance: Math.max(...nearest) - position };
  });
}

/** Returns the element that is closest to a position. @param list in ascending order, not empty */
function nearestTo(at: number, list: readonly number[]): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < at) low = middle + 1;
    else high = middle;
  }
  const before = list[low - 1];
  return before !== undefined && at - before <= Math.abs(list[low]! - at) ? before : list[low]!;
}

/** @throws TopicFileError with the line of each regular expression, which algorithm 2 does not support */
export function refuseExpressions(terms: readonly TopicTerm[], file: string): void {
  const faults = terms
    .filter(({ parts }) => parts.some(({ kind }) => kind === 'pattern'))
    .map(
      ({ line, term }) =>
        `${file}:${line}: algorithm 2 has no regular expressions (${term}): list the words, or use algorithm 1`,
    );
  if (faults.length > 0) throw new TopicFileError(faults);
}
