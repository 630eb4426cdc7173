/** Returns the stem of a word in lower case, or the word itself. */
export type Stem = (word: string) => string;

type SuffixRule = { instead: string; minStem: number };

/**
 * Returns a step of a light stemmer: it replaces the longest suffix that leaves enough of the word, and returns a word without such
 * a suffix as it is.
 *
 * @param rules minimum length of the rest in front of a suffix (UTF-16 units) → suffixes, separated by blanks. `ци:к` replaces
 * the suffix `ци` by `к`; a suffix without a colon is removed
 */
export function suffixStep(rules: Readonly<Record<number, string>>): Stem {
  // Read on first use, because a crawl meets few of the languages.
  let bySuffix: ReadonlyMap<string, SuffixRule> | undefined;
  let longest = 0;
  return (word) => {
    if (bySuffix === undefined) {
      bySuffix = readRules(rules);
      longest = Math.max(...[...bySuffix.keys()].map((suffix) => suffix.length));
    }
    for (let length = Math.min(longest, word.length); length > 0; length--) {
      const start = word.length - length;
      const rule = bySuffix.get(word.slice(start));
      if (rule && start >= rule.minStem) return word.slice(0, start) + rule.instead;
    }
    return word;
  };
}

function readRules(rules: Readonly<Record<number, string>>): ReadonlyMap<string, SuffixRule> {
  const bySuffix = new Map<string, SuffixRule>();
  for (const [minStem, list] of Object.entries(rules))
    for (const rule of list.trim().split(/\s+/)) {
      const [suffix = '', instead = ''] = rule.split(':');
      bySuffix.set(suffix, { instead, minStem: Number(minStem) });
    }
  return bySuffix;
}

/** Returns a stemmer that applies steps one after the other. */
export function inTurn(...steps: readonly Stem[]): Stem {
  return (word) => steps.reduce((stem, step) => step(stem), word);
}
