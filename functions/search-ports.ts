import { countAnnotations } from '../shared/annotations/count-annotations.ts';
import { cachedStatus } from '../shared/frontier/explain/cached-status.ts';
import type { StageQueues } from '../shared/frontier/explain/read-stage-queues.ts';
import { readStatus } from '../shared/frontier/explain/read-status.ts';
import type { AnnotationStore } from '../shared/ports/annotation-store.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { Frontier } from '../shared/ports/frontier.ts';
import type { SearchIndex } from '../shared/ports/search-index.ts';
import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';
import { createCrawlMenus } from '../shared/search/crawl-menus.ts';
import { indexIdentity } from '../shared/search/index-identity.ts';
import { queryLanguages } from '../shared/search/query-languages.ts';
import { type SearchOptions, search } from '../shared/search/search.ts';
import { searchRecords } from '../shared/search/search-records.ts';
import { similarPages } from '../shared/search/similar-pages.ts';
import { suggest } from '../shared/search/suggest.ts';
import { fieldGrammarsOf } from '../shared/settings/search/field-grammars.ts';
import { menusOf } from '../shared/settings/search/menus.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { cutOffsOf } from '../shared/settings/topic.ts';
import { TIME_PARTS, type WebPorts } from '../web/ports.ts';
import { storedVersions } from '../web/versions/stored-versions.ts';
import { crawlCache } from './crawl-cache.ts';
import { errorFields, log } from './log.ts';
import type { wireStores } from './wiring/wiring.ts';

type Stores = ReturnType<typeof wireStores> & {
  index: SearchIndex;
  frontier: Pick<Frontier, 'listDue' | 'listHeads'>;
  /** Absent: pages have no annotations. */
  annotations?: AnnotationStore;
} & StageQueues;

/** Time for which all open pages of a function's instance share a status: a look costs two dozen requests. Milliseconds. */
const STATUS_KEPT_MS = 5_000;

/** What the pages use of the settings of a crawl. */
const pageSettings = (settings: Settings) => ({
  search: {
    languages: settings.search.languages,
    grammars: fieldGrammarsOf(settings),
    nearBits: settings.duplicates.nearBits,
    ranking: settings.search.ranking,
    synonyms: settings.search.synonyms,
    promotions: settings.search.promotions,
  },
  cutOffs: cutOffsOf(settings),
  menus: menusOf(settings.search.menus),
  settings,
});

/** Maximum size of a downloaded document: a function returns at most 6 MiB, in Base64. Bytes. */
const MAX_FILE_BYTES = 4_400_000;

/** Time kept for the response after the last call of the search engine, also for that which says that it is away. Milliseconds. */
const RESPONSE_RESERVE_MS = 1_500;

/** The deadline of the request that a function answers. It answers one at a time. */
export type RequestDeadline = {
  /** Returns the time until the deadline; infinite before the first request. Milliseconds. */
  restMs(): number;
  /** Begins a request. @param remainingMs time until the function is ended */
  begin(remainingMs: number): void;
};

export function requestDeadline(clock: Pick<Clock, 'now'>): RequestDeadline {
  let until = Number.POSITIVE_INFINITY;
  return {
    begin(remainingMs) {
      until = clock.now() + remainingMs - RESPONSE_RESERVE_MS;
    },
    restMs: () => until - clock.now(),
  };
}

/** A part of an answer that may be missing is not begun if less time is left. Milliseconds. */
const OPTIONAL_PART_MS = 1_000;

type FindCrawl = (crawl: string) => Promise<{ derived: ReturnType<typeof pageSettings> } | undefined>;

/**
 * Returns a function that computes a part of an answer which may be missing: undefined if there is no time for it, or the search engine
 * does not answer.
 */
function optionalParts(isSearchUnavailable: (error: unknown) => boolean, deadline: Pick<RequestDeadline, 'restMs'>) {
  return async <Part>(part: () => Promise<Part>): Promise<Part | undefined> => {
    if (deadline.restMs() < OPTIONAL_PART_MS) return undefined;
    try {
      return await part();
    } catch (error) {
      if (!isSearchUnavailable(error)) throw error;
      return undefined;
    }
  };
}

