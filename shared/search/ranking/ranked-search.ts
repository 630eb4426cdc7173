import type { IndexHits, IndexQuery, SearchIndex, WordStatistics } from '../../ports/search-index.ts';
import { countTerms, formFrequencies, formsOf, isPhraseForm, withoutPhrases } from '../../query/compile/query-terms.ts';
import { idfOf } from './bm25.ts';
import { LISTING_FACTOR, type ReadStatistics, rankCandidates } from './rank-candidates.ts';
import type { RankingOptions } from './ranking-options.ts';
import type { ScorePart } from './relevance.ts';

/** A hit with the parts of its score. */
export type RankedHit = IndexHits['hits'][number] & { parts: ScorePart[] };

/** Hits in their final order. */
export type RankedHits = Omit<IndexHits, 'hits'> & { hits: RankedHit[] };

/** Number of records that are scored anew: the best by the scores of the engine. */
export const CANDIDATES = 50;

/**
 * Returns a search of one crawl that scores the best records of the engine anew. Records after them keep the order of the
 * engine. The order does not depend on which part of it is read, so the parts of one query fit together.
 */
export function rankedSearch(
  crawl: string,
  index: Pick<SearchIndex, 'search' | 'statistics'>,
  options: RankingOptions,
  nowMs: number | undefined,
): (query: IndexQuery) => Promise<RankedHits> {
  // Scores of the engine have another scale: they continue below the last score. Known once the candidates have been read.
  let scale: number | undefined;
  const afterCandidates = (hit: IndexHits['hits'][number]) => byEngine({ ...hit, score: hit.score * (scale ?? 1) });
  const statistics = keptStatistics((words) => index.statistics(crawl, words));

  async function weightsOf(query: IndexQuery): Promise<Pick<IndexQuery, 'weights'>> {
    if (!isReranked(query) || query.words.every((forms) => forms.length === 1)) return {};
    const weights = formWeights(query.words, await statistics(formsOf(query.words)));
    return weights.size > 0 ? { weights } : {};
  }

  return async function searchRanked(given): Promise<RankedHits> {
    const words = withoutPhrases(given.words);
    const query = { ...given, words, allWordsFirst: options.allWordsFirst, ...(await weightsOf(given)) };
    if (!isReranked(query) || query.from >= CANDIDATES) {
      if (isReranked(query) && scale === undefined) {
        const { facets: _, ...first } = given;
        await searchRanked({ ...first, from: 0, size: CANDIDATES });
      }
      const { hits, ...rest } = await index.search(crawl, query);
      return { ...rest, hits: hits.map(afterCandidates) };
    }
    const end = query.from + query.size;
    const { hits, ...rest } = await index.search(crawl, { ...query, from: 0, size: Math.max(CANDIDATES, end) });
    const candidates = hits.slice(0, CANDIDATES);
    if (candidates.length === 0) return { ...rest, hits: [] };
    const ranked = isScored(query)
      ? await rankCandidates(candidates, given.words, statistics, options, nowMs)
      : demoteListings(candidates.map(byEngine));
    scale = ranked.at(-1)!.score / (candidates.at(-1)!.score || 1);
    return { ...rest, hits: [...ranked, ...hits.slice(CANDIDATES).map(afterCandidates)].slice(query.from, end) };
  };
}

/** Keeps the last answer: the words of a query are counted for the engine, and again for its candidates. */
function keptStatistics(read: ReadStatistics): ReadStatistics {
  let last: { key: string; statistics: Promise<WordStatistics> } | undefined;
  return (words) => {
    const key = words.join(' ');
    if (last?.key !== key) last = { key, statistics: read(words) };
    return last.statistics;
  };
}

/** Returns factors that make the forms of a word as rare as the most frequent of them. Forms that are already so, or that no record has, are left out. */
function formWeights(words: readonly (readonly string[])[], { documents, matching }: WordStatistics) {
  const recordsWith = (form: string) => matching.get(form) ?? 0;
  const frequencyOf = formFrequencies(countTerms(words), recordsWith);
  const weights = new Map<string, number>();
  for (const form of new Set(words.flat())) {
    const own = isPhraseForm(form) ? 0 : recordsWith(form);
    if (own > 0 && frequencyOf(form) !== own)
      weights.set(form, idfOf(documents, frequencyOf(form)) / idfOf(documents, own));
  }
  return weights;
}

const byEngine = (hit: IndexHits['hits'][number]): RankedHit => ({
  ...hit,
  parts: hit.score === 0 ? [] : [{ part: 'engine', score: hit.score }],
});

/** Ranks pages before listings that link to them. */
function demoteListings(hits: readonly RankedHit[]): RankedHit[] {
  const demoted = hits.map((hit): RankedHit => {
    if (hit.record.genre !== 'listing' || hit.score === 0) return hit;
    const penalty = (LISTING_FACTOR - 1) * hit.score;
    return { ...hit, score: hit.score + penalty, parts: [...hit.parts, { part: 'listing', score: penalty }] };
  });
  return demoted.sort((a, b) => b.score - a.score);
}

/** Returns whether the best records of a query are ranked anew: it has an order of relevance. */
export const isReranked = ({ words, bonuses = [], sort }: IndexQuery): boolean =>
  words.length + bonuses.length > 0 && !sort;

/** Returns whether a query is ranked by words alone. */
const isScored = ({ words, bonuses }: IndexQuery): boolean => words.length > 0 && !bonuses?.length;
