import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from '../../shared/search/answer.ts';
import type { Url } from '../../shared/url/url.ts';
import type { WebPorts } from '../../web/ports.ts';

const encoder = new TextEncoder();

export const aRecord = (change: Partial<SearchRecord> = {}): SearchRecord => ({
  id: 'a'.repeat(64),
  url: 'http://plants.example/drosera',
  urls: { 'http://plants.example/drosera': 1_700_000_000_000 },
  title: 'Sundews',
  headings: [],
  text: 'Sundews catch flies with sticky leaves.',
  description: '',
  keywords: [],
  author: null,
  date: '2021-06-03',
  language: 'en',
  type: 'text/html',
  host: 'plants.example',
  fetchedAt: 1_700_000_000_000,
  verdict: 'relevant',
  score: 1,
  classes: [{ class: 'carnivorous', score: 1 }],
  capture: { key: 'raw/garden/1.warc.gz', offset: 0, length: 1 },
  ...change,
});

export const aHit = (change: Partial<SearchHit> = {}): SearchHit => ({
  id: 'a'.repeat(64),
  url: 'http://plants.example/drosera',
  urls: ['http://plants.example/drosera'],
  title: 'Sundews',
  snippet: 'Sundews catch flies with sticky leaves.',
  marks: [[0, 7]],
  score: 4.25,
  host: 'plants.example',
  language: 'en',
  type: 'text/html',
  date: '2021-06-03',
  classes: [{ class: 'carnivorous', score: 1 }],
  numRefBy: 1,
  ...change,
});

/** An archived answer of 14 November 2023, 22:13 UTC. */
export const aCapture = (body: string | Uint8Array, change: Partial<Capture> = {}): Capture => ({
  url: 'http://plants.example/drosera' as Url,
  fetchedAt: 1_700_000_000_000,
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
  outcomes: { fetched: 1000, redirected: 34, gone: 20, refused: 150, failed: 30 },
  reasons: { robots: 120, 'not-found': 20, timeout: 30, noindex: 30 },
  verdicts: { relevant: 700, 'off-topic': 300 },
  links: { scope: 4000, seen: 25_000 },
  records: 690,
  hosts: 41,
  due: 12,
  waiting: 0,
  bytes: 34_567_890,
  seconds: 100,
  cpuSeconds: 9,
  cost: 0,
  ...change,
});

/** The world as the pages see it: hits and captures in memory, and what was asked of it. */
export function aWorld(given: {
  hits?: SearchHit[];
  records?: SearchRecord[];
  captures?: Record<string, Capture>;
  status?: CrawlStatus;
  crawls?: string[];
}) {
  const asked: SearchRequest[] = [];
  const faults: unknown[] = [];
  const world = { asked, faults, status: given.status ?? aStatus() };
  const hits = given.hits ?? [];
  const ports: WebPorts = {
    search: async (request) => {
      asked.push(request);
      return page(hits, request);
    },
    record: async (_, id) => (given.records ?? []).find((record) => record.id === id),
    capture: async (_, id) => given.captures?.[id],
    status: async (crawl) => ({ ...world.status, crawl }),
    crawls: async () => given.crawls ?? ['garden'],
    fault: (error) => faults.push(error),
  };
  return { world, ports };
}

/** Hits that have one of the words in title or snippet, a page of them. */
function page(all: readonly SearchHit[], { q, from = 0, size = 10 }: SearchRequest): SearchAnswer {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ title, snippet }) => {
    const text = `${title} ${snippet}`.toLowerCase();
    return words.length === 0 || words.some((word) => text.includes(word));
  });
  const next = from + size < found.length ? from + size : null;
  return { query: q, total: found.length, from, hits: found.slice(from, from + size), facets: {}, next };
}
