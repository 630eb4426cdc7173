import type { HttpAnswer, HttpFailure } from '../ports/fetcher.ts';
import type { Reason } from '../url/reason.ts';
import type { OutcomeKind } from './outcome.ts';

/** What an answer, or its absence, means for the URL and for its host. */
export type Judgement = {
  /** Outcome, with the reason behind a dot: `fetched`, `failed.timeout`. */
  outcome: OutcomeKind | `${OutcomeKind}.${Reason}`;
  /** Where a redirect leads, as written. */
  location?: string;
  /** When the URL is wanted again, epoch ms; absent: never. */
  next?: number;
  /** Failures of the URL in a row, this one included. */
  tries: number;
  /** The host is in trouble or asks for less: it is left alone until `restUntil` at least. */
  hostFault: boolean;
  /** Epoch ms, from Retry-After. */
  restUntil?: number;
};

export type JudgeRules = {
  /** Time until a page is wanted again; null: never. Milliseconds. */
  revisitMs: number | null;
  maxRedirects: number;
};

/** Waits before a failed URL is tried again; after the last it is given up. */
const RETRY_MS = [10_000, 60_000, 600_000, 3_600_000, 86_400_000] as const;
const DAY_MS = 86_400_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The host itself cannot be talked to: the next URL would fare alike. */
const HOST_FAULTS = new Set<string>(['dns', 'connect', 'tls', 'timeout']);

/**
 * @param url.tries failures in a row so far. @param url.hops redirects in a row that led to it.
 * @param url.same whether the body is the one that is known already.
 */
export function judge(
  answer: HttpAnswer | HttpFailure,
  url: { tries: number; hops: number; same: boolean },
  now: number,
  rules: JudgeRules,
): Judgement {
  const again = rules.revisitMs === null ? {} : { next: now + rules.revisitMs };
  const settled = (outcome: Judgement['outcome']): Judgement => ({ outcome, ...again, tries: 0, hostFault: false });
  const final = (outcome: Judgement['outcome']): Judgement => ({ outcome, tries: 0, hostFault: false });

  if (answer.kind === 'failure') {
    if (answer.reason === 'private-address') return final('refused.private-address');
    return failed(`failed.${answer.reason}`, url.tries, now, { hostFault: HOST_FAULTS.has(answer.reason) });
  }
  const { status } = answer;
  if (status === 304) return settled('unchanged');
  if (status >= 200 && status < 300) return settled(url.same ? 'unchanged' : 'fetched');
  if (REDIRECTS.has(status)) return redirect(answer, url.hops, rules, settled);
  if (status === 404) return settled('gone.not-found');
  if (status === 410) return settled('gone.gone');
  if (status === 429) return failed('failed.too-many-requests', url.tries, now, asksForRest(answer, now));
  if (status === 503) return failed('failed.server-error', url.tries, now, asksForRest(answer, now));
  if (status >= 500) return failed('failed.server-error', url.tries, now, { hostFault: false });
  if (status >= 400) return settled('refused.client-error');
  return settled('refused.redirect-nowhere');
}

function redirect(
  answer: HttpAnswer,
  hops: number,
  { maxRedirects }: JudgeRules,
  settled: (outcome: Judgement['outcome']) => Judgement,
): Judgement {
  const location = headerOf(answer, 'location');
  if (!location) return settled('refused.redirect-nowhere');
  if (hops >= maxRedirects) return settled('refused.redirect-loop');
  return { ...settled('redirected'), location };
}

function failed(
  outcome: Judgement['outcome'],
  triesBefore: number,
  now: number,
  host: { hostFault: boolean; restUntil?: number },
): Judgement {
  const wait = RETRY_MS[triesBefore];
  const next = wait === undefined ? {} : { next: Math.max(now + wait, host.restUntil ?? 0) };
  return { outcome, ...next, tries: triesBefore + 1, ...host };
}

/** Retry-After in seconds or as a date, a day at most (RFC 9110, 10.2.3). */
function asksForRest(answer: HttpAnswer, now: number): { hostFault: true; restUntil?: number } {
  const text = headerOf(answer, 'retry-after')?.trim();
  if (!text) return { hostFault: true };
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : httpDate(text);
  return Number.isNaN(at) ? { hostFault: true } : { hostFault: true, restUntil: Math.min(at, now + DAY_MS) };
}

/** Weekday first and a time of day: `Date.parse` takes nearly any word with a number behind it for a date. */
const HTTP_DATE = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/** One of the three forms (RFC 9110, 5.6.7), of which one leaves out that it is GMT. Epoch ms; NaN: none of them. */
function httpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

export function headerOf(answer: Pick<HttpAnswer, 'headers'>, name: string): string | undefined {
  return answer.headers.find(([other]) => other.toLowerCase() === name)?.[1];
}
