import type { Queue } from '../../ports/queue.ts';

type Depth = Pick<Queue<never>, 'depth'>;

/** The queues between fetch and the search engine. Absent: unknown, or the stage does not exist. */
export type StageQueues = { captures?: Depth; documents?: Depth; records?: Depth };

/** Objects of stages, of all crawls that share the queues. An object has up to some hundred pages. */
export type StageWork = {
  /** Objects that a stage has not processed yet. */
  processing: number;
  /** Objects that a stage could not process in several tries. */
  deadLetters: number;
};

/** Counts the messages of the stages. A queue that does not answer counts as empty. */
export async function readStageQueues({ captures, documents, records }: StageQueues): Promise<StageWork> {
  const work: StageWork = { processing: 0, deadLetters: 0 };
  for (const depth of await Promise.allSettled([captures?.depth(), documents?.depth(), records?.depth()])) {
    if (depth.status !== 'fulfilled' || !depth.value) continue;
    work.processing += depth.value.waiting + depth.value.inFlight;
    work.deadLetters += depth.value.dead;
  }
  return work;
}
