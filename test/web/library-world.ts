import { DatabaseSync } from 'node:sqlite';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { search } from '../../shared/search/search.ts';
import { searchRecords } from '../../shared/search/search-records.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import type { Url } from '../../shared/url/url.ts';
import { createApp } from '../../web/app.ts';
import type { WebPorts } from '../../web/ports.ts';
import { recordOfDocument } from '../search/records.ts';
import { aWorld } from './fixtures.ts';

/** When the pages were fetched. */
export const FETCHED_AT = Date.UTC(2024, 0, 2, 3, 4, 5, 678);

/** Returns a record as the classify stage makes it of a cleaned page. */
export function pageRecord(id: string, fields: Partial<SearchRecord> = {}): SearchRecord {
  const { title = `Page ${id}`, text = `the text of ${id}`, date = null, author = null } = fields;
  const document = {
    url: `http://plants.example/${id}` as Url,
    mimeType: 'text/html',
    digest: id,
    title,
    text,
    date,
    author,
  };
  return recordOfDocument({ ...document, language: 'en' }, FETCHED_AT, { ...fields });
}

/** The library protocols over an index in memory. `crawls`: records of each crawl. The first crawl is the default. */
export async function libraryWorld(crawls: Record<string, SearchRecord[]>, changes: Partial<WebPorts> = {}) {
  let nowMs = FETCHED_AT + 3_600_000;
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, analyzeToString, undefined, undefined, () => nowMs);
  const add = (crawl: string, ...records: SearchRecord[]) =>
    index.write(
      crawl,
      records.map((record) => ({ kind: 'seen', id: record.id, url: record.url, at: FETCHED_AT, record })),
    );
  for (const [crawl, records] of Object.entries(crawls)) await add(crawl, ...records);
  const faults: unknown[] = [];
  const app = createApp({
    ...aWorld({ crawls: Object.keys(crawls) }).ports,
    search: (request) => search(request, { index }, { nowMs, languages: ['en'] }),
    searchRecords: (request) => searchRecords(request, { index }, { nowMs, languages: ['en'] }),
    titleWords: (crawl, query, size) => index.titleWords(crawl, query, size),
    record: (crawl, id) => index.get(crawl, id),
    changedRecords: (crawl, query) => index.changedRecords(crawl, query),
    indexIdentity: async (crawl) => `1 ${await index.rebuiltAt(crawl)}`,
    logError: (error) => faults.push(error),
    ...changes,
  });
  return {
    ...{ app, index, add, faults },
    /** Sets the clock of the index and of searches. */
    setNow: (ms: number) => {
      nowMs = ms;
    },
    ask: async (path: string, init?: RequestInit) => app.request(`https://search.example${path}`, init),
  };
}
