import type { Queue } from '../shared/ports/queue.ts';
import { errorFields, log } from './log.ts';

/** The queues of the stages between fetch and the frontier. Absent: unknown. */
export type LinkSources = { captures?: Pick<Queue<never>, 'depth'>; documents?: Pick<Queue<never>, 'depth'> };

/**
 * Returns whether fetched pages are being processed whose links may make hosts due. A queue that does not answer counts as empty:
 * the next call of dispatch finds the hosts.
 */
export async function areStagesBusy({ captures, documents }: LinkSources): Promise<boolean> {
  for (const depth of await Promise.allSettled([captures?.depth(), documents?.depth()])) {
    if (depth.status === 'rejected') log('error', 'no-depth', errorFields(depth.reason));
    else if (depth.value && depth.value.waiting + depth.value.inFlight > 0) return true;
  }
  return false;
}
