import type { Url } from '../../url/url.ts';
import type { ScoredSeed } from './scored-seed.ts';

/** A bounded set of candidates: the best by score, each URL once. */
export type BestSeeds = {
  /** @returns `duplicate` if the URL is in the set. The higher score counts. */
  add(seed: ScoredSeed): 'added' | 'duplicate';
  /** Returns the candidates, best first; of equal ones those that were added first. */
  ranked(): ScoredSeed[];
};

/** @param max number of candidates that are kept. Up to twice as many are in memory, because they are sorted in batches. */
export function bestSeeds(max: number): BestSeeds {
  let kept = new Map<Url, ScoredSeed>();
  /** Score that a candidate must exceed once the set has been full. */
  let floor = Number.NEGATIVE_INFINITY;

  const ranked = (): ScoredSeed[] => [...kept.values()].sort((a, b) => b.score - a.score).slice(0, max);
  const prune = (): void => {
    const best = ranked();
    kept = new Map(best.map((seed) => [seed.url, seed]));
    floor = best.at(-1)!.score;
  };
  return {
    add(seed) {
      const known = kept.get(seed.url);
      if (known ? seed.score > known.score : seed.score > floor) kept.set(seed.url, copyStrings(seed));
      if (kept.size > 2 * max) prune();
      return known ? 'duplicate' : 'added';
    },
    ranked,
  };
}

/** Copies the strings of a seed. Strings that a parser slices keep the whole chunk of the file in memory. */
function copyStrings(seed: ScoredSeed): ScoredSeed {
  return JSON.parse(JSON.stringify(seed)) as ScoredSeed;
}
