/**
 * Interprets responses to requests for robots.txt (RFC 9309, 2.3.1 and 2.4). A missing file allows everything. An unreachable
 * server forbids everything for a while.
 */
import { isBotCheck } from '../http/bot-check.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { RobotsItem } from '../ports/robots-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/time-units.ts';
import type { Reason } from '../url/reason.ts';
import { MAX_ROBOTS_BYTES } from './parse-robots.ts';
import { robotsText } from './robots-text.ts';
import { decodeBody } from './sitemap/unpack.ts';

/** Lifetime of a copy (RFC 9309, 2.4). */
const MAX_AGE_MS = DAY_MS;
/** Lifetime of the last good copy while the server is unreachable. */
const MAX_STALE_MS = DAY_MS;
/** Time after which an unreachable file counts as missing: "a reasonably long period" in RFC 9309, 2.3.1.4. */
const MISSING_AFTER_MS = 30 * DAY_MS;
/** Delay of the first retry: as long as that of a page, so that one fault does not cost a crawl the whole site. */
const FIRST_RETRY_MS = 10_000;
/** Failures that rarely pass within seconds: wrong names, addresses and certificates. Their first retry waits as the others. */
const LASTING: ReadonlySet<Reason> = new Set<Reason>(['dns', 'private-address', 'tls']);
/** Minimum delay of the other retries. */
const MIN_RETRY_MS = 5 * MINUTE_MS;
const MAX_RETRY_MS = 6 * HOUR_MS;

/**
 * Creates the item to store.
 *
 * @param response response to the last redirect.
 * @param previous the stored item, if there is one.
 * @param now epoch milliseconds.
 */
export function robotsItemFrom(
  origin: string,
  response: HttpResponse | HttpFailure,
  previous: RobotsItem | undefined,
  now: number,
): RobotsItem {
  const text = response.kind === 'response' ? textOf(response) : undefined;
  if (text !== undefined) return { origin, text, readAt: now, expiresAt: now + MAX_AGE_MS };

  const cause = causeOf(response);
  const { text: lastText = '', readAt = 0, unreachableSince = now } = previous ?? {};
  const mayPass = previous?.unreachableSince === undefined && !LASTING.has(cause.reason);
  // Wait as long as the file has been unreachable so far: retries start often and end at four a day.
  const laterMs = Math.min(Math.max(now - unreachableSince, MIN_RETRY_MS), MAX_RETRY_MS);
  const expiresAt = Math.max(now + (mayPass ? FIRST_RETRY_MS : laterMs), restOf(response, now) ?? 0);
  return { origin, text: lastText, readAt, expiresAt, unreachableSince, cause };
}

/** Returns the end of the rest that a 429 or 5xx response, or a check for browsers, asks for, epoch ms; undefined if it asks for none. */
export function restOf(response: HttpResponse | HttpFailure, now: number): number | undefined {
  if (response.kind === 'failure') return undefined;
  const { status, headers } = response;
  return status === 429 || status >= 500 || isBotCheck(headers) ? retryAfter(headers, now) : undefined;
}

function causeOf(response: HttpResponse | HttpFailure): NonNullable<RobotsItem['cause']> {
  if (response.kind === 'failure')
    return { reason: response.reason, detail: response.detail.slice(0, MAX_DETAIL_LENGTH) };
  const { status, headers } = response;
  if (isBotCheck(headers)) return { reason: 'bot-check', detail: `status ${status}` };
  const reason = status === 429 ? 'too-many-requests' : status >= 500 ? 'server-error' : 'encoding';
  return { reason, detail: `status ${status}` };
}

/** Maximum length of a network error message, in characters. */
const MAX_DETAIL_LENGTH = 300;

/** Decides what an item means now: obey its `text`, fetch nothing (reason `reasonOfUnreachable`), or fetch everything. */
export function robotsPolicy(
  { readAt, unreachableSince }: RobotsItem,
  now: number,
): 'rules' | 'disallow-all' | 'allow-all' {
  if (unreachableSince === undefined) return 'rules';
  const unreachableMs = now - unreachableSince;
  if (unreachableMs > MISSING_AFTER_MS) return 'allow-all';
  return readAt > 0 && unreachableMs <= MAX_STALE_MS ? 'rules' : 'disallow-all';
}

/** Returns why pages are refused while an unreachable robots.txt disallows all: pages would get the check for browsers that the file got. */
export const reasonOfUnreachable = ({ cause }: RobotsItem): 'bot-check' | 'robots-unreachable' =>
  cause?.reason === 'bot-check' ? 'bot-check' : 'robots-unreachable';

/** @returns the text of the file, '' if there is none, or `undefined` if it is unreachable. */
function textOf({ status, headers, body }: HttpResponse): string | undefined {
  // Whatever its status: the file may be there, and its rules apply to crawlers that get no page either.
  if (isBotCheck(headers)) return undefined;
  if (status >= 200 && status < 300) {
    const bytes = decodeBody(body, headers, MAX_UNPACKED_BYTES);
    return bytes && robotsText(bytes);
  }
  // Too many redirects, or an invalid one, count as "unavailable" like 4xx. 429 counts as unreachable.
  return status >= 300 && status < 500 && status !== 429 ? '' : undefined;
}

/** Maximum unpacked size, in bytes: eight times what is read. A file that unpacks to more is not a robots.txt. */
const MAX_UNPACKED_BYTES = 8 * MAX_ROBOTS_BYTES;
