import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from '../../shared/search/answer.ts';
import type { Url } from '../../shared/url/url.ts';
import type { WebPorts } from '../../web/ports.ts';
import { recordOfDocument } from '../search/records.ts';

const encoder = new TextEncoder();

const FETCHED_AT = 1_700_000_000_000;

/** A record as the classify stage makes it of a cleaned page. */
export const aRecord = (change: Partial<SearchRecord> = {}): SearchRecord =>
  recordOfDocument(
    {
      url: 'http://plants.example/drosera' as Url,
      mimeType: 'text/html',
      digest: 'a'.repeat(64),
      title: 'Sundews',
      text: 'Sundews catch flies with sticky leaves.',
      date: '2021-06-03',
    },
    FETCHED_AT,
    { classes: [{ class: 'carnivorous', score: 1 }], ...change },
  );

const { id, url, title, author, host, language, type, date, classes } = aRecord();

/** A hit for the same record. */
export const aHit = (change: Partial<SearchHit> = {}): SearchHit => ({
  ...{ id, url, title, author, host, language, type, date, classes },
  urls: [url],
  snippet: 'Sundews catch flies with sticky leaves.',
  marks: [[0, 7]],
  score: 4.25,
  fetchedAt: new Date(FETCHED_AT).toISOString(),
  numRefBy: 1,
  ...change,
});

/** An archived response of 14 November 2023, 22:13 UTC. */
export const aCapture = (body: string | Uint8Array, change: Partial<Capture> = {}): Capture => ({
  url: 'http://plants.example/drosera' as Url,
  fetchedAt: FETCHED_AT,
  status: 200,
  statusText: 'OK',
  httpVersion: '1.1',
  requestHeaders: [['authorization', 'Basic c2VjcmV0']],
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: typeof body === 'string' ? encoder.encode(body) : body,
  truncated: false,
  address: '127.0.0.1',
  record: 'response',
  payloadDigest: '',
  note: { depth: 0, class: 0 },
  ...change,
});

export const aStatus = (change: Partial<CrawlStatus> = {}): CrawlStatus => ({
  crawl: 'garden',
  state: 'running',
  pages: 1234,
  urls: 1300,
  outcomes: { fetched: 1000, redirected: 34, gone: 20, refused: 150, failed: 30 },
  reasons: { robots: 120, 'not-found': 20, timeout: 30, noindex: 30 },
  verdicts: { relevant: 700, 'off-topic': 300 },
  links: { scope: 4000, seen: 25_000 },
  records: 690,
  hosts: 41,
  due: 12,
  bestClasses: { 1: 9, 0: 2, 7: 10 },
  waiting: 0,
  bytes: 34_567_890,
  seconds: 100,
  cpuSeconds: 9,
  cost: 0,
  ...change,
});

/** The ports of the pages over hits and captures in memory. `world` collects their requests and errors. */
export function aWorld(given: {
  hits?: SearchHit[];
  records?: SearchRecord[];
  captures?: Record<string, Capture>;
  status?: CrawlStatus;
  crawls?: string[];
}) {
  const requests: SearchRequest[] = [];
  const faults: unknown[] = [];
  const world = { requests, faults, status: given.status ?? aStatus() };
  const hits = given.hits ?? [];
  const ports: WebPorts = {
    search: async (request) => {
      requests.push(request);
      return page(hits, request);
    },
    record: async (_, id) => (given.records ?? []).find((record) => record.id === id),
    capture: async (_, id) => given.captures?.[id],
    status: async (crawl) => ({ ...world.status, crawl }),
    crawls: async () => given.crawls ?? ['garden'],
    logError: (error) => faults.push(error),
  };
  return { world, ports };
}

/** Returns a page of the hits with one of the words in title or snippet. */
function page(all: readonly SearchHit[], { q, from = 0, size = 10 }: SearchRequest): SearchAnswer {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ title, snippet }) => {
    const text = `${title} ${snippet}`.toLowerCase();
    return words.length === 0 || words.some((word) => text.includes(word));
  });
  const next = from + size < found.length ? from + size : null;
  return { query: q, total: found.length, from, hits: found.slice(from, from + size), facets: {}, next };
}
