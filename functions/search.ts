import { handle } from 'hono/aws-lambda';
import { readCapture } from '../shared/fetch/warc/warc-read.ts';
import { readStatus } from '../shared/frontier/explain/read-status.ts';
import { search } from '../shared/search/search.ts';
import { cutOffsOf } from '../shared/settings/topic.ts';
import { createApp } from '../web/app.ts';
import { crawlCache } from './crawl-cache.ts';
import { errorFields, log } from './log.ts';
import { wireFrontier, wireStores } from './wiring/wiring.ts';
import { isSearchUnavailable, wireIndex } from './wiring/wiring-search.ts';

const stores = wireStores(process.env);
const ports = { ...stores, index: wireIndex(process.env), frontier: wireFrontier(process.env, stores) };
const findCrawl = crawlCache(stores, (settings) => ({
  search: { languages: settings.search.languages, nearBits: settings.duplicates.nearBits },
  cutOffs: cutOffsOf(settings),
}));

/** Serves the pages of `thresher serve` behind the HTTP API. */
export const handler = handle(
  createApp({
    search: async (request) =>
      search(request, ports, { ...(await findCrawl(request.crawl))?.derived.search, nowMs: Date.now() }),
    record: (crawl, id) => ports.index.get(crawl, id),
    status: (crawl) => readStatus(crawl, ports),
    cutOffs: async (crawl) => (await findCrawl(crawl))?.derived.cutOffs ?? [],
    async crawls() {
      const newestFirst = (await stores.control.list()).sort((a, b) => b.createdAt - a.createdAt);
      return newestFirst.map(({ crawl }) => crawl);
    },
    async capture(crawl, id) {
      const record = await ports.index.get(crawl, id);
      const bytes = record && (await stores.objects.get(record.capture.key, record.capture));
      return bytes && readCapture(bytes);
    },
    isSearchUnavailable,
    logError: (error, path) => log('error', 'page-failed', { path, ...errorFields(error) }),
  }),
);
