import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import { isBotCheck } from '../http/bot-check.ts';
import { headerValue } from '../http/headers.ts';
import type { FetchRequest, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import { endOfPath } from '../url/traps.ts';
import type { Url } from '../url/url.ts';
import { conditionalHeaders } from './conditional-request.ts';
import { createCookieJar } from './cookies.ts';
import type { HostVisit } from './host-visit.ts';
import { mayStart, startPause } from './pacing.ts';
import { pauseOf } from './pause.ts';

/**
 * Requests a URL. A HEAD request comes first if the file extension suggests a large document. A request over a stale
 * connection is repeated once. The host's pause separates these requests.
 *
 * @returns the response or failure, or undefined if the visit was aborted or ran out of time
 */
export async function requestUrl(
  visit: HostVisit,
  { url, page, kind }: FetchCandidate,
  crawlDelayS: number | null,
): Promise<HttpResponse | HttpFailure | undefined> {
  const { options, totals } = visit;
  // Sitemaps and feeds are read whatever their media type: compressed sitemaps have any.
  const filter = kind === 'page' ? options.refuseBody : undefined;
  const refuseBody: FetchRequest['refuseBody'] = filter && ((head) => filter(head, url));
  const maxBytes = kind === 'page' ? options.maxPageBytes : options.maxSitemapBytes;
  if (page === undefined && refuseBody && options.headFirst?.has(fileExtension(url))) {
    const head = await sendRequest(visit, url, { method: 'HEAD', refuseBody, maxBytes }, crawlDelayS);
    if (head === undefined || (head.kind === 'response' ? head.refused : GET_FAILS_TOO.has(head.reason))) return head;
    // Two requests in a row are what the server does not want.
    if (head.kind === 'response' && asksForRest(head)) return { ...head, isHead: true };
    // Servers may treat HEAD and GET differently. Of another HEAD response only a refusal counts, as it saves the download.
    totals.counts['requests'] = (totals.counts['requests'] ?? 0) + 1;
    if (!(await mayStart(visit))) return undefined;
  }
  const headers = options.rendering?.isChosen(url) ? {} : conditionalHeaders(page);
  return sendRequest(visit, url, { headers, maxBytes, ...(refuseBody ? { refuseBody } : {}) }, crawlDelayS);
}

/** Failures of HEAD after which GET is not tried: it would fail in the same way. */
const GET_FAILS_TOO: ReadonlySet<string> = new Set(['dns', 'connect', 'tls', 'timeout', 'private-address']);

/** Whether a response asks for fewer requests. Some servers send 503 to HEAD whatever the URL, but not with a time. */
const asksForRest = ({ status, headers }: HttpResponse): boolean =>
  isBotCheck(headers) || status === 429 || (status === 503 && headerValue(headers, 'retry-after') !== undefined);

type Request = Pick<FetchRequest, 'method' | 'headers' | 'refuseBody' | 'maxBytes'>;

async function sendRequest(visit: HostVisit, url: Url, request: Request, crawlDelayS: number | null) {
  const { ports, options } = visit;
  if (options.cookies) visit.cookies ??= createCookieJar();
  for (let isRetry = false; ; isRetry = true) {
    const started = ports.clock.now();
    const cookie = visit.cookies?.headerFor(url, started);
    const response = await ports.fetcher.fetch(url, {
      ...request,
      ...(cookie === undefined ? {} : { headers: { ...request.headers, cookie } }),
      timeoutMs: options.fetchTimeoutMs,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const now = ports.clock.now();
    // A request ends at its time limit. If it seems to have taken longer, the clock was set or the machine slept.
    const answeredInMs = Math.min(now - started - (response.heldMs ?? 0), options.fetchTimeoutMs);
    startPause(visit, now, pauseOf(options, crawlDelayS, answeredInMs));
    if (response.kind === 'response') {
      visit.cookies?.store(url, response.headers, now);
      return response;
    }
    if (options.signal?.aborted) return undefined;
    if (!response.stale || isRetry) return response;
    if (!(await mayStart(visit))) return undefined;
  }
}

/** Longest file extension that is recognised. Characters. */
const MAX_EXTENSION_LENGTH = 10;

/** Returns the file extension of a URL's path in lower case without the dot, or '' if there is none. */
function fileExtension(url: Url): string {
  const end = endOfPath(url);
  const dot = url.lastIndexOf('.', end - 1);
  const extension = dot < 'https://'.length ? '' : url.slice(dot + 1, end);
  return extension.length > MAX_EXTENSION_LENGTH || extension.includes('/') ? '' : extension.toLowerCase();
}
