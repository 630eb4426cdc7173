import type { WordStatistics } from '../../ports/search-index.ts';
import type { SearchRecord } from '../../ports/search-record.ts';
import {
  countTerms,
  formFrequencies,
  formsOf,
  neighbourPairs,
  type QueryTerm,
  wordsOfForm,
} from '../../query/compile/query-terms.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { idfOf } from './bm25.ts';
import { commonTerms, FEEDBACK_RECORDS, scoreTerms } from './feedback.ts';
import type { RankingOptions, UrlBoost } from './ranking-options.ts';
import { hasTerms, type RecordTerms, termsOfRecord, titleTerms, unrankedText } from './record-terms.ts';
import { type Relevance, relevanceScorer, type ScorePart } from './relevance.ts';

/** Asks the index for the statistics of words. */
export type ReadStatistics = (words: readonly string[]) => Promise<WordStatistics>;

/** Factor on the relevance of a listing, which has the words of all pages that it links to, denser than those pages. */
export const LISTING_FACTOR = 0.6;

type Scored<Hit> = Relevance & { hit: Hit; terms: RecordTerms; length: number; hasAll: boolean };

/** Total length of texts beyond their ranked part that are searched for words of the query, in UTF-16 units: about 20 ms. */
const MAX_UNRANKED_LENGTH = 1_000_000;

/**
 * Ranks the records that the index found best, in code that both engines share: by the words of the query (BM25 with field
 * weights), by neighbouring words, by the terms that the first hits have in common, and by quality and freshness.
 *
 * @param words forms of each word of the query; not empty
 * @param nowMs epoch milliseconds; undefined: freshness does not count
 * @returns all candidates, best first; equal ones in their order
 */
export async function rankCandidates<Hit extends { record: SearchRecord }>(
  candidates: readonly Hit[],
  words: readonly (readonly string[])[],
  statistics: ReadStatistics,
  options: RankingOptions,
  nowMs: number | undefined,
): Promise<(Hit & { score: number; parts: ScorePart[] })[]> {
  const terms = countTerms(words);
  const known = await statistics(formsOf(words));
  const pairs = options.pairWeight > 0 ? neighbourPairs(words, terms) : [];
  const score = relevanceScorer({ terms, pairs, pairWeight: options.pairWeight, idf: idfIn(known, terms) });
  const analysed = candidates.map((hit) => ({ hit, terms: termsOfRecord(hit.record) }));
  // The mean of the candidates, because no engine tells that of all records cheaply.
  const meanLength = analysed.reduce((sum, one) => sum + one.terms.length, 0) / analysed.length || 1;
  const scored = analysed.map((one): Scored<Hit> => {
    const length = one.terms.length / meanLength;
    return { ...one, length, ...score(one.terms, length), hasAll: false };
  });
  if (options.allWordsFirst) markComplete(scored);
  const isFirst = (one: Scored<Hit>) => options.allWordsFirst && one.hasAll;
  if (options.feedbackWeight > 0) await addFeedback(best(scored, isFirst), words.length, statistics, options);
  addBoosts(scored, words, options, nowMs);
  if (options.allWordsFirst && terms.length > 1) putFirst(scored);
  return best(scored, isFirst).map(({ hit, parts }) => ({ ...hit, score: sumOf(parts), parts }));
}

/** Sets whether records have all words of the query, in long documents also far from their beginning. */
function markComplete(scored: readonly Scored<{ record: SearchRecord }>[]): void {
  let budget = MAX_UNRANKED_LENGTH;
  for (const one of scored) {
    const rest = one.missing.length === 0 ? '' : unrankedText(one.hit.record).slice(0, budget);
    budget -= rest.length;
    one.hasAll = one.missing.length === 0 || (rest !== '' && hasTerms(rest, one.hit.record.language, one.missing));
  }
}

const sumOf = (parts: readonly ScorePart[]): number => parts.reduce((sum, { score }) => sum + score, 0);

/** A phrase counts as the rarest of its words. @param terms words of the query, whose forms count together */
function idfIn({ documents, matching }: WordStatistics, terms: readonly QueryTerm[] = []): (form: string) => number {
  const frequencyOf = formFrequencies(terms, (form) =>
    Math.min(...wordsOfForm(form).map((word) => matching.get(word) ?? 0)),
  );
  return (form) => idfOf(documents, frequencyOf(form));
}

