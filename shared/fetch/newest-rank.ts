import { createFeatureCache } from '../focus/link-features.ts';
import type { QueueRanking } from '../frontier/host/ranked-queue.ts';
import { rankLink } from '../frontier/ranking/rank-link.ts';
import type { LearnedRanking } from './visit-options.ts';

/** Returns how the newest model ranks the entries of a queue. Never fails. */
export type NewestRank = () => Promise<QueueRanking['rank']>;

/** Ranks the queue of one visit. The features of its entries are extracted once. */
export function newestRankOf({ model, urlWords }: LearnedRanking): NewestRank {
  const cache = createFeatureCache();
  return async () => {
    const newest = await model();
    return (entry) => rankLink(entry, newest, urlWords, cache);
  };
}
