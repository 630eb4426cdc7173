import { isBotCheck } from '../../http/bot-check.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpFailure, HttpResponse } from '../../ports/fetcher.ts';
import { restOf } from '../../robots/robots-item.ts';
import { backoffMs } from '../pause.ts';

/** A rest that a host has asked for. */
export type HostRest = {
  /** Its end, if the response has one (`Retry-After`). Epoch ms. */
  restUntil?: number;
};

/** Returns the rest that a response asks for; undefined if it asks for none. */
export function hostRestOf(response: HttpResponse | HttpFailure, now: number): HostRest | undefined {
  const restUntil = restOf(response, now);
  if (restUntil !== undefined) return { restUntil };
  if (response.kind === 'failure') return undefined;
  const { status, headers } = response;
  return status === 429 || status === 503 || isBotCheck(headers) ? {} : undefined;
}

/** Maximum rest of a host that names no time, in milliseconds. Some hosts refuse one request of each page, always, and not the others. */
const MAX_UNTIMED_MS = 300_000;

/** Number of remembered hosts from which on hosts whose rest has ended are forgotten. */
const MAX_HOSTS = 1_000;

/**
 * Remembers which hosts have asked for a rest. It takes the time that the host names, but at least five seconds, as after a visit, and
 * twice as long after each further such response, up to five minutes.
 */
export function createHostRests(clock: Clock) {
  /** Hosts whose last response asked for a rest. `until`: epoch ms; `failures`: such responses in a row. */
  const rests = new Map<string, { until: number; failures: number }>();
  const isResting = (host: string): boolean => (rests.get(host)?.until ?? 0) > clock.now();

  /** Forgets ended rests. Otherwise a host without further requests would be remembered forever. */
  function forgetEnded(): void {
    for (const host of rests.keys()) if (!isResting(host)) rests.delete(host);
  }

  return {
    /** @param rest undefined if the host asks for none */
    note(host: string, rest: HostRest | undefined): void {
      if (!rest) {
        rests.delete(host);
        return;
      }
      if (rests.size >= MAX_HOSTS && !rests.has(host)) forgetEnded();
      const failures = (rests.get(host)?.failures ?? 0) + 1;
      const untimedMs = Math.min(MAX_UNTIMED_MS, backoffMs(failures));
      rests.set(host, { until: Math.max(clock.now() + untimedMs, rest.restUntil ?? 0), failures });
    },
    /** The host has sent a page, so its next request for a rest is the first one again. */
    noteVisit(host: string): void {
      const rest = rests.get(host);
      if (rest) rest.failures = 0;
    },
    isResting,
  };
}
