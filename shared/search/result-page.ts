import type { FacetCounts } from '../index/facets.ts';
import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { addLowerRanked, addToGroups, type FoldedHit, foldedHit, type HitGroup } from './fold-near-duplicates.ts';
import { CANDIDATES, isReranked, type RankedHit, type RankedHits, rankedSearch } from './ranking/ranked-search.ts';
import type { RankingOptions } from './ranking/ranking-options.ts';

/** Maximum `from`: the cost of a page of results grows with its position, and users rarely read beyond this one. */
export const MAX_FROM = 10_000;

/** Hits that a query can reach. OpenSearch refuses queries for more (`max_result_window`). */
const MAX_REACHED = MAX_FROM + 100;

/**
 * Records whose near-duplicates are folded: a page needs all records before it. SQLite ranks common words exactly only beyond so
 * many.
 */
const MAX_FOLDED = 1_000;

/** Pages that end here are read with the texts of the records before them: one query instead of two. */
const MAX_TEXTS = 200;

export type PageOptions = {
  /** How the best records are scored. */
  ranking: RankingOptions;
  nowMs: number | undefined;
  /** Maximum Hamming distance of near-duplicates. Null: none are folded. */
  bits: number | null;
  /** Whether a record may be shown at all. */
  isShown: (record: SearchRecord) => boolean;
};

export type ResultPage = {
  hits: FoldedHit[];
  /** Number of matching records, without those before the end of the page that are folded or not shown. */
  total: number;
  /** Whether a page follows. */
  hasMore: boolean;
  facets: FacetCounts;
  /** The index cannot collapse hits, so all are shown. */
  notCollapsed?: true;
  /** Patterns that match more words than are searched for. */
  limited?: readonly string[];
};

/**
 * Reads a page of hits. Every hit is on one page: `from` counts hits, not the records that are folded into them. Without folding,
 * and with `collapse`, it counts records or hosts; those that may not be shown leave a page shorter.
 */
export function resultPage(
  crawl: string,
  query: IndexQuery,
  index: SearchIndex,
  options: PageOptions,
): Promise<ResultPage> {
  const read = rankedSearch(crawl, index, options.ranking, options.nowMs);
  return options.bits === null || query.collapse
    ? plainPage(query, read, options)
    : foldedPage(crawl, query, index, read, { ...options, bits: options.bits });
}

type ReadRanked = (query: IndexQuery) => Promise<RankedHits>;

const alone = (hits: readonly RankedHit[]): FoldedHit[] => hits.map((hit) => ({ ...hit, similar: [] }));

async function plainPage(query: IndexQuery, readRanked: ReadRanked, { isShown }: PageOptions): Promise<ResultPage> {
  const { from, size, collapse } = query;
  // The total says nothing about the number of hosts, so one more record tells whether another page follows.
  const {
    hits,
    total,
    facets = {},
    notCollapsed,
    limited,
  } = await readRanked({
    ...query,
    size: collapse ? size + 1 : size,
  });
  const read = hits.slice(0, size);
  const shown = read.filter(({ record }) => isShown(record));
  const hasMore = collapse ? hits.length > size : from + size < total;
  const left = total - (read.length - shown.length);
  return {
    hits: alone(shown),
    total: left,
    hasMore,
    facets,
    ...(notCollapsed && { notCollapsed }),
    ...(limited && { limited }),
  };
}

async function foldedPage(
  crawl: string,
  given: IndexQuery,
  index: SearchIndex,
  readRanked: ReadRanked,
  { bits, isShown }: PageOptions & { bits: number },
): Promise<ResultPage> {
  const { facets: _, ...query } = given;
  const { from, size } = query;
  const end = from + size;
  const groups: HitGroup[] = [];
  const known = new Set<string>();
  const add = (hits: readonly RankedHit[], first: number) => {
    for (const [i, hit] of hits.entries()) {
      known.add(hit.record.id);
      if (isShown(hit.record)) addToGroups(groups, hit, first + i, bits);
    }
  };

  // One more than the page has, to know whether another follows.
  const withText = Math.max(isReranked(query) ? CANDIDATES : 1, end <= MAX_TEXTS ? end + 1 : 0);
  const { hits, total, facets = {}, limited } = await readRanked({ ...given, from: 0, size: withText });
  add(hits, 0);
  const last = Math.min(total, MAX_FOLDED);
  let read = Math.min(withText, last);
  while (groups.length <= end && read < last) {
    const next = Math.min(Math.max(CANDIDATES, 4 * read), last);
    add((await readRanked({ ...query, from: read, size: next - read, withoutText: true })).hits, read);
    read = next;
  }

  const page = groups.slice(from, end);
  await readTexts(
    page.filter(({ place }) => place >= withText),
    crawl,
    query,
    index,
    readRanked,
  );
  const isNew = (record: SearchRecord) => !known.has(record.id) && isShown(record);
  if (read < total) await addLowerRanked(groups, page, { crawl, query, bits }, index, isNew);
  const folded = await Promise.all(page.map((group) => foldedHit(group, crawl, index)));

  // Records after those that are compared follow as they are.
  const place = MAX_FOLDED + Math.max(0, from - groups.length);
  const rest = Math.min(size - page.length, MAX_REACHED - place);
  const isDeep = rest > 0 && place < total;
  const others = isDeep ? (await readRanked({ ...query, from: place, size: rest })).hits : [];
  return {
    hits: [...folded, ...alone(others.filter(({ record }) => isShown(record)))],
    total: total - (read - groups.length),
    hasMore: isDeep ? place + rest < total : page.length === size && (groups.length > end || read < total),
    facets,
    ...(limited && { limited }),
  };
}

/** Replaces the records of groups, which were read without their texts. One that is gone meanwhile stays as it is. */
async function readTexts(
  groups: readonly HitGroup[],
  crawl: string,
  query: IndexQuery,
  index: Pick<SearchIndex, 'get'>,
  readRanked: ReadRanked,
): Promise<void> {
  if (groups.length === 0) return;
  const [first, last] = [groups[0]!.place, groups.at(-1)!.place];
  const size = last - first + 1;
  // Few records are folded as a rule, so the hits of a page follow one another.
  const isDense = size <= 2 * groups.length + 20;
  const records = isDense
    ? (await readRanked({ ...query, from: first, size })).hits.map(({ record }) => record)
    : await Promise.all(groups.map(({ hit }) => index.get(crawl, hit.record.id)));
  const found = new Map(records.flatMap((record) => (record ? [[record.id, record]] : [])));
  for (const group of groups) {
    const { hit } = group;
    group.hit = { ...hit, record: found.get(hit.record.id) ?? hit.record };
  }
}
