import { matchGlob } from '../url/glob.ts';

/**
 * Compiles category patterns of a directory: `Top/Science/Biology` or `Top/Science/Biology/*` matches the category and everything
 * below. A `*` that is a whole part matches one level, a `*` inside a part any characters, and `**` any number of levels. Ignores
 * case; a space equals an underscore. No patterns match all categories.
 */
export function compileCategories(patterns: readonly string[]): (category: string) => boolean {
  const compiled = patterns.map((pattern) => partsOf(pattern.replace(/\/\*+$/, '')).map(compilePart));
  if (compiled.length === 0) return () => true;
  return (category) => {
    const parts = partsOf(category);
    return compiled.some((pattern) => matches(pattern, parts));
  };
}

type Part = '**' | ((part: string) => boolean);

function compilePart(part: string): Part {
  return part === '**' ? part : matchGlob(part);
}

function partsOf(path: string): string[] {
  const parts = path.trim().toLowerCase().replaceAll(' ', '_').split('/');
  return parts.filter((part) => part !== '');
}

/** Tells whether the pattern matches a prefix of the path. Simulates an automaton whose states are positions in the pattern. */
function matches(pattern: readonly Part[], path: readonly string[]): boolean {
  let at = skipDoubleStars(pattern, new Set([0]));
  for (const part of path) {
    if (at.has(pattern.length)) return true;
    const next = new Set<number>();
    for (const i of at) {
      const wanted = pattern[i]!;
      if (wanted === '**') next.add(i);
      else if (wanted(part)) next.add(i + 1);
    }
    at = skipDoubleStars(pattern, next);
  }
  return at.has(pattern.length);
}

/** Adds the positions after each `**`, which can match nothing. */
function skipDoubleStars(pattern: readonly Part[], at: Set<number>): Set<number> {
  for (const i of at) if (pattern[i] === '**') at.add(i + 1);
  return at;
}
