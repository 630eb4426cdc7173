import type { Capture } from '../shared/fetch/warc/capture.ts';
import { readShownPage } from '../shared/fetch/warc/shown-page.ts';
import { cachedStatus } from '../shared/frontier/explain/cached-status.ts';
import { readStatus, type StatusSettings } from '../shared/frontier/explain/read-status.ts';
import { indexIdentity } from '../shared/search/index-identity.ts';
import { similarPages } from '../shared/search/similar-pages.ts';
import { TIME_PARTS, type WebPorts } from '../web/ports.ts';
import { storedVersions } from '../web/versions/stored-versions.ts';
import { describeStorageError } from './describe-error.ts';
import type { Terminal } from './output/terminal.ts';
import { deriveSettings } from './run/derive-settings.ts';
import { isReadOnlyFault } from './run/folder/storage-fault.ts';
import { readLocalStatus } from './run/local-status.ts';
import type { Stores } from './run/wiring.ts';
import { createAnnotatedSearch, createCrawlSuggest, createRecordSearch, createSearchMenus } from './search-crawl.ts';
import { nextHosts } from './serve/next-hosts.ts';
import { createTopicReports, readTopicReport } from './topic-reports.ts';

/**
 * Returns the ports of the search pages over a data folder.
 *
 * @param only the one crawl to show, or undefined for all
 * @param dir the folder, to tell whether a process works on its crawls. Absent: one does.
 */
export function webPorts(
  stores: Stores,
  only: string | undefined,
  terminal: Pick<Terminal, 'err'>,
  dir?: string,
): WebPorts {
  const { control, index } = stores;
  const settingsOf = deriveSettings(stores, ({ limits, budget, topic }): StatusSettings => ({ limits, budget, topic }));
  const status = async (crawl: string) => {
    // The counts are readable without them; only the limits are unknown.
    const settings = await settingsOf(crawl).catch(() => undefined);
    return dir === undefined ? readStatus(crawl, stores, settings) : readLocalStatus(crawl, stores, dir, settings);
  };
  return {
    search: createAnnotatedSearch(stores, annotationFaults(terminal)),
    searchRecords: createRecordSearch(stores),
    suggest: createCrawlSuggest(stores),
    menus: createSearchMenus(stores),
    titleWords: (crawl, query, size) => index.titleWords(crawl, query, size),
    record: (crawl, id) => index.get(crawl, id),
    changedRecords: (crawl, query) => index.changedRecords(crawl, query),
    indexIdentity: (crawl) => indexIdentity(crawl, stores),
    similar: (crawl, record, size) => similarPages(crawl, record, index, { size, nowMs: Date.now() }),
    hosts: (crawl) => nextHosts(crawl, stores),
    fetchTimes: (crawl) => index.fetchTimes(crawl, TIME_PARTS),
    ...storedVersions(stores),
    status: cachedStatus(status, stores.clock),
    topicReport: createTopicReports(stores.clock, (crawl) => readTopicReport(crawl, stores)),
    async crawls() {
      const newestFirst = (await control.list()).sort((a, b) => b.createdAt - a.createdAt);
      return newestFirst.map(({ crawl }) => crawl).filter((crawl) => only === undefined || crawl === only);
    },
    capture: (crawl, id) => readStoredCapture(crawl, id, stores),
    isReadOnly: isReadOnlyFault,
    logError: (error, path) => terminal.err(`${path}: ${faultText(error)}`),
  };
}

/** Returns a function that prints each fault of the annotations once. @param printed those that were printed already */
export function annotationFaults(
  { err }: Pick<Terminal, 'err'>,
  printed = new Set<string>(),
): (error: unknown) => void {
  return (error) => {
    const text = `hits are shown without their annotations: ${faultText(error)}`;
    if (!printed.has(text)) err(text);
    printed.add(text);
  };
}

const faultText = (error: unknown): string =>
  describeStorageError(error) ?? (error instanceof Error ? error.message : String(error));

/** Returns the stored response that a record was made from, or undefined if it is no longer kept. */
export async function readStoredCapture(
  crawl: string,
  id: string,
  { index, objects }: Pick<Stores, 'index' | 'objects'>,
): Promise<Capture | undefined> {
  const record = await index.get(crawl, id);
  const bytes = record && (await objects.get(record.capture.key, record.capture));
  return bytes && readShownPage(bytes);
}
