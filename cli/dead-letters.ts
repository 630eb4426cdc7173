import { existsSync } from 'node:fs';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import type { DeadLetter } from '../shared/ports/queue.ts';
import { UsageError } from './command.ts';
import { openStores } from './run/wiring.ts';

/** What of a queue was given up, on either side. */
export type DeadQueues = {
  /** By the name of the queue that they were in, in the order of the stages. */
  letters(max: number): Promise<Map<string, DeadLetter<unknown>[]>>;
  /** Sends up to `max` of each queue again. @returns how many, by name. */
  redrive(max: number): Promise<Map<string, number>>;
};

/** Queues of objects that are to be worked on; that of visits keeps none, as the frontier repeats them. */
export const QUEUES = ['captures', 'documents', 'records'] as const;

/** Those of a data folder. A crawl may run meanwhile, and takes up at once what is sent again. */
export async function withDeadQueuesHere<T>(dir: string, work: (queues: DeadQueues) => Promise<T>): Promise<T> {
  if (!existsSync(dir)) throw new UsageError(`${dir}: nothing was crawled here yet (thresher crawl URL…)`);
  const stores = openStores(dir);
  try {
    const each = async <A>(ask: (queue: (typeof stores)['captures']) => A) =>
      new Map(QUEUES.map((name): [string, A] => [name, ask(stores[name])]));
    return await work({
      letters: (max) => each((queue): DeadLetter<ObjectMessage>[] => queue.deadLetters(max)),
      redrive: (max) => each((queue) => queue.redrive(max)),
    });
  } finally {
    stores.close();
  }
}
