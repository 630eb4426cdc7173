import type { ObjectQueueName } from '../../ports/messages.ts';
import type { Objects } from '../../ports/objects.ts';
import type { SanityRun } from './sanity-run.ts';

/** A stored message. `isLeased`: a process received it and did not finish. */
export type StoredMessage = { id: number; queue: ObjectQueueName; crawl: string; key: string; isLeased: boolean };

/** What sanity reads and repairs in the queues of a data folder. */
export type MessageStore = {
  messages(): Iterable<StoredMessage>;
  deadLetters(): Iterable<Omit<StoredMessage, 'id' | 'isLeased'>>;
  remove(ids: readonly number[]): void;
  send(queue: ObjectQueueName, crawl: string, key: string): Promise<void>;
};

/** The queued objects of one crawl. */
export type SanityQueues = {
  has(queue: ObjectQueueName, key: string): boolean;
  /** Sends an object again, unless it is queued already. */
  send(queue: ObjectQueueName, key: string): Promise<void>;
};

/**
 * Reads all messages. Reports those without an object or crawl, leases of a killed process, and dead letters.
 *
 * @param crawls names of all crawls in the folder
 */
export async function readQueues(
  { crawl, problems, repair }: SanityRun,
  crawls: ReadonlySet<string>,
  { store, objects }: { store: MessageStore; objects: Objects },
): Promise<SanityQueues> {
  const queued = new Set<string>();
  const orphans: number[] = [];
  for (const { id, queue, crawl: own, key, isLeased } of store.messages()) {
    const isKnown = crawls.has(own);
    // Messages of the other crawls of the folder are checked with those crawls.
    if (isKnown && own !== crawl) continue;
    if (!isKnown || (await objects.get(key, { offset: 0, length: 1 })) === undefined) {
      problems.add('orphaned-message', `${queue}: ${key}`, repair);
      orphans.push(id);
      continue;
    }
    queued.add(`${queue} ${key}`);
    if (isLeased) problems.add('stale-lease', `${queue}: ${key}`, repair);
  }
  if (repair) store.remove(orphans);
  for (const letter of store.deadLetters()) {
    if (letter.crawl !== crawl) continue;
    problems.add('dead-letter', `${letter.queue}: ${letter.key}`);
    queued.add(`${letter.queue} ${letter.key}`);
  }
  return {
    has: (queue, key) => queued.has(`${queue} ${key}`),
    async send(queue, key) {
      if (queued.has(`${queue} ${key}`)) return;
      queued.add(`${queue} ${key}`);
      await store.send(queue, crawl, key);
    },
  };
}
