import type { PageEntry } from '../frontier/host/entry.ts';
import { maxIntervalMs, type RevisitRules } from '../frontier/revisit.ts';
import { headerValue } from '../http/headers.ts';
import { isRedirect, locationOf } from '../http/location.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Reason } from '../url/reason.ts';
import { parseHttpDate } from './freshness.ts';
import type { OutcomeKind } from './outcome.ts';
import { historyWithReason, scheduleRevisit } from './schedule-revisit.ts';

/** What an answer, or its absence, means for the URL and for its host. */
export type Interpretation = {
  /** Outcome, with the reason behind a dot: `fetched`, `failed.timeout`. */
  outcome: OutcomeKind | `${OutcomeKind}.${Reason}`;
  /** Where a redirect leads, as written. */
  location?: string;
  /** When the URL is wanted again, epoch ms; absent: never. */
  next?: number;
  /** What its visits have taught, packed, this one included. */
  history?: string;
  /** Failures of the URL in a row, this one included. */
  tries: number;
  /** The host is in trouble or asks for less: it is left alone until `restUntil` at least. */
  hostFault: boolean;
  /** Epoch ms, from Retry-After. */
  restUntil?: number;
};

export type ResponseRules = {
  revisit: RevisitRules;
  maxRedirects: number;
  /** Of a host's known pages that may go in a week, 0 to 1 (`mass-removal-guard.ts`); absent: a half. */
  maxGoneShare?: number;
};

/** Waits before a failed URL is tried again. Milliseconds. */
const RETRY_MS = [10_000, 60_000, 600_000, 3_600_000, 86_400_000] as const;
/**
 * After the last of them it is retired: it does not come again by itself. A page that was there once is asked for a few
 * times more, at the longest interval, as what was kept of it stays.
 */
const LAST_TRY = 10;
const DAY_MS = 86_400_000;
/** The host itself cannot be talked to: the next URL would fare alike. */
const HOST_FAULTS = new Set<string>(['dns', 'connect', 'tls', 'timeout']);

/** What is asked of: failures in a row so far, redirects in a row that led to it, whether the body is the one that is known. */
type Asked = { tries: number; hops: number; same: boolean; page?: PageEntry | undefined };

/** @param url.page what is known of it; absent: nothing. */
export function interpretResponse(
  answer: HttpResponse | HttpFailure,
  url: Asked,
  now: number,
  rules: ResponseRules,
): Interpretation {
  const settled = (outcome: Interpretation['outcome']): Interpretation => {
    const headers = answer.kind === 'response' ? answer.headers : [];
    return {
      outcome,
      ...scheduleRevisit({ outcome, headers, page: url.page }, now, rules.revisit),
      tries: 0,
      hostFault: false,
    };
  };
  const failed = (outcome: Interpretation['outcome'], host: HostTrouble): Interpretation =>
    failedOnce(outcome, url, now, host, rules.revisit);
  const final = (outcome: Interpretation['outcome']): Interpretation => ({ outcome, tries: 0, hostFault: false });

  if (answer.kind === 'failure') {
    if (answer.reason === 'private-address') return final('refused.private-address');
    return failed(`failed.${answer.reason}`, { hostFault: HOST_FAULTS.has(answer.reason) });
  }
  if (answer.refused !== undefined) return settled(`refused.${answer.refused}`);
  const { status } = answer;
  if (status === 304) return settled('unchanged');
  if (status >= 200 && status < 300) return settled(url.same ? 'unchanged' : 'fetched');
  if (isRedirect(answer)) return redirect(answer, url.hops, rules, settled);
  if (status === 404) return settled('gone.not-found');
  if (status === 410) return settled('gone.gone');
  if (status === 429) return failed('failed.too-many-requests', asksForRest(answer, now));
  if (status === 503) return failed('failed.server-error', asksForRest(answer, now));
  if (status >= 500) return failed('failed.server-error', { hostFault: false });
  if (status >= 400) return settled('refused.client-error');
  return settled('refused.redirect-nowhere');
}

function redirect(
  answer: HttpResponse,
  hops: number,
  { maxRedirects }: ResponseRules,
  settled: (outcome: Interpretation['outcome']) => Interpretation,
): Interpretation {
  const location = locationOf(answer);
  if (!location) return settled('refused.redirect-nowhere');
  if (hops >= maxRedirects) return settled('refused.redirect-loop');
  return { ...settled('redirected'), location };
}

type HostTrouble = { hostFault: boolean; restUntil?: number };

function failedOnce(
  outcome: Interpretation['outcome'],
  { tries, page }: Asked,
  now: number,
  host: HostTrouble,
  revisit: RevisitRules,
): Interpretation {
  const wait = RETRY_MS[tries];
  const rare = wasThere(page) && tries + 1 < LAST_TRY ? maxIntervalMs(revisit) : null;
  const again = wait ?? rare ?? undefined;
  const next = again === undefined ? {} : { next: Math.max(now + again, host.restUntil ?? 0) };
  const history = historyWithReason(page, now, wait === undefined ? 's' : 'y');
  return { outcome, ...next, history, tries: tries + 1, ...host };
}

function wasThere(page: PageEntry | undefined): boolean {
  return page !== undefined && Boolean(page.record ?? page.digest ?? page.etag ?? page.modified);
}

/** Retry-After in seconds or as a date, a day at most (RFC 9110, 10.2.3). */
function asksForRest(answer: HttpResponse, now: number): { hostFault: true; restUntil?: number } {
  const text = headerValue(answer.headers, 'retry-after')?.trim();
  if (!text) return { hostFault: true };
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  return Number.isNaN(at) ? { hostFault: true } : { hostFault: true, restUntil: Math.min(at, now + DAY_MS) };
}
