import { type FrontierUrl, listUrls } from '../frontier/explain/list-urls.ts';
import type { Clock } from '../ports/clock.ts';
import type { Frontier } from '../ports/frontier.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Url } from '../url/url.ts';
import { hostOf } from '../url/url.ts';

/** What a crawl found below a directory: those of the URLs that it requested. */
export type DirectoryCounts = {
  /** Host and directories, such as `example.org/plants/`. */
  directory: string;
  /** Number of URLs with an answer, or that failed. URLs that wait or were refused by a rule do not count. */
  visited: number;
  /** Number of URLs that have a record. */
  relevant: number;
  /** Number of these whose document is no web page, such as a PDF. */
  documents: number;
  /** The visited URL that is the fewest links from a seed, and of several the one that was visited first. Null if none was. */
  entrance: string | null;
  /** First and last visit. ISO 8601; null if there was none. */
  first: string | null;
  last: string | null;
  /** Shares of the visited URLs: page relevance rate and document discovery rate of the CINDI robot. */
  prr: number;
  ddr: number;
};

const NOT_VISITED: ReadonlySet<string> = new Set(['offered', 'queued', 'refused']);
/** Types of documents that sites have as pages. */
const WEB_PAGE = 'html';

/** Number of URLs or records that are read, some milliseconds long, before signals of the process are received. */
const READ_TOGETHER = 1_000;

/**
 * Counts the URLs of a crawl by directory. Only the counts, and the URLs of one host, are in memory.
 *
 * @param depth number of directories below the host: 0 counts hosts, 1 the first directory of each path
 * @returns those with the most visited URLs first; undefined if `signal` aborted
 */
export async function directoryStatistics(
  crawl: string,
  depth: number,
  { frontier, index, clock }: { frontier: Frontier; index: Pick<SearchIndex, 'records'>; clock: Clock },
  signal: AbortSignal,
): Promise<DirectoryCounts[] | undefined> {
  const counts = new Map<string, Counts>();
  const countsOf = (url: string) => {
    const name = directoryOf(url as Url, depth);
    const known = counts.get(name) ?? {
      visited: 0,
      relevant: 0,
      documents: 0,
      depth: Number.POSITIVE_INFINITY,
      ...NEVER,
    };
    counts.set(name, known);
    return known;
  };
  for await (const { found } of untilAborted(listUrls(crawl, undefined, frontier), clock, signal))
    if (!NOT_VISITED.has(found.state)) addVisit(countsOf(found.url), found);
  for await (const { urls, type } of untilAborted(index.records(crawl), clock, signal)) {
    for (const url of Object.keys(urls)) {
      const found = countsOf(url);
      found.relevant++;
      if (type !== WEB_PAGE) found.documents++;
    }
  }
  if (signal.aborted) return undefined;
  return Array.from(counts, ([directory, { depth: _, ...found }]) => ({
    directory,
    ...found,
    prr: share(found.relevant, found.visited),
    ddr: share(found.documents, found.visited),
  })).sort((a, b) => b.visited - a.visited || (a.directory < b.directory ? -1 : 1));
}

type Counts = Omit<DirectoryCounts, 'directory' | 'prr' | 'ddr'> & {
  /** Links between a seed and the entrance. */
  depth: number;
};

const NEVER = { entrance: null, first: null, last: null };

function addVisit(counts: Counts, { url, depth, first, at }: FrontierUrl): void {
  const isEarlier = counts.first === null || (first !== null && first < counts.first);
  if (depth < counts.depth || (depth === counts.depth && isEarlier)) Object.assign(counts, { entrance: url, depth });
  if (isEarlier) counts.first = first;
  if (counts.last === null || (at !== null && at > counts.last)) counts.last = at;
  counts.visited++;
}

/** Stores on one machine answer at once, so without a pause the process never learns that it was interrupted. */
async function* untilAborted<Item>(items: AsyncIterable<Item>, clock: Clock, signal: AbortSignal): AsyncIterable<Item> {
  let read = 0;
  for await (const item of items) {
    if (read++ % READ_TOGETHER === 0) await clock.sleep(0);
    if (signal.aborted) return;
    yield item;
  }
}

/** Imported pages have records and no visits. */
const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole));

function directoryOf(url: Url, depth: number): string {
  const directories = new URL(url).pathname.split('/').slice(1, -1).slice(0, depth);
  return [hostOf(url), ...directories, ''].join('/');
}
