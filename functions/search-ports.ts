import { readCapture } from '../shared/fetch/warc/warc-read.ts';
import { cachedStatus } from '../shared/frontier/explain/cached-status.ts';
import type { StageQueues } from '../shared/frontier/explain/read-stage-queues.ts';
import { readStatus } from '../shared/frontier/explain/read-status.ts';
import type { Frontier } from '../shared/ports/frontier.ts';
import type { SearchIndex } from '../shared/ports/search-index.ts';
import { search } from '../shared/search/search.ts';
import { similarPages } from '../shared/search/similar-pages.ts';
import { suggest } from '../shared/search/suggest.ts';
import { explainIndexedUrl } from '../shared/settings/explain/explain-indexed-url.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { cutOffsOf } from '../shared/settings/topic.ts';
import { TIME_PARTS, type WebPorts } from '../web/ports.ts';
import { storedVersions } from '../web/versions/stored-versions.ts';
import { crawlCache } from './crawl-cache.ts';
import { errorFields, log } from './log.ts';
import type { wireStores } from './wiring/wiring.ts';

type Stores = ReturnType<typeof wireStores> & { index: SearchIndex; frontier: Frontier } & StageQueues;

/** Time for which all open pages of a function's instance share a status: a look costs two dozen requests. Milliseconds. */
const STATUS_KEPT_MS = 5_000;

/** What the pages use of the settings of a crawl. */
const pageSettings = (settings: Settings) => ({
  search: {
    languages: settings.search.languages,
    nearBits: settings.duplicates.nearBits,
    ranking: settings.search.ranking,
  },
  cutOffs: cutOffsOf(settings),
  settings,
});

/** Returns the ports of the search pages over the stores of a stack. */
export function searchPorts(stores: Stores, isSearchUnavailable: (error: unknown) => boolean): WebPorts {
  const findCrawl = crawlCache(stores, pageSettings);
  return {
    search: async (request) =>
      search(request, stores, { ...(await findCrawl(request.crawl))?.derived.search, nowMs: Date.now() }),
    suggest: async (request) =>
      suggest(request, stores.index, (await findCrawl(request.crawl))?.derived.search.languages ?? []),
    record: (crawl, id) => stores.index.get(crawl, id),
    similar: (crawl, record, size) => similarPages(crawl, record, stores.index, { size, nowMs: Date.now() }),
    fetchTimes: (crawl) => stores.index.fetchTimes(crawl, TIME_PARTS),
    ...storedVersions(stores),
    status: cachedStatus((crawl) => readStatus(crawl, stores), stores.clock, STATUS_KEPT_MS),
    cutOffs: async (crawl) => (await findCrawl(crawl))?.derived.cutOffs ?? [],
    async crawls() {
      const newestFirst = (await stores.control.list()).sort((a, b) => b.createdAt - a.createdAt);
      return newestFirst.map(({ crawl }) => crawl);
    },
    async explain(crawl, url) {
      const settings = (await findCrawl(crawl))?.derived.settings;
      if (!settings) throw new Error(`there is no crawl ${crawl}`);
      return explainIndexedUrl(url, settings, stores.index);
    },
    async capture(crawl, id) {
      const record = await stores.index.get(crawl, id);
      const bytes = record && (await stores.objects.get(record.capture.key, record.capture));
      return bytes && readCapture(bytes);
    },
    isSearchUnavailable,
    logError: (error, path) => log('error', 'page-failed', { path, ...errorFields(error) }),
  };
}
