import type { PageEntry } from '../frontier/host/entry.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import type { FetchRequest, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import { endOfPath } from '../url/traps.ts';
import type { Url } from '../url/url.ts';
import { createCookieJar } from './cookies.ts';
import { isBelieved } from './mass-removal-guard.ts';
import { type HostVisit, mayStart, requestEnded } from './pacing.ts';
import { pauseOf } from './pause.ts';

type Answer = HttpResponse | HttpFailure;

/**
 * Asks for a page: one request, or more with the host's pause between them: a HEAD before it where the address ends like a
 * large document, and the same once more when a kept connection turns out to be closed.
 *
 * @returns undefined when the visit was broken off.
 */
export async function requestUrl(
  visit: HostVisit,
  { url, page, kind }: FetchCandidate,
  crawlDelayS: number | null,
): Promise<Answer | undefined> {
  // A list is read whatever its server calls it: packed sitemaps have any type.
  const refuse = kind === 'page' ? visit.options.refuseBody : undefined;
  const maxBytes = kind === 'page' ? visit.options.maxPageBytes : visit.options.maxSitemapBytes;
  if (page === undefined && refuse && visit.options.headFirst?.has(endingOf(url))) {
    const head = await send(visit, url, { method: 'HEAD', refuseBody: refuse, maxBytes }, crawlDelayS);
    if (head === undefined || (head.kind === 'response' ? head.refused : HOPELESS.has(head.reason))) return head;
    // What a server says to HEAD is not always what it says to GET: only what it would spare us counts.
    visit.share.counts['requests'] = (visit.share.counts['requests'] ?? 0) + 1;
    if (!(await mayStart(visit))) return undefined;
  }
  return send(
    visit,
    url,
    { headers: conditions(page), maxBytes, ...(refuse ? { refuseBody: refuse } : {}) },
    crawlDelayS,
  );
}

/** Whoever does not answer to HEAD for one of these does not answer to GET. */
const HOPELESS: ReadonlySet<string> = new Set(['dns', 'connect', 'tls', 'timeout', 'private-address']);

type Question = Pick<FetchRequest, 'method' | 'headers' | 'refuseBody' | 'maxBytes'>;

async function send(visit: HostVisit, url: Url, question: Question, crawlDelayS: number | null) {
  const { ports, options } = visit;
  if (options.cookies) visit.cookies ??= createCookieJar();
  for (let again = false; ; again = true) {
    const started = ports.clock.now();
    const cookie = visit.cookies?.headerFor(url, started);
    const answer: Answer = await ports.fetcher.fetch(url, {
      ...question,
      ...(cookie === undefined ? {} : { headers: { ...question.headers, cookie } }),
      timeoutMs: options.fetchTimeoutMs,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const now = ports.clock.now();
    requestEnded(visit, now, pauseOf(options, crawlDelayS, now - started));
    if (answer.kind === 'response') {
      visit.cookies?.store(url, answer.headers, now);
      return answer;
    }
    if (options.signal?.aborted) return undefined;
    if (!answer.stale || again) return answer;
    if (!(await mayStart(visit))) return undefined;
  }
}

function conditions(page: PageEntry | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  // Its document is to be made anew: whoever runs the crawl believes what it says.
  if (isBelieved(page)) return headers;
  if (page?.etag) headers['if-none-match'] = page.etag;
  if (page?.modified) headers['if-modified-since'] = page.modified;
  return headers;
}

/** Of the file's name, in lower case and without its dot; '' where there is none. */
function endingOf(url: Url): string {
  const end = endOfPath(url);
  const dot = url.lastIndexOf('.', end - 1);
  const ending = dot < 8 ? '' : url.slice(dot + 1, end);
  return ending.length > 10 || ending.includes('/') ? '' : ending.toLowerCase();
}