/** Returns a function that gives the options of searches in a crawl; none if the crawl does not exist. */
function searchOptionsOf({ index, clock }: Stores, findCrawl: FindCrawl, optionally: ReturnType<typeof optionalParts>) {
  const languagesOf = queryLanguages(index, () => clock.now());
  return async (crawl: string): Promise<SearchOptions> => {
    const options = (await findCrawl(crawl))?.derived.search;
    if (!options) return {};
    const { languages: named, ...others } = options;
    // No language at all would mean no stems.
    const languages = (await optionally(() => languagesOf(crawl, named))) ?? named;
    return { ...others, ...(languages.length > 0 && { languages }) };
  };
}

/**
 * Returns the ports of the search pages over the stores of a stack.
 *
 * @param deadline when the search engine must have answered. Near it, parts of answers that may be missing are left out.
 */
export function searchPorts(
  stores: Stores,
  isSearchUnavailable: (error: unknown) => boolean,
  deadline: Pick<RequestDeadline, 'restMs'>,
): WebPorts {
  const findCrawl = crawlCache(stores, pageSettings);
  const optionally = optionalParts(isSearchUnavailable, deadline);
  const searchOptions = searchOptionsOf(stores, findCrawl, optionally);
  const searchCrawl = async (request: SearchRequest): Promise<SearchAnswer> =>
    search(request, stores, { ...(await searchOptions(request.crawl)), nowMs: Date.now(), optionally });
  const status = async (crawl: string) => {
    // The counts are readable without them; only the limits are unknown.
    const found = await findCrawl(crawl).catch(() => undefined);
    return readStatus(crawl, stores, found?.derived.settings);
  };
  const { annotations } = stores;
  const onFault = (error: unknown) => log('error', 'annotations-failed', errorFields(error));
  return {
    search: annotations ? countAnnotations(searchCrawl, annotations, onFault) : searchCrawl,
    searchRecords: async (request) =>
      searchRecords(request, stores, { ...(await searchOptions(request.crawl)), nowMs: Date.now() }),
    suggest: async (request) => suggest(request, stores.index, (await searchOptions(request.crawl)).languages ?? []),
    menus: createCrawlMenus(
      searchCrawl,
      async (crawl) => (await findCrawl(crawl))?.derived.menus ?? {},
      () => stores.clock.now(),
    ),
    titleWords: (crawl, query, size) => stores.index.titleWords(crawl, query, size),
    record: (crawl, id) => stores.index.get(crawl, id),
    changedRecords: (crawl, query) => stores.index.changedRecords(crawl, query),
    indexIdentity: (crawl) => indexIdentity(crawl, stores),
    similar: (crawl, record, size) => similarPages(crawl, record, stores.index, { size, nowMs: Date.now() }),
    fetchTimes: (crawl) => stores.index.fetchTimes(crawl, TIME_PARTS),
    ...storedVersions(stores),
    status: cachedStatus(status, stores.clock, STATUS_KEPT_MS),
    cutOffs: async (crawl) => (await findCrawl(crawl))?.derived.cutOffs ?? [],
    async crawls() {
      const newestFirst = (await stores.control.list()).sort((a, b) => b.createdAt - a.createdAt);
      return newestFirst.map(({ crawl }) => crawl);
    },
    async explain(crawl, url) {
      const settings = (await findCrawl(crawl))?.derived.settings;
      if (!settings) throw new Error(`there is no crawl ${crawl}`);
      // Few readers ask.
      const { explainIndexedUrl } = await import('../shared/settings/explain/explain-indexed-url.ts');
      return explainIndexedUrl(url, settings, stores.index, stores.clock.now());
    },
    async capture(crawl, id) {
      const record = await stores.index.get(crawl, id);
      const bytes = record && (await stores.objects.get(record.capture.key, record.capture));
      // Few searches show a stored page.
      return bytes && (await import('../shared/fetch/warc/shown-page.ts')).readShownPage(bytes);
    },
    maxFileBytes: MAX_FILE_BYTES,
    isSearchUnavailable,
    logError: (error, path) => log('error', 'page-failed', { path, ...errorFields(error) }),
  };
}
