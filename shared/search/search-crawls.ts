import type { WordStatistics } from '../ports/search-index.ts';
import type { SearchAnswer, SearchHit, SearchNotice, SearchRequest } from './answer.ts';

/** Maximum `from + size` of a search of several crawls: each crawl is read from its first hit on. */
export const MAX_COMBINED = 1_000;

/** Maximum number of crawls that are searched together. Each one costs searches of its own. */
export const MAX_CRAWLS = 16;

/** Hits that one request to a crawl returns at most. */
const MAX_PART = 100;

/** Values of a facet that each crawl returns. Sums are exact unless a crawl has more. */
const FACET_VALUES = 1_000;

const DEFAULT_SIZE = 10;
const DEFAULT_FACET_SIZE = 10;

type Search = (request: SearchRequest) => Promise<SearchAnswer>;
type CrawlHit = SearchHit & { crawl: string };

/**
 * Searches several crawls and merges their hits by the order of the request. The rarity of words is counted over all of the crawls, so
 * their scores are comparable. A text that several crawls have is one hit, of the crawl where it ranks best.
 */
export async function searchCrawls(
  crawls: readonly string[],
  request: Omit<SearchRequest, 'crawl' | 'together' | 'namesClasses'>,
  search: Search,
): Promise<SearchAnswer> {
  const { from = 0, size = DEFAULT_SIZE, facetSize = DEFAULT_FACET_SIZE } = request;
  const wanted = from + size;
  const common = { ...request, together: crawls, ...(request.facets && { facetSize: FACET_VALUES }) };
  const answers = await Promise.all(crawls.map((crawl) => readHits({ ...common, crawl }, wanted, search)));
  const [first] = answers as [CrawlAnswer];
  const ordered = mergeSorted(
    answers.map(({ hits }) => hits),
    orderOf(request),
  );
  const distinct = withoutCopies(ordered);
  const merged = request.collapse ? withoutCopies(collapseHosts(ordered)) : distinct;
  const hasMore = merged.length > wanted || answers.some(({ next }) => next !== null);
  const { query, understood } = first;
  const correction = answers.every(({ didYouMean }) => didYouMean) ? first.didYouMean : undefined;
  const page = answers.map(({ page: one }, i) => one && { ...one, crawl: crawls[i]! }).find(Boolean);
  const promoted = withoutCopies(
    answers.flatMap(({ promoted: own = [] }, i) => own.map((one) => ({ ...one, crawl: crawls[i]! }))),
  );
  const unfiltered = answers.map(({ totalWithoutFilters = 0 }) => totalWithoutFilters);
  const total = sum(answers.map((answer) => answer.total)) - (ordered.length - distinct.length);
  const notice = mergeNotices(
    total === 0 ? [...answers, await nameClasses({ ...common, crawl: crawls[0]! }, search)] : answers,
  );
  return {
    query,
    total,
    from,
    hits: merged.slice(from, wanted),
    facets: mergeFacets(answers, facetSize),
    next: hasMore && wanted + size <= MAX_COMBINED ? wanted : null,
    ...(understood !== undefined && { understood }),
    ...(notice && { notice }),
    ...(correction && from === 0 && { didYouMean: correction }),
    ...(page && from === 0 && page.id !== merged[0]?.id && { page }),
    ...(from === 0 && promoted.length > 0 && { promoted }),
    ...(total === 0 && sum(unfiltered) > 0 && { totalWithoutFilters: sum(unfiltered) }),
  };
}

/** Names each part of the query that a crawl did not apply once: an index may be older than the others, or have more words. */
function mergeNotices(answers: readonly Pick<SearchAnswer, 'notice'>[]): SearchNotice | undefined {
  const notices = answers.flatMap(({ notice }) => notice ?? []);
  if (notices.length === 0) return undefined;
  const ignored = new Map(
    notices.flatMap((one) => one.ignored).map((part) => [`${part.operator}\n${part.detail}`, part]),
  );
  return { ...notices[0]!, ignored: [...ignored.values()] };
}

/** Asks a crawl for the classes of the query that no page of any crawl has. Beyond the first hit, a search looks for nothing beside hits. */
function nameClasses({ facets: _, ...request }: SearchRequest, search: Search): Promise<Pick<SearchAnswer, 'notice'>> {
  return search({ ...request, namesClasses: true, from: 1, size: 1 });
}

