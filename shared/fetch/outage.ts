import { mayHaveUnreachable } from '../frontier/host/retries-exhausted.ts';
import type { HostVisit } from './host-visit.ts';

/** Number of consecutive failures from which a host counts as down, not just as slow for one URL. */
const OUTAGE_FAILURES = 3;

/** Queues the pages that could not be reached during an outage, once per visit, as soon as the host responds again. */
export async function retryAfterOutage(visit: HostVisit, now: number): Promise<void> {
  const { pacing, results } = visit;
  if (results.hasRecovered || pacing.lock.failures < OUTAGE_FAILURES) return;
  results.hasRecovered = true;
  // The host has responded, so its consecutive failures end here even if later requests of this visit fail.
  pacing.lock = { ...pacing.lock, failures: 0 };
  if (mayHaveUnreachable(results.counts)) await visit.hostFrontier.retryUnreachable(now);
}
