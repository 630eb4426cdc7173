import type { PageEntry } from '../frontier/host/entry.ts';
import { maxIntervalMs, type RevisitRules } from '../frontier/revisit.ts';
import { isBotCheck } from '../http/bot-check.ts';
import { isRedirect, locationOf } from '../http/location.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import { DAY_MS } from '../text/time-units.ts';
import type { Reason } from '../url/reason.ts';
import { isConditional } from './conditional-request.ts';
import { isGoneConfirmed } from './gone-confirmed.ts';
import type { OutcomeKind } from './outcome.ts';
import { historyWithReason, scheduleRevisit, waitAfterOutcome } from './schedule-revisit.ts';

/** What a response, or its absence, means for the URL and for its host. */
export type Interpretation = {
  /** Outcome, followed by a dot and the reason if there is one: `fetched`, `failed.timeout`. */
  outcome: OutcomeKind | `${OutcomeKind}.${Reason}`;
  /** Target of a redirect, as the server wrote it. */
  location?: string;
  /** When the URL is due again, epoch ms; absent: never. */
  next?: number;
  /** Packed history of the URL's visits, with this one. */
  history?: string;
  /** Consecutive failures of the URL, with this one. */
  tries: number;
  /** Whether the host failed or asked for fewer requests. The host then rests until `restUntil` at least. */
  hostFault: boolean;
  /** End of the rest that Retry-After asks for, epoch ms. */
  restUntil?: number;
};

export type ResponseRules = {
  revisit: RevisitRules;
  maxRedirects: number;
  /** Share of a host's known pages that may lose their record in a week, 0 to 1 (`mass-removal-guard.ts`). Default: 0.5. */
  maxGoneShare?: number;
};

/** Delays before a failed URL is tried again, by its consecutive failures. Milliseconds. */
const RETRY_DELAYS_MS = [10_000, 60_000, 600_000, 3_600_000, 86_400_000] as const;
/**
 * Maximum number of tries of a URL that once was a page. After the delays above such a URL is tried at the longest revisit
 * interval, because its record is still kept. Any other URL is retired after the last delay.
 */
const MAX_PAGE_TRIES = 10;
/** Statuses of pages that need a log-in or are forbidden (RFC 9110), or that are unavailable for legal reasons (RFC 7725). */
const CLOSED = new Set([401, 403, 451]);
const UNAVAILABLE_FOR_LEGAL_REASONS = 451;
/** Outcomes of a page that could not be read at its last visit either. */
const REFUSED_BEFORE = /^(?:gone|refused\.client-error)/;
/** Time until a closed page is requested again: a day. Milliseconds. */
const CLOSED_RETRY_MS = DAY_MS;
/** Minimum time between two visits that find a page closed, before its record is removed. Milliseconds. */
const MIN_CLOSED_MS = CLOSED_RETRY_MS / 2;
/** Failures of the host itself: the next URL would fail too. */
const HOST_FAULTS = new Set<string>(['dns', 'connect', 'tls', 'timeout']);

/** What was requested. */
type RequestedUrl = {
  /** Consecutive failures so far. */
  tries: number;
  /** Redirects that led to the URL. */
  hops: number;
  /** Whether the response repeats the page's last content. */
  isSame: boolean;
  /** Entry of the page in the frontier; undefined if it is new. */
  page?: PageEntry | undefined;
};

type Outcome = Interpretation['outcome'];
type Settle = (outcome: Outcome) => Interpretation;

/** Returns what a response or failure means for its URL and its host. */
export function interpretResponse(
  response: HttpResponse | HttpFailure,
  url: RequestedUrl,
  now: number,
  rules: ResponseRules,
): Interpretation {
  return waitAfterOutcome(interpret(response, url, now, rules), now, rules.revisit);
}

