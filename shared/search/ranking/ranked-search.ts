import type { IndexHits, IndexQuery, SearchIndex } from '../../ports/search-index.ts';
import { LISTING_FACTOR, rankCandidates } from './rank-candidates.ts';
import type { RankingOptions } from './ranking-options.ts';
import type { ScorePart } from './relevance.ts';

/** A hit with the parts of its score. */
export type RankedHit = IndexHits['hits'][number] & { parts: ScorePart[] };
export type RankedHits = Omit<IndexHits, 'hits'> & { hits: RankedHit[] };

/** Number of records that are scored anew: the best by the scores of the engine. */
const CANDIDATES = 50;

/**
 * Returns a search of one crawl that scores the best records of the engine anew. Records after them keep the order of the
 * engine. Pages of one query fit together: the records that are scored do not depend on the page.
 */
export function rankedSearch(
  crawl: string,
  index: Pick<SearchIndex, 'search' | 'statistics'>,
  options: RankingOptions,
  nowMs: number | undefined,
): (query: IndexQuery) => Promise<RankedHits> {
  return async (given) => {
    const query = { ...given, allWordsFirst: options.allWordsFirst };
    if (!isScored(query)) {
      const { hits, ...rest } = await index.search(crawl, query);
      return { ...rest, hits: query.sort ? hits.map(byEngine) : demoteListings(hits.map(byEngine)) };
    }
    const end = query.from + query.size;
    const { hits, ...rest } = await index.search(crawl, { ...query, from: 0, size: Math.max(CANDIDATES, end) });
    const candidates = hits.slice(0, CANDIDATES);
    if (candidates.length === 0) return { ...rest, hits: [] };
    const statistics = (words: readonly string[]) => index.statistics(crawl, words);
    const ranked = await rankCandidates(candidates, query.words, statistics, options, nowMs);
    // Scores of the engine have another scale: they continue below the last score.
    const scale = ranked.at(-1)!.score / (candidates.at(-1)!.score || 1);
    const others = hits.slice(CANDIDATES).map((hit) => byEngine({ ...hit, score: hit.score * scale }));
    return { ...rest, hits: [...ranked, ...others].slice(query.from, end) };
  };
}

const byEngine = (hit: IndexHits['hits'][number]): RankedHit => ({
  ...hit,
  parts: hit.score === 0 ? [] : [{ part: 'engine', score: hit.score }],
});

/** Ranks pages before listings that link to them, among the hits of one page of results. */
function demoteListings(hits: readonly RankedHit[]): RankedHit[] {
  const demoted = hits.map((hit): RankedHit => {
    if (hit.record.genre !== 'listing' || hit.score === 0) return hit;
    const penalty = (LISTING_FACTOR - 1) * hit.score;
    return { ...hit, score: hit.score + penalty, parts: [...hit.parts, { part: 'listing', score: penalty }] };
  });
  return demoted.sort((a, b) => b.score - a.score);
}

/** Returns whether a query is ranked by words alone, and its page begins among the candidates. */
function isScored({ words, bonuses, sort, from }: IndexQuery): boolean {
  return words.length > 0 && !bonuses?.length && !sort && from < CANDIDATES;
}
