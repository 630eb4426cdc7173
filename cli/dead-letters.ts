import { existsSync } from 'node:fs';
import { OBJECT_QUEUES, type ObjectMessage } from '../shared/ports/messages.ts';
import type { DeadLetter } from '../shared/ports/queue.ts';
import { UsageError } from './command.ts';
import { noCrawlMessage } from './open-crawl.ts';
import { openStores } from './run/wiring.ts';

/** Dead-letter queues, of a data folder or of a stack. The queue of visits has none, because the frontier repeats visits. */
export type DeadLetterQueues = {
  /** Lists up to `max` dead letters per queue, by queue name in the order of the stages. */
  letters(max: number): Promise<Map<string, DeadLetter<unknown>[]>>;
  /**
   * Sends up to `max` dead letters of each queue to the queue again.
   *
   * @returns the number sent, by queue name
   */
  redrive(max: number): Promise<Map<string, number>>;
  /**
   * Deletes up to `max` dead letters of each queue.
   *
   * @returns the deleted ones, by queue name
   */
  discard(max: number): Promise<Map<string, DeadLetter<unknown>[]>>;
  /** Counts the dead letters that another listing or redrive hides for now, by queue name. Absent: none are ever hidden. */
  hidden?(): Promise<Map<string, number>>;
};

/**
 * Opens the dead-letter queues of a data folder. A running crawl processes redriven messages at once.
 *
 * @param only name of a queue. Absent: all
 */
export async function withLocalDeadLetters<T>(
  dir: string,
  work: (queues: DeadLetterQueues) => Promise<T>,
  only?: string,
): Promise<T> {
  if (!existsSync(dir)) throw new UsageError(noCrawlMessage(dir));
  const chosen = OBJECT_QUEUES.filter((name) => only === undefined || name === only);
  const stores = openStores(dir);
  try {
    const each = async <A>(ask: (queue: (typeof stores)['captures']) => A) =>
      new Map(chosen.map((name): [string, A] => [name, ask(stores[name])]));
    return await work({
      letters: (max) => each((queue): DeadLetter<ObjectMessage>[] => queue.listDeadLetters(max)),
      redrive: (max) => each((queue) => queue.redrive(max)),
      discard: (max) => each((queue): DeadLetter<ObjectMessage>[] => queue.discard(max)),
    });
  } finally {
    stores.close();
  }
}
