/**
 * Finds seeds for a topic: judges the candidates of directories and search engines and keeps the best ones. Memory is bounded by the
 * number of seeds that are kept, so a directory of millions of sites can be read as a stream.
 */
import { acceptSeed, type SeedRules } from '../../seeds/accept-seed.ts';
import type { FoundSeed } from '../../seeds/found-seed.ts';
import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import type { Judge } from '../judge.ts';
import { bestSeeds } from './best-seeds.ts';
import { type ScoredSeed, scoreSeed } from './scored-seed.ts';

export type SeedFinderOptions = {
  judge: Judge;
  rules: SeedRules;
  /** Returns a further reason to refuse a URL, or undefined. */
  refuse: (url: Url) => Reason | undefined;
  /** Lowest score of a seed. 0 to 1. A candidate with the score 0 is never a seed. */
  minScore: number;
  /** Keep candidates without title, description and category, behind all others, because their pages will be judged. */
  keepSilent: boolean;
  /** Number of candidates that are kept. */
  max: number;
};

/** What happened to the candidates so far. The numbers add up to `candidates`. */
export type SeedFinderCounts = {
  candidates: number;
  refused: number;
  /** Scored below the lowest score. */
  belowMinimum: number;
  duplicates: number;
  /** Scored high enough; the best of them are kept. */
  onTopic: number;
};

/** Judges candidates one by one. `ranked`: the kept seeds, best first. */
export type SeedFinder = {
  /** @returns the reason if the URL is refused */
  offer(found: FoundSeed, source: string): Reason | undefined;
  ranked(): ScoredSeed[];
  counts(): SeedFinderCounts;
};

/** Creates a finder without candidates. */
export function createSeedFinder({ judge, rules, refuse, minScore, keepSilent, max }: SeedFinderOptions): SeedFinder {
  const best = bestSeeds(max);
  const counts: SeedFinderCounts = { candidates: 0, refused: 0, belowMinimum: 0, duplicates: 0, onTopic: 0 };
  const offer = (found: FoundSeed, source: string): Reason | undefined => {
    counts.candidates++;
    const link = acceptSeed(found, rules);
    const reason = 'refused' in link ? link.refused : refuse(link.url);
    if ('refused' in link || reason !== undefined) {
      counts.refused++;
      return reason;
    }
    const seed = scoreSeed(found, link.url, source, judge);
    const isGood = seed.score > 0 && seed.score >= minScore;
    if (!isGood && !(keepSilent && isSilent(found))) counts.belowMinimum++;
    else counts[best.add(seed) === 'duplicate' ? 'duplicates' : 'onTopic']++;
    return undefined;
  };
  return { offer, ranked: best.ranked, counts: () => ({ ...counts }) };
}

function isSilent({ about = {} }: FoundSeed): boolean {
  return ['title', 'description', 'category'].every((name) => about[name] === undefined);
}
