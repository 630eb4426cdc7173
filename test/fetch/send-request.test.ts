import { expect, test } from 'vitest';
import { compileBodyFilter } from '../../shared/fetch/body-filter.ts';
import type { HostVisit } from '../../shared/fetch/host-visit.ts';
import { requestUrl } from '../../shared/fetch/send-request.ts';
import type { FetchRequest, HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';

const refuseBody = compileBodyFilter({ types: ['text/*', 'application/*'], except: [], maxBytes: 1_000 });

function answerOf(status: number, headers: [string, string][], request: FetchRequest): HttpResponse {
  const refused = request.refuseBody?.({ status, statusText: '', headers });
  const common = { status, statusText: '', headers, body: new Uint8Array(), truncated: false, requestHeaders: [] };
  return { kind: 'response', httpVersion: '1.1', address: '', ...common, ...(refused ? { refused } : {}) };
}

type Says = (request: FetchRequest) => HttpResponse | HttpFailure;

/** A visit with plenty of time; `sent` lists its requests with their start times. */
function visitOf(says: Says, options = {}) {
  let now = 1_000_000;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const sent: { at: number; method: string; cookie: string | undefined; maxBytes: number }[] = [];
  const fetcher = {
    async fetch(_url: Url, request: FetchRequest) {
      sent.push({
        at: clock.now(),
        method: request.method ?? 'GET',
        cookie: request.headers?.['cookie'],
        maxBytes: request.maxBytes,
      });
      return says(request);
    },
  };
  const visit = {
    options: {
      ...{ hostPauseMs: 2_000, crawlDelayCapMs: 300_000, answerTimeFactor: 0, fetchTimeoutMs: 1_000, visitMs: 60_000 },
      ...{
        skewMs: 0,
        maxPageBytes: 1_000,
        maxSitemapBytes: 5_000,
        refuseBody,
        headFirst: new Set(['pdf']),
        ...options,
      },
    },
    ports: { clock, fetcher },
    pacing: { lock: { until: clock.now() + 600_000 }, startedAt: clock.now(), openAt: 0, pauseMs: 2_000 },
    totals: { counts: {} as Record<string, number> },
  } as unknown as HostVisit;
  return { visit, sent };
}

const PDF = { kind: 'page', url: 'http://bog.test/a.PDF?x=.html' as Url } as Parameters<typeof requestUrl>[1];
const PAGE = { kind: 'page', url: 'http://bog.test/a.pdf/page' as Url } as Parameters<typeof requestUrl>[1];
const type = (text: string, length = 10): [string, string][] => [
  ['content-type', text],
  ['content-length', `${length}`],
];

/** A check for browsers of AWS WAF. */
const WAF: [string, string][] = [['x-amzn-waf-action', 'challenge'], ...type('application/pdf')];

test('sends HEAD before a large document and GET after the pause', async () => {
  const { visit, sent } = visitOf((request) => answerOf(200, type('application/pdf'), request));
  expect(await requestUrl(visit, PDF, null)).toMatchObject({ kind: 'response', status: 200 });
  expect(sent.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThanOrEqual(2_000);
  expect(visit.totals.counts).toEqual({ requests: 1 });
});

// response to HEAD · requests · result
test.each<[string, Says, string[], object]>([
  ['another type', (request) => answerOf(200, type('image/png'), request), ['HEAD'], { refused: 'unwanted-type' }],
  ['too long', (request) => answerOf(200, type('application/pdf', 9_999), request), ['HEAD'], { refused: 'too-large' }],
  ['not allowed', (request) => answerOf(request.method ? 405 : 200, [], request), ['HEAD', 'GET'], { status: 200 }],
  ['not found', (request) => answerOf(request.method ? 404 : 200, [], request), ['HEAD', 'GET'], { status: 200 }],
  ['too many requests', (request) => answerOf(429, [], request), ['HEAD'], { status: 429, isHead: true }],
  ['a check for browsers', (request) => answerOf(202, WAF, request), ['HEAD'], { status: 202, isHead: true }],
  ['unavailable until', (request) => answerOf(503, [['Retry-After', '60']], request), ['HEAD'], { status: 503 }],
  ['unavailable', (request) => answerOf(request.method ? 503 : 200, [], request), ['HEAD', 'GET'], { status: 200 }],
  ['silence', () => ({ kind: 'failure', reason: 'timeout', detail: '' }), ['HEAD'], { reason: 'timeout' }],
  ['no HTTP', () => ({ kind: 'failure', reason: 'protocol', detail: '' }), ['HEAD', 'GET'], { reason: 'protocol' }],
])('handles the HEAD response of a document: %s', async (_what, says, methods, outcome) => {
  const { visit, sent } = visitOf(says);
  expect(await requestUrl(visit, PDF, null)).toMatchObject(outcome);
  expect(sent.map(({ method }) => method)).toEqual(methods);
});

test('the pause follows the time that the host took, without that for the limit of bandwidth', async () => {
  const { visit } = visitOf((request) => ({ ...answerOf(200, [], request), heldMs: 55_000 }), {
    ...{ answerTimeFactor: 1, fetchTimeoutMs: 20_000 },
  });
  const fetch = visit.ports.fetcher.fetch;
  visit.ports.fetcher.fetch = async (url, request) => {
    await visit.ports.clock.sleep(60_000);
    return fetch(url, request);
  };
  await requestUrl(visit, PAGE, null);
  expect(visit.pacing.pauseMs).toBe(5_000);
});

test('the pause after a request is no longer than its time limit demands if the clock is set meanwhile', async () => {
  const { visit } = visitOf((request) => answerOf(200, [], request), { answerTimeFactor: 5 });
  const fetch = visit.ports.fetcher.fetch;
  visit.ports.fetcher.fetch = async (url, request) => {
    await visit.ports.clock.sleep(3_650 * 86_400_000);
    return fetch(url, request);
  };
  await requestUrl(visit, PAGE, null);
  expect(visit.pacing.pauseMs).toBe(5_000);
});

test('fetches pages and known documents without HEAD', async () => {
  const { visit, sent } = visitOf((request) => answerOf(200, [], request));
  await requestUrl(visit, PAGE, null);
  await requestUrl(visit, { ...PDF, page: { url: PDF.url } as never }, null);
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
});

test('allows longer sitemaps than pages and sends no HEAD for them', async () => {
  const { visit, sent } = visitOf((request) => answerOf(200, [], request));
  await requestUrl(visit, PAGE, null);
  for (const kind of ['sitemap', 'feed'] as const) await requestUrl(visit, { ...PDF, kind }, null);
  expect(sent.map(({ method, maxBytes }) => [method, maxBytes])).toEqual([
    ['GET', 1_000],
    ['GET', 5_000],
    ['GET', 5_000],
  ]);
});

test('sends cookies back within a visit only if the crawl enables them', async () => {
  const says: Says = (request) => answerOf(200, [['Set-Cookie', 'a=1; Path=/']], request);
  for (const cookies of [true, false]) {
    const { visit, sent } = visitOf(says, { cookies });
    await requestUrl(visit, PAGE, null);
    await requestUrl(visit, PAGE, null);
    expect(sent.map(({ cookie }) => cookie)).toEqual([undefined, cookies ? 'a=1' : undefined]);
  }
});
