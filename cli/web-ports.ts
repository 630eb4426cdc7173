import { readCapture } from '../shared/fetch/warc/warc-read.ts';
import { cachedStatus } from '../shared/frontier/explain/cached-status.ts';
import { readStatus } from '../shared/frontier/explain/read-status.ts';
import { findVersions, readVersion, urlsOf, versionsDeadline } from '../shared/search/page-versions.ts';
import { similarPages } from '../shared/search/similar-pages.ts';
import type { WebPorts } from '../web/ports.ts';
import type { Terminal } from './output/terminal.ts';
import type { Stores } from './run/wiring.ts';
import { createCrawlSearch, createCrawlSuggest } from './search-crawl.ts';
import { createTopicReports } from './topic-reports.ts';

/**
 * Returns the ports of the search pages over a data folder.
 *
 * @param only the one crawl to show, or undefined for all
 */
export function webPorts(stores: Stores, only: string | undefined, terminal: Pick<Terminal, 'err'>): WebPorts {
  const { control, index, objects } = stores;
  return {
    search: createCrawlSearch(stores),
    suggest: createCrawlSuggest(stores),
    record: (crawl, id) => index.get(crawl, id),
    similar: (crawl, record, size) => similarPages(crawl, record, index, { size, nowMs: Date.now() }),
    versions: async (crawl, record, given) => {
      const now = Date.now();
      const before = Math.min(given ?? now, now);
      const since = (await control.get(crawl))?.createdAt ?? before;
      return findVersions(crawl, urlsOf(record), objects, { since, before }, versionsDeadline(Date.now));
    },
    version: (crawl, record, at) => readVersion(crawl, urlsOf(record), at, objects, versionsDeadline(Date.now)),
    status: cachedStatus((crawl) => readStatus(crawl, stores), stores.clock),
    topicReport: createTopicReports(stores),
    async crawls() {
      const newestFirst = (await control.list()).sort((a, b) => b.createdAt - a.createdAt);
      return newestFirst.map(({ crawl }) => crawl).filter((crawl) => only === undefined || crawl === only);
    },
    async capture(crawl, id) {
      const record = await index.get(crawl, id);
      if (!record) return undefined;
      const { key, offset, length } = record.capture;
      const bytes = await objects.get(key, { offset, length });
      return bytes && readCapture(bytes);
    },
    logError: (error, path) => terminal.err(`${path}: ${error instanceof Error ? error.message : String(error)}`),
  };
}
