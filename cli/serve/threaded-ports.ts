import type { Clock } from '../../shared/ports/clock.ts';
import { TIME_PARTS, type WebPorts } from '../../web/ports.ts';
import { openStores, type Stores } from '../run/wiring.ts';
import { createTopicReports } from '../topic-reports.ts';
import type { SearchCalls } from './search-calls.ts';
import { type SearchThreads, SearchTimeoutError } from './search-threads.ts';

/**
 * Creates the files of a data folder that do not exist yet, and brings its index to the current layout, which search threads cannot do.
 *
 * @throws IndexFaultError if the index lacks records
 */
export async function updateIndex(dir: string): Promise<void> {
  const stores = openStores(dir, 'read');
  try {
    // The first access to a crawl adds the columns that its tables lack.
    for (const { crawl } of await stores.control.list()) await stores.index.get(crawl, '');
  } finally {
    stores.close();
  }
}

/** Returns stores whose index is read by the search threads. */
export function withSearchThreads(stores: Stores, { searchIndex: search, ...calls }: SearchCalls): Stores {
  const { get, idsOfUrls, changedRecords, count, fetchTimes, statistics, titleWords, countMatches } = calls;
  return {
    ...stores,
    index: {
      ...stores.index,
      search,
      get,
      idsOfUrls,
      changedRecords,
      count,
      fetchTimes,
      statistics,
      titleWords,
      countMatches,
    },
  };
}

/**
 * Returns ports whose searches run as a whole in one of the search threads, with ranking and snippets, like everything that reads stored
 * pages.
 */
export function threadedPorts(ports: WebPorts, { calls }: SearchThreads, clock: Pick<Clock, 'now'>): WebPorts {
  const { search, searchRecords, suggest, menus, similar, versions, compareVersions, cachedCopy, explain, fetchTimes } =
    calls;
  return {
    ...{ ...ports, search, searchRecords, suggest, menus, similar, versions, compareVersions, cachedCopy, explain },
    fetchTimes: (crawl) => fetchTimes(crawl, TIME_PARTS),
    topicReport: createTopicReports(clock, calls.topicReport),
    isSearchTimeout: (error) => error instanceof SearchTimeoutError,
  };
}
