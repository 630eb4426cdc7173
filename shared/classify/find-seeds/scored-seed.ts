import { plainDocument } from '../../clean/plain-document.ts';
import type { FoundSeed } from '../../seeds/found-seed.ts';
import type { Url } from '../../url/url.ts';
import type { Judge } from '../judge.ts';

/** A candidate that the topic has judged. A line of JSON with these fields is a line of a seed file, too. */
export type ScoredSeed = {
  url: Url;
  /** Confidence that the candidate is on topic, 0 to 1 (`Judgement.strength`). */
  score: number;
  /** Category of the directory, or search engine and query. */
  source: string;
  /** Empty: unknown. */
  title: string;
  /** Matched terms, or the reason of the filter. */
  why: string;
};

/** Maximum number of matched terms in `why`. */
const MAX_TERMS = 5;

/** Judges a candidate by what its source says about it: title, description, and the words of its category. */
export function scoreSeed(found: FoundSeed, url: Url, source: string, judge: Judge): ScoredSeed {
  const { title = '', description = '', category = '' } = found.about ?? {};
  const keywords = category.split('/').flatMap((part) => part.replaceAll('_', ' ').trim() || []);
  const { strength, terms, why } = judge(plainDocument({ url, title, text: description, keywords }));
  const named = terms.slice(0, MAX_TERMS).map(({ term, hits }) => `${term} (${hits})`);
  return {
    url,
    score: roundScore(strength),
    source: category === '' ? source : category,
    title,
    why: named.length > 0 ? named.join(', ') : why,
  };
}

/** Rounds to three decimals; a score is no more precise. */
export function roundScore(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
