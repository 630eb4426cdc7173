import { matchGlob } from '../url/glob.ts';

/**
 * Categories of a directory by path: `Top/Science/Biology` with all below it, as is `Top/Science/Biology/*`. A `*` as a
 * part of its own stands for one level, within a part for any signs of it; `**` stands for any number of levels. In any
 * case; a blank is an underscore. None chosen: all are.
 */
export function compileCategories(patterns: readonly string[]): (category: string) => boolean {
  const chosen = patterns.map((pattern) => partsOf(pattern.replace(/\/\*+$/, '')).map(compilePart));
  if (chosen.length === 0) return () => true;
  return (category) => {
    const parts = partsOf(category);
    return chosen.some((pattern) => matches(pattern, parts));
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

/** Whether the pattern is the beginning of the path: which parts of it may come next, after each part of the path. */
function matches(pattern: readonly Part[], path: readonly string[]): boolean {
  let at = open(pattern, new Set([0]));
  for (const part of path) {
    if (at.has(pattern.length)) return true;
    const next = new Set<number>();
    for (const i of at) {
      const wanted = pattern[i]!;
      if (wanted === '**') next.add(i);
      else if (wanted(part)) next.add(i + 1);
    }
    at = open(pattern, next);
  }
  return at.has(pattern.length);
}

/** `**` may also stand for nothing. */
function open(pattern: readonly Part[], at: Set<number>): Set<number> {
  for (const i of at) if (pattern[i] === '**') at.add(i + 1);
  return at;
}
