import { changeTimeAfter } from '../../frontier/change-time.ts';
import type { RecordChange, SearchIndex } from '../../ports/search-index.ts';
import { hostOf, type Url } from '../../url/url.ts';
import type { FrontierFacts } from './check-frontier.ts';
import { createFingerprintTable, type FingerprintTable } from './fingerprint-table.ts';
import type { Archive } from './read-archive.ts';
import type { SanityRun } from './sanity-run.ts';

type IndexContents = {
  /** `<id> <url>` of each URL of a record. */
  urls: FingerprintTable;
  /** URLs of records whose capture is missing, by host. */
  withoutCapture: Map<string, Set<string>>;
};

/** Reads all records, and reports those whose capture does not exist. */
export async function readIndex(
  { crawl, problems, signal }: SanityRun,
  { captures }: Archive,
  index: SearchIndex,
): Promise<IndexContents> {
  const contents: IndexContents = { urls: createFingerprintTable(), withoutCapture: new Map() };
  for await (const { id, url, urls, capture } of index.records(crawl)) {
    if (signal.aborted) return contents;
    for (const one of Object.keys(urls)) contents.urls.add(`${id} ${one}`);
    if (captures.has(capture.key)) continue;
    problems.add('missing-capture', `${url} (${capture.key})`);
    const host = hostOf(url as Url);
    contents.withoutCapture.set(host, (contents.withoutCapture.get(host) ?? new Set()).add(url));
  }
  return contents;
}

/** Reports URLs of records that the frontier does not know with this text, and removes them from their records. */
export async function checkOrphans(
  { crawl, problems, repair }: SanityRun,
  archive: Archive,
  facts: FrontierFacts,
  { index, now }: { index: SearchIndex; now: number },
): Promise<void> {
  for await (const { id, urls } of index.records(crawl)) {
    const orphans = (Object.keys(urls) as Url[]).filter(
      (url) => !facts.records.has(`${id} ${url}`) && !archive.unclassified.has(url) && !facts.damaged.has(hostOf(url)),
    );
    const changes = orphans.map(
      (url): RecordChange => ({ kind: 'left', id, url, at: changeTimeAfter(urls[url], now) }),
    );
    if (repair) await index.write(crawl, changes);
    for (const url of orphans) problems.add('orphaned-record', `${url} (record ${id.slice(0, 12)})`, repair);
  }
}
