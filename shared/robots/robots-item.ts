/**
 * What an answer to robots.txt means, and for how long (RFC 9309, 2.3.1 and 2.4): no file allows everything, no word
 * from the server forbids everything for a while.
 */
import { headerValue } from '../http/headers.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { RobotsItem } from '../ports/robots-store.ts';
import { isoDate } from '../text/iso-date.ts';
import { MAX_ROBOTS_BYTES } from './parse-robots.ts';
import { robotsText } from './robots-text.ts';
import { decodeBody } from './sitemap/unpack.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** RFC 9309, 2.4: a copy is not used for longer than that while a newer one can be had. */
const FRESH_MS = DAY;
/** How long the last good copy holds while the server does not answer. */
const GOOD_COPY_MS = DAY;
/** RFC 9309, 2.3.1.4: after "a reasonably long period" without an answer it counts as not there. */
const GIVEN_UP_MS = 30 * DAY;
const FIRST_RETRY_MS = 5 * MINUTE;
const LONGEST_RETRY_MS = 6 * HOUR;

/** @param answer the last of its redirects. @param now epoch ms. */
export function robotsItemFrom(
  origin: string,
  answer: HttpResponse | HttpFailure,
  previous: RobotsItem | undefined,
  now: number,
): RobotsItem {
  const text = answer.kind === 'response' ? textOf(answer) : undefined;
  if (text !== undefined) return { origin, text, readAt: now, expiresAt: now + FRESH_MS };

  const unreachableSince = previous?.unreachableSince ?? now;
  // Asked again after as long as it has been silent already: often at first, four times a day in the end.
  const retryMs = Math.min(Math.max(now - unreachableSince, FIRST_RETRY_MS), LONGEST_RETRY_MS);
  const expiresAt = Math.max(now + retryMs, restUntil(answer, now));
  const { text: lastText = '', readAt = 0 } = previous ?? {};
  return { origin, text: lastText, readAt, expiresAt, unreachableSince, cause: causeOf(answer) };
}

/** Retry-After of a server that says not now, in seconds or as a date, a day at most. Epoch ms; 0: nothing is said. */
function restUntil(answer: HttpResponse | HttpFailure, now: number): number {
  if (answer.kind === 'failure' || (answer.status !== 429 && answer.status < 500)) return 0;
  const said = headerValue(answer.headers, 'retry-after')?.trim() ?? '';
  const until = /^\d+$/.test(said) ? now + Number(said) * 1000 : Date.parse(isoDate(said) ?? '');
  return Number.isNaN(until) ? 0 : Math.min(until, now + DAY);
}

function causeOf(answer: HttpResponse | HttpFailure): NonNullable<RobotsItem['cause']> {
  if (answer.kind === 'failure') return { reason: answer.reason, detail: answer.detail.slice(0, LONGEST_DETAIL) };
  const { status } = answer;
  const reason = status === 429 ? 'too-many-requests' : status >= 500 ? 'server-error' : 'encoding';
  return { reason, detail: `status ${status}` };
}

/** A message of the network is no longer. Characters. */
const LONGEST_DETAIL = 300;

/** What an item means now: obey its `text`, fetch nothing (reason `robots-unreachable`), or fetch what you like. */
export function robotsPolicy(
  { readAt, unreachableSince }: RobotsItem,
  now: number,
): 'rules' | 'disallow-all' | 'allow-all' {
  if (unreachableSince === undefined) return 'rules';
  const silentMs = now - unreachableSince;
  if (silentMs > GIVEN_UP_MS) return 'allow-all';
  return readAt > 0 && silentMs <= GOOD_COPY_MS ? 'rules' : 'disallow-all';
}

/** @returns '' where there is no file; undefined where the server cannot say, which counts as unreachable. */
function textOf({ status, headers, body }: HttpResponse): string | undefined {
  if (status >= 200 && status < 300) {
    const bytes = decodeBody(body, headers, MAX_UNPACKED_BYTES);
    return bytes && robotsText(bytes);
  }
  // Still a redirect after all that were followed, or one to nowhere, is "unavailable", like 4xx; 429 only says "not now".
  return status >= 300 && status < 500 && status !== 429 ? '' : undefined;
}

/** Eight times what is read: a file that unpacks to more is no robots.txt. */
const MAX_UNPACKED_BYTES = 8 * MAX_ROBOTS_BYTES;