function best<Hit>(scored: readonly Scored<Hit>[], isFirst: (one: Scored<Hit>) => boolean): Scored<Hit>[] {
  return scored
    .map((one) => ({ one, first: isFirst(one) ? 1 : 0, score: sumOf(one.parts) }))
    .sort((a, b) => b.first - a.first || b.score - a.score)
    .map(({ one }) => one);
}

/** Adds the score of the terms that the first records have in common, as if the query had them. */
async function addFeedback(
  ranked: readonly Pick<Scored<unknown>, 'terms' | 'length' | 'parts'>[],
  words: number,
  statistics: ReadStatistics,
  { feedbackWeight }: RankingOptions,
): Promise<void> {
  const first = ranked.slice(0, FEEDBACK_RECORDS);
  const weights = commonTerms(first.map(({ terms, parts }) => ({ terms, relevance: sumOf(parts) })));
  if (weights.size === 0) return;
  const idf = idfIn(await statistics([...weights.keys()]));
  for (const { terms, length, parts } of ranked) {
    const score = feedbackWeight * words * scoreTerms(weights, idf, terms, length);
    if (score > 0) parts.push({ part: 'feedback', score });
  }
}

/** Demotes listings, and adds what title, quality and freshness gain, as shares of the best relevance. */
function addBoosts(
  scored: readonly Scored<{ record: SearchRecord }>[],
  words: readonly (readonly string[])[],
  options: RankingOptions,
  nowMs: number | undefined,
) {
  const relevances = scored.map(({ parts }) => sumOf(parts));
  const top = Math.max(...relevances);
  for (const [i, { hit, terms, parts }] of scored.entries()) {
    const { record } = hit;
    if (record.genre === 'listing') parts.push({ part: 'listing', score: (LISTING_FACTOR - 1) * relevances[i]! });
    const title = isTitle(words, terms) ? options.titleBoost * top : 0;
    if (title > 0) parts.push({ part: 'title', score: title });
    const quality = options.qualityBoost * top * Math.min(1, Math.max(0, record.score));
    if (quality > 0) parts.push({ part: 'quality', score: quality });
    const freshness = options.freshnessBoost * top * freshnessOf(record.date, nowMs, options.freshnessDays);
    if (freshness > 0) parts.push({ part: 'freshness', score: freshness });
    const boost = urlBoostOf(record.url, options.urlBoosts);
    // Scores stay positive: those of the engine continue below them.
    const url = boost * (boost > 0 ? top : sumOf(parts));
    if (url !== 0) parts.push({ part: 'url', score: url });
  }
}

/** Returns whether the words of a query are the title of a record. A search for a page by its name should list it first. */
function isTitle(words: readonly (readonly string[])[], record: RecordTerms): boolean {
  const title = titleTerms(record);
  return title.length === words.length && words.every((forms, i) => forms.includes(title[i]!));
}

/** @returns 1 for a record that was published now or later, half of it for each half-life; 0 without a date */
function freshnessOf(date: string | null, nowMs: number | undefined, halfLifeDays: number): number {
  const published = date === null ? Number.NaN : Date.parse(date);
  if (nowMs === undefined || Number.isNaN(published)) return 0;
  return 0.5 ** (Math.max(0, nowMs - published) / DAY_MS / halfLifeDays);
}

/** Returns the boost of the longest prefix of a URL; 0: no prefix fits. */
function urlBoostOf(url: string, boosts: readonly UrlBoost[]): number {
  let best: UrlBoost | undefined;
  for (const one of boosts)
    if (url.startsWith(one.prefix) && one.prefix.length > (best?.prefix.length ?? 0)) best = one;
  return best?.boost ?? 0;
}

/** Raises records with all words above the others, by as much as the best of the others scores. */
function putFirst(scored: readonly Scored<unknown>[]) {
  const others = scored.filter(({ hasAll }) => !hasAll).map(({ parts }) => sumOf(parts));
  if (others.length === 0 || others.length === scored.length) return;
  const score = Math.max(...others);
  for (const { hasAll, parts } of scored) if (hasAll) parts.push({ part: 'allWords', score });
}
