import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import { DAY_MS, HOUR_MS } from '../text/time-units.ts';
import type { Reason } from '../url/reason.ts';
import type { Interpretation } from './interpret-response.ts';
import type { HostFailureReason } from './robots-gate.ts';

/** Why a URL is not requested. `next`: when to check again, epoch ms; undefined: never. */
export type Refusal = { reason: Reason; next?: number };

/** A URL that `thresher delete` removed. It is not checked again. */
export const DELETED: Refusal = { reason: 'deleted' };

/** A known URL in a directory that revisits skip. It is not checked again until a setting changes. */
export const AVOIDED_DIRECTORY: Refusal = { reason: 'avoided-directory' };

/**
 * Delay before a URL that crashed its worker is tried again, in milliseconds; each further crash multiplies it by four.
 * The URL may be innocent: deployments and failing machines stop workers too.
 */
const POISON_RETRY_MS = HOUR_MS;
/** Maximum delay before a URL that crashed its worker is tried again: a day, in milliseconds. */
const MAX_POISON_RETRY_MS = DAY_MS;

/** Returns the outcome of a URL whose crash marker is set. */
export function poisoned({ page }: FetchCandidate, now: number): Interpretation {
  const tries = page?.tries ?? 0;
  const delayMs = Math.min(POISON_RETRY_MS * 4 ** tries, MAX_POISON_RETRY_MS);
  return { outcome: 'refused.poison', tries: tries + 1, hostFault: false, next: now + delayMs };
}

/** Errors while robots.txt is fetched, or a check for browsers instead of it: the URL has the outcome `failed.…`. Any other reason gives `refused.…`. */
const ROBOTS_FAILURES: ReadonlySet<Reason> = new Set<HostFailureReason | 'bot-check'>([
  'dns',
  'connect',
  'tls',
  'timeout',
  'bot-check',
]);

/** Returns the outcome of a URL that robots.txt or a rule of the crawl refuses. */
export function refused({ page }: Pick<FetchCandidate, 'page'>, { reason, next }: Refusal): Interpretation {
  const retry = next === undefined ? {} : { next };
  const outcome = ROBOTS_FAILURES.has(reason) ? (`failed.${reason}` as const) : (`refused.${reason}` as const);
  return { outcome, tries: page?.tries ?? 0, hostFault: false, ...retry };
}