type CrawlAnswer = Omit<SearchAnswer, 'hits'> & { hits: CrawlHit[] };

/** Reads the first hits of a crawl. `next` of the answer: null if there are no others. */
async function readHits(request: SearchRequest, wanted: number, search: Search): Promise<CrawlAnswer> {
  const size = Math.min(wanted, MAX_PART);
  const first = await search({ ...request, from: 0, size });
  const hits = [...first.hits];
  let { next } = first;
  // Only the first part counts facets.
  const { facets: _, ...rest } = request;
  while (next !== null && hits.length < wanted) {
    const more = await search({ ...rest, from: next, size });
    hits.push(...more.hits);
    next = more.next;
  }
  return { ...first, next, hits: hits.map((hit) => ({ ...hit, crawl: request.crawl })) };
}

type Order = (a: CrawlHit, b: CrawlHit) => number;

function orderOf({ sort, q }: Pick<SearchRequest, 'sort' | 'q'>): Order {
  const byScore: Order = (a, b) => b.score - a.score;
  const byFetch: Order = (a, b) => compare(b.fetchedAt, a.fetchedAt);
  switch (sort) {
    case 'date':
    case '-date':
      return (a, b) => byDate(a.date, b.date, sort === 'date') || byScore(a, b);
    case '-fetched':
      return byFetch;
    default:
      return (a, b) => (a.score === 0 && b.score === 0 && q.trim() === '' ? byFetch(a, b) : byScore(a, b));
  }
}

/**
 * Merges lists and keeps the order of each. Sorting would move equal hits of a list, and pages would then repeat some and lose others.
 */
function mergeSorted(lists: readonly (readonly CrawlHit[])[], order: Order): CrawlHit[] {
  const positions = lists.map(() => 0);
  const merged: CrawlHit[] = [];
  for (;;) {
    let best: { hit: CrawlHit; list: number } | undefined;
    for (const [list, hits] of lists.entries()) {
      const hit = hits[positions[list]!];
      if (hit && (!best || order(hit, best.hit) < 0)) best = { hit, list };
    }
    if (!best) return merged;
    positions[best.list]!++;
    merged.push(best.hit);
  }
}

/** Orders dates by their day; pages without a date come last. */
function byDate(a: string | null, b: string | null, ascending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [x, y] = [a.slice(0, 10), b.slice(0, 10)];
  return ascending ? compare(x, y) : compare(y, x);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Keeps the first of each text. */
function withoutCopies<Page extends { id: string }>(pages: readonly Page[]): Page[] {
  const seen = new Set<string>();
  return pages.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Keeps the best hit of each host, with the number of the others. A text that several crawls have counts once. */
function collapseHosts(hits: readonly CrawlHit[]): CrawlHit[] {
  const byHost = new Map<string, { best: CrawlHit; ids: Set<string> }>();
  for (const hit of hits) {
    const group = byHost.get(hit.host);
    if (!group) {
      byHost.set(hit.host, { best: { ...hit }, ids: new Set([hit.id]) });
      continue;
    }
    const { best, ids } = group;
    best.others = (best.others ?? 0) + (hit.others ?? 0) + Number(!ids.has(hit.id));
    ids.add(hit.id);
  }
  return Array.from(byHost.values(), ({ best }) => best);
}

/** Adds up the counts of each value: those of the most records first, equal ones in alphabetical order. */
function mergeFacets(answers: readonly CrawlAnswer[], size: number): SearchAnswer['facets'] {
  const names = [...new Set(answers.flatMap(({ facets }) => Object.keys(facets)))];
  const merged = names.map((name) => {
    const counts = new Map<string, number>();
    for (const { facets } of answers)
      for (const { value, count } of facets[name] ?? []) counts.set(value, (counts.get(value) ?? 0) + count);
    const values = [...counts].map(([value, count]) => ({ value, count }));
    return [name, values.sort((a, b) => b.count - a.count || compare(a.value, b.value)).slice(0, size)] as const;
  });
  return Object.fromEntries(merged);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Adds up how many records of several crawls have each word. */
export function addStatistics(all: readonly WordStatistics[]): WordStatistics {
  const matching = new Map<string, number>();
  for (const one of all) for (const [word, n] of one.matching) matching.set(word, (matching.get(word) ?? 0) + n);
  return { documents: sum(all.map(({ documents }) => documents)), matching };
}