function interpret(
  response: HttpResponse | HttpFailure,
  url: RequestedUrl,
  now: number,
  rules: ResponseRules,
): Interpretation {
  const fail = (outcome: Outcome, host: HostState): Interpretation =>
    scheduleRetry(outcome, url, now, host, rules.revisit);

  if (response.kind === 'failure') {
    if (response.reason === 'private-address')
      return { outcome: 'refused.private-address', tries: 0, hostFault: false };
    return fail(`failed.${response.reason}`, { hostFault: HOST_FAULTS.has(response.reason) });
  }
  const settle: Settle = (outcome) => ({
    outcome,
    ...scheduleRevisit({ outcome, headers: response.headers, page: url.page }, now, rules.revisit),
    tries: 0,
    hostFault: false,
  });
  // Whatever its status and media type: the page is still there, and the next request would get the same.
  if (isBotCheck(response.headers)) return fail('failed.bot-check', restOf(response, now));
  if (response.refused !== undefined) return settle(`refused.${response.refused}`);
  const { status } = response;
  // A server that answers so to an unconditional request withholds the page. It may send it the next time.
  if (status === 304)
    return isConditional(url.page) ? settle('unchanged') : fail('failed.protocol', { hostFault: false });
  if (status >= 200 && status < 300) return settle(url.isSame ? 'unchanged' : 'fetched');
  if (isRedirect(response)) return interpretRedirect(response, url.hops, rules, settle);
  if (status === 404) return settle('gone.not-found');
  if (status === 410) return settle('gone.gone');
  if (status === 429) return fail('failed.too-many-requests', restOf(response, now));
  if (status === 503) return fail('failed.server-error', restOf(response, now));
  if (status >= 500) return fail('failed.server-error', { hostFault: false });
  if (CLOSED.has(status)) return interpretClosed(status, url.page, now, settle);
  if (status >= 400) return settle('refused.client-error');
  return settle('refused.redirect-nowhere');
}

/**
 * Interprets the status of a closed page. A page that has a record is requested again after a day, because firewalls and rate limits refuse
 * single requests too. If it is still closed, or closed for legal reasons, its record is removed.
 */
function interpretClosed(status: number, page: PageEntry | undefined, now: number, settle: Settle): Interpretation {
  if (typeof page?.record !== 'string') return settle('refused.client-error');
  const wasClosed = isGoneConfirmed(page) || (REFUSED_BEFORE.test(page.outcome) && now - page.at >= MIN_CLOSED_MS);
  if (wasClosed || status === UNAVAILABLE_FOR_LEGAL_REASONS) return settle('gone.closed');
  const refused = settle('refused.client-error');
  // Also if the page is visited more often: the visits would be too close to each other.
  return { ...refused, next: now + CLOSED_RETRY_MS, history: historyWithReason(page, now, 'g') };
}

function interpretRedirect(
  response: HttpResponse,
  hops: number,
  { maxRedirects }: ResponseRules,
  settle: Settle,
): Interpretation {
  const location = locationOf(response);
  if (!location) return settle('refused.redirect-nowhere');
  if (hops >= maxRedirects) return settle('refused.redirect-loop');
  return { ...settle('redirected'), location };
}

type HostState = { hostFault: boolean; restUntil?: number };

function scheduleRetry(
  outcome: Outcome,
  { tries, page }: RequestedUrl,
  now: number,
  host: HostState,
  revisit: RevisitRules,
): Interpretation {
  const shortDelayMs = RETRY_DELAYS_MS[tries];
  const longDelayMs = wasPage(page) && tries + 1 < MAX_PAGE_TRIES ? maxIntervalMs(revisit) : null;
  const delayMs = shortDelayMs ?? longDelayMs ?? undefined;
  const { restUntil = 0 } = host;
  const next = delayMs === undefined ? {} : { next: Math.max(now + delayMs, restUntil) };
  const isAskedFor = delayMs !== undefined && restUntil > now + delayMs;
  const history = historyWithReason(page, now, isAskedFor ? 'w' : shortDelayMs === undefined ? 's' : 'y');
  return { outcome, ...next, history, tries: tries + 1, ...host };
}

function wasPage(page: PageEntry | undefined): boolean {
  return page !== undefined && Boolean(page.record ?? page.digest ?? page.etag ?? page.modified);
}

/** The host rests, until the time that the response names if it names one. */
function restOf({ headers }: HttpResponse, now: number): { hostFault: true; restUntil?: number } {
  const restUntil = retryAfter(headers, now);
  return { hostFault: true, ...(restUntil !== undefined && { restUntil }) };
}
