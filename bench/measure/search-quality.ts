import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { type SearchOptions, search } from '../../shared/search/search.ts';
import type { SearchCollection } from './search-collection.ts';

/** Means over the queries of a collection, as trec_eval defines them for binary judgements, of the first 100 results. */
export type SearchQuality = { ndcg10: number; map: number; recall100: number };

const CRAWL = 'bench';
/** Documents of one write. */
const BATCH = 45;

export async function writeCollection(index: SearchIndex, { documents }: SearchCollection): Promise<void> {
  for (let i = 0; i < documents.length; i += BATCH) await index.write(CRAWL, documents.slice(i, i + BATCH));
}

/** Searches for every query of a collection and compares the results with the judgements. */
export async function searchQuality(
  index: SearchIndex,
  { queries }: SearchCollection,
  options: SearchOptions,
): Promise<SearchQuality> {
  const sums: SearchQuality = { ndcg10: 0, map: 0, recall100: 0 };
  for (const { text, relevant } of queries) {
    const { hits } = await search({ crawl: CRAWL, q: text, size: 100 }, { index }, options);
    const ranks = hits.flatMap((hit, rank) => (relevant.has(hit.id) ? [rank] : []));
    sums.ndcg10 += gain(ranks.filter((rank) => rank < 10)) / gain([...Array(Math.min(10, relevant.size)).keys()]);
    sums.map += ranks.reduce((sum, rank, i) => sum + (i + 1) / (rank + 1), 0) / relevant.size;
    sums.recall100 += ranks.length / relevant.size;
  }
  const mean = (sum: number) => sum / queries.length;
  return { ndcg10: mean(sums.ndcg10), map: mean(sums.map), recall100: mean(sums.recall100) };
}

/** Discounted cumulative gain. @param ranks ranks of relevant documents, from 0 */
function gain(ranks: number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
}
