import type { LockChange } from '../ports/host-lock.ts';
import type { HostVisit } from './host-visit.ts';
import { lockAfterVisit } from './pause.ts';

/**
 * Waits for the host's pause and returns whether the next request may start. The request's timeout and wait for bandwidth, the
 * time to render its page, the longest pause after it and the clock skew must end before the lease expires.
 */
export async function mayStart({ ports, options, pacing }: HostVisit): Promise<boolean> {
  const { until } = pacing.lock;
  const waitMs = pacing.openAt - ports.clock.now();
  const start = Math.max(pacing.openAt, ports.clock.now());
  if (start - pacing.startedAt > options.visitMs) return false;
  const pauseMs = Math.max(pacing.pauseMs, options.fetchTimeoutMs * options.answerTimeFactor);
  const requestMs = options.fetchTimeoutMs + (options.maxHeldMs ?? 0) + (options.rendering?.maxMs ?? 0);
  if (start + requestMs + pauseMs + 2 * options.skewMs >= until) return false;
  if (waitMs > 0) await ports.clock.sleep(waitMs, options.signal);
  if (options.signal?.aborted) return false;
  // The sleep may take longer than requested.
  return ports.clock.now() + requestMs + pauseMs + 2 * options.skewMs < until;
}

/** Starts the pause after a request to the host has ended. */
export function startPause({ pacing }: HostVisit, now: number, pauseMs: number): void {
  pacing.lastEnd = now;
  pacing.pauseMs = pauseMs;
  pacing.openAt = now + pauseMs;
}

/** Ends the visit after its current URL: the host failed or asked for fewer requests. @param restUntil end of the rest it asked for, epoch ms */
export async function recordHostFault(visit: HostVisit, restUntil: number | undefined): Promise<void> {
  const { pacing, ports, head } = visit;
  pacing.hostFault = true;
  if (restUntil === undefined) return;
  pacing.restUntil = restUntil;
  // Store it now: a worker that is killed before it releases the lock would lose it.
  await ports.locks.setOpenAt(head.group, pacing.lock.token, lockChange(visit).openAt);
}

/** Returns the change with which the visit releases its lock. */
export function lockChange({ pacing, options }: HostVisit): LockChange {
  const { lock, openAt, lastEnd, pauseMs, hostFault, restUntil } = pacing;
  if (lastEnd === undefined) return { openAt: Math.max(openAt, restUntil ?? 0), pauseMs, failures: lock.failures };
  const rest = restUntil === undefined ? {} : { restUntil };
  return lockAfterVisit(lock, { lastEnd, pauseMs, hostFault, ...rest }, options.skewMs);
}
