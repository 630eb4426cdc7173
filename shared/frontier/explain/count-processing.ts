import type { Queue } from '../../ports/queue.ts';

type Depth = Pick<Queue<never>, 'depth'>;

/** The queues between fetch and the search engine. Absent: unknown, or the stage does not exist. */
export type StageQueues = { captures?: Depth; documents?: Depth; records?: Depth };

/**
 * Returns the number of stored objects that a stage has not processed yet, of all crawls that share the queues. An object has up to some
 * hundred pages. A queue that does not answer counts as empty.
 */
export async function countProcessing({ captures, documents, records }: StageQueues): Promise<number> {
  const depths = await Promise.allSettled([captures?.depth(), documents?.depth(), records?.depth()]);
  return depths.reduce((sum, depth) => {
    const found = depth.status === 'fulfilled' ? depth.value : undefined;
    return sum + (found ? found.waiting + found.inFlight : 0);
  }, 0);
}
