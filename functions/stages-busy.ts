import type { StageQueues } from '../shared/frontier/explain/read-stage-queues.ts';
import { errorFields, log } from './log.ts';

/** The queues of the stages that find links. */
export type LinkStageQueues = Pick<StageQueues, 'captures' | 'documents'>;

/**
 * Returns whether fetched pages are being processed whose links may make hosts due. A queue that does not answer counts as empty:
 * the next call of dispatch finds the hosts.
 */
export async function areStagesBusy({ captures, documents }: LinkStageQueues): Promise<boolean> {
  for (const depth of await Promise.allSettled([captures?.depth(), documents?.depth()])) {
    if (depth.status === 'rejected') log('error', 'no-depth', errorFields(depth.reason));
    else if (depth.value && depth.value.waiting + depth.value.inFlight > 0) return true;
  }
  return false;
}
