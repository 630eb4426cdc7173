import type { RequeueInfo } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { DAY_MS } from '../shared/text/time-units.ts';
import type { Work } from './batch.ts';
import { errorFields, log } from './log.ts';

/**
 * Delays before the next attempt: a quarter of the time since the first, within these limits. A store that takes a part of the requests makes
 * each attempt repeat its work and its messages. The longest is below the period of the alarm on `search-unavailable`. Milliseconds.
 */
const [MIN_DELAY_MS, MAX_DELAY_MS] = [30_000, 240_000];

/** A message that was requeued for longer fails: the store may be rejecting only this one. Milliseconds. */
const MAX_REQUEUE_MS = DAY_MS;

/**
 * Tells for each event of the log whether an error means that a store is unavailable: the search engine, or the tables, buckets and
 * queues.
 */
export type Outages = Partial<Record<'search-unavailable' | 'store-unavailable', (error: unknown) => boolean>>;

/**
 * Wraps the work of a batch so that messages are sent again as new ones while a store is unavailable: an outage must not use up their
 * receives, or all of them would be dead-lettered. Earlier failures still count. After the first error, messages of the batch whose work has
 * not begun are requeued without a try. A message that a store rejects fails as in every stage. So does one that was requeued for a day,
 * since a store that is too busy for a single message reports the same error as one that is too busy for all.
 *
 * @param queue the queue that the batch came from
 * @param now epoch ms
 * @param work its receives include those of earlier messages (`requeue-untried.ts`)
 */
export function requeueWhenDown<Message extends object>(
  queue: Pick<Queue<Message & RequeueInfo>, 'send'>,
  outages: Outages,
  now: () => number,
  work: Work<Message & RequeueInfo>,
): Work<Message & RequeueInfo> {
  let isDown = false;
  return async (message, receives, isFirst) => {
    const { since = now() } = message;
    const failures = receives - 1;
    try {
      if (!isDown) return await work(message, receives, isFirst);
    } catch (error) {
      const outage = Object.entries(outages).find(([, isReportedBy]) => isReportedBy(error));
      if (!outage) throw error;
      isDown = true;
      log('error', outage[0], errorFields(error));
      if (now() - since > MAX_REQUEUE_MS) throw error;
    }
    const delayMs = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (now() - since) / 4));
    return queue.send([{ ...message, since, ...(failures > 0 && { failures }) }], delayMs);
  };
}
