import type { SearchIndex, SearchRecord } from '../../shared/ports/search-index.ts';
import { type SimilarPage, similarPages } from '../../shared/search/similar-pages.ts';
import type { WebPorts } from '../../web/ports.ts';
import { storedVersions } from '../../web/versions/stored-versions.ts';
import type { judgeDocument } from '../annotations/judge-document.ts';
import { explainToVisitors } from '../explain-stored-url.ts';
import type { Stores } from '../run/wiring.ts';
import { createCrawlSearch, createCrawlSuggest, createRecordSearch, createSearchMenus } from '../search-crawl.ts';
import { readTopicReport } from '../topic-reports.ts';
import { readStoredCapture } from '../web-ports.ts';

/** Methods of the index that answer with one message. */
const INDEX_CALLS = [
  'get',
  'idsOfUrls',
  'changedRecords',
  'count',
  'fetchTimes',
  'statistics',
  'titleWords',
  'countMatches',
] as const;
type IndexCalls = Pick<SearchIndex, (typeof INDEX_CALLS)[number]>;

/** Ports that read stored pages. Each call may take seconds. */
type PageCalls = Required<Pick<WebPorts, 'versions' | 'compareVersions' | 'cachedCopy' | 'topicReport' | 'explain'>>;
const PAGE_CALLS = ['versions', 'compareVersions', 'cachedCopy', 'topicReport', 'explain'] as const;

/**
 * What a search thread runs: everything behind `thresher serve` that reads the index or stored pages. Arguments and results are plain
 * data, because they are posted between threads.
 */
export type SearchCalls = IndexCalls &
  PageCalls & {
    search: ReturnType<typeof createCrawlSearch>;
    searchRecords: ReturnType<typeof createRecordSearch>;
    suggest: ReturnType<typeof createCrawlSuggest>;
    menus: ReturnType<typeof createSearchMenus>;
    similar(crawl: string, record: SearchRecord, size: number): Promise<SimilarPage[]>;
    searchIndex: SearchIndex['search'];
    judgeDocument: ReturnType<typeof judgeDocument>;
  };

export const CALL_NAMES: readonly (keyof SearchCalls)[] = [
  ...INDEX_CALLS,
  ...PAGE_CALLS,
  ...(['search', 'searchRecords', 'suggest', 'menus', 'similar', 'searchIndex', 'judgeDocument'] as const),
];

export function searchCalls(stores: Stores): SearchCalls {
  const { index } = stores;
  return {
    ...(Object.fromEntries(INDEX_CALLS.map((name) => [name, index[name]])) as IndexCalls),
    search: createCrawlSearch(stores),
    searchRecords: createRecordSearch(stores),
    suggest: createCrawlSuggest(stores),
    menus: createSearchMenus(stores),
    similar: (crawl, record, size) => similarPages(crawl, record, index, { size, nowMs: Date.now() }),
    searchIndex: index.search,
    ...storedVersions(stores),
    async cachedCopy(crawl, record) {
      const capture = await readStoredCapture(crawl, record.id, stores);
      if (!capture) return undefined;
      const { readCopy } = await import('../../web/cached/read-copy.ts');
      return readCopy(record, capture);
    },
    topicReport: (crawl) => readTopicReport(crawl, stores),
    explain: explainToVisitors(stores),
    // Loads the stages, which searches do not need.
    judgeDocument: async (given) => (await import('../annotations/judge-document.ts')).judgeDocument(stores)(given),
  };
}
