import type { SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { analyze } from '../text/analysis/analyze.ts';
import { hammingDistance } from './hamming-distance.ts';

/** A page on the same subject. */
export type SimilarPage = Pick<SearchRecord, 'id' | 'url' | 'title' | 'host' | 'language'>;

/** Text that is read for words. UTF-16 units. */
const TEXT_READ = 20_000;

/** How often a word of a title or heading counts. */
const TITLE_COUNT = 3;

/** Words whose frequency in the crawl is looked up, and words that are searched for. */
const CANDIDATES = 30;
const SEARCHED = 8;

/** A word of more records than this says little of any. Counting stops there. */
const MAX_FREQUENCY = 20_000;

/** Fingerprints that differ in at most this many bits are the same page at another place, not a similar one. */
const SAME_TEXT_BITS = 6;

/**
 * Finds records with the words that are most typical of a record: frequent in it, and rare in the crawl.
 *
 * @param nowMs epoch milliseconds; records that are no longer available then are left out
 * @returns at most `size` records, most similar first, without near-duplicates of the record and of each other
 */
export async function similarPages(
  crawl: string,
  record: SearchRecord,
  index: Pick<SearchIndex, 'search' | 'countMatches' | 'count'>,
  { size, nowMs }: { size: number; nowMs: number },
): Promise<SimilarPage[]> {
  const words = await typicalWords(crawl, record, index);
  if (words.length === 0) return [];
  const query = { words: words.map((word) => [word]), filters: {}, from: 0, size: 4 * size };
  const { hits } = await index.search(crawl, query);
  const shown: SearchRecord[] = [record];
  for (const { record: other } of hits) {
    const isNew = !shown.some((one) => one.id === other.id || isSameText(one, other));
    if (isNew && (other.unavailableAfter ?? Number.POSITIVE_INFINITY) > nowMs) shown.push(other);
  }
  return shown.slice(1, size + 1).map(({ id, url, title, host, language }) => ({ id, url, title, host, language }));
}

/** Returns the words with the largest products of frequency and inverse document frequency that other records have too. */
async function typicalWords(
  crawl: string,
  { title, headings, text, language }: SearchRecord,
  index: Pick<SearchIndex, 'countMatches' | 'count'>,
): Promise<string[]> {
  const counts = new Map<string, number>();
  const add = (part: string, weight: number) => {
    for (const word of analyze(part, language))
      if (!/^\p{N}/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  add([title, ...headings].join('\n'), TITLE_COUNT);
  add(text.slice(0, TEXT_READ), 1);
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, CANDIDATES);
  const [total, records] = await Promise.all([
    index.count(crawl),
    index.countMatches(
      crawl,
      frequent.map(([word]) => [word]),
      MAX_FREQUENCY,
    ),
  ]);
  const scored = frequent.flatMap(([word, count], i) => {
    const matching = records[i] ?? 0;
    return matching < 2 ? [] : [{ word, score: (1 + Math.log(count)) * Math.log(1 + total / matching) }];
  });
  const best = scored.sort((a, b) => b.score - a.score).slice(0, SEARCHED);
  return best.map(({ word }) => word);
}

const isSameText = (a: SearchRecord, b: SearchRecord): boolean =>
  a.simhash !== undefined && b.simhash !== undefined && hammingDistance(a.simhash, b.simhash) <= SAME_TEXT_BITS;
