import { createLiteralSearch } from './literal-search.ts';
import { MAX_MATCH_LENGTH, type Pattern } from './topic-pattern.ts';
import { isSpace } from './topic-pattern-tree.ts';

/*
 * Patterns such as `[^\s]*weed` can start with every word of a text. Most of them contain a literal, and most literals do not occur in
 * a text. One search for the literals of all patterns shows where matches can start.
 */

/** Indices of a text where a match of a pattern can start, in UTF-16 units. `to` is inclusive. */
export type StartRange = { n: number; from: number; to: number };

/**
 * Creates a function that finds where matches can start.
 *
 * @param patterns patterns with their numbers
 * @returns a function that returns disjoint ranges for each pattern, all ordered by `from`
 */
export function createRangeFinder(
  patterns: readonly { n: number; pattern: Pattern }[],
): (text: string) => StartRange[] {
  const byLiteral = new Map<string, { n: number; isInFirstToken: boolean }[]>();
  const unbounded: number[] = [];
  for (const { n, pattern } of patterns) {
    const { literal } = pattern;
    if (literal === undefined) {
      unbounded.push(n);
      continue;
    }
    const owners = byLiteral.get(literal.text) ?? [];
    byLiteral.set(literal.text, owners);
    owners.push({ n, isInFirstToken: literal.isInFirstToken });
  }
  const search = createLiteralSearch([...byLiteral.keys()]);
  const ownersOf = [...byLiteral.values()];
  return (text) => {
    const ranges = unbounded.map((n): StartRange => ({ n, from: 0, to: text.length }));
    if (ownersOf.length === 0) return ranges;
    const last = new Map<number, StartRange>();
    let tokenStart = 0;
    let read = 0;
    search(text, (literal, start) => {
      // Literals have no white space, so the token of an earlier end is known to be that of a start before it.
      for (; read < start; read++) if (isSpace(text.charCodeAt(read))) tokenStart = read + 1;
      for (const { n, isInFirstToken } of ownersOf[literal]!) {
        const from = isInFirstToken ? tokenStart : Math.max(0, start - MAX_MATCH_LENGTH);
        const before = last.get(n);
        if (before !== undefined && from <= before.to) before.to = start;
        else {
          const range = { n, from, to: start };
          last.set(n, range);
          ranges.push(range);
        }
      }
    });
    return ranges.sort((a, b) => a.from - b.from);
  };
}
