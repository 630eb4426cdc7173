import type { Queue } from '../../ports/queue.ts';

type Depth = Pick<Queue<never>, 'depth'>;

/** The queues between fetch and the search engine. Absent: unknown, or the stage does not exist. */
export type StageQueues = { captures?: Depth; documents?: Depth; records?: Depth };

/** Objects of stages; in a stack, of all crawls, because SQS does not count by crawl. An object has up to some hundred pages. */
export type StageWork = {
  /** Objects that a stage has not processed yet, and one for each queue that does not answer: a crawl is not done then. */
  processing: number;
  /** Queues that do not answer. */
  unanswered: number;
  /** Objects that a stage could not process in several tries. */
  deadLetters: number;
};

/** Counts the messages of the stages. */
export async function readStageQueues(
  crawl: string,
  { captures, documents, records }: StageQueues,
): Promise<StageWork> {
  const work: StageWork = { processing: 0, unanswered: 0, deadLetters: 0 };
  const depths = [captures?.depth(crawl), documents?.depth(crawl), records?.depth(crawl)];
  for (const depth of await Promise.allSettled(depths)) {
    if (depth.status === 'rejected') {
      work.processing++;
      work.unanswered++;
    } else if (depth.value) {
      work.processing += depth.value.waiting + depth.value.inFlight;
      work.deadLetters += depth.value.dead;
    }
  }
  return work;
}
