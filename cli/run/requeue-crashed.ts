import type { ObjectQueueName } from '../../shared/ports/messages.ts';
import { findStorageFault } from './folder/storage-fault.ts';
import type { ThreadEvents } from './threads/threads.ts';
import type { Stores } from './wiring.ts';

/**
 * Number of thread crashes in one run after which a message becomes a dead letter, per stage. The first crash may be the
 * fault of an earlier message that filled the heap. For captures, the second and third crash identify the poison page and
 * the fourth try skips it (`shared/clean/poison-journal.ts`), as in a stack.
 */
const MAX_CRASHES: Record<ObjectQueueName, number> = { captures: 5, documents: 2, records: 2 };

export type CrashEvents = {
  onRetry(message: string): void;
  onDeadLetter(message: string): void;
  /** Called for an error that ends the run, such as a full disk. */
  onFatal(error: Error): void;
};

/**
 * Returns a handler for a thread that crashed while it processed a message. The message is retried at once, and becomes a
 * dead letter after `MAX_CRASHES` crashes.
 */
export function requeueCrashed(
  stores: Pick<Stores, ObjectQueueName>,
  { onRetry, onDeadLetter, onFatal }: CrashEvents,
): ThreadEvents['onCrash'] {
  const crashes = new Map<string, number>();
  return ({ stage, crawl, receipt }, error) => {
    if (findStorageFault(error)) return onFatal(error);
    const name = `${stage} ${receipt}`;
    const n = (crashes.get(name) ?? 0) + 1;
    crashes.set(name, n);
    const description = `${stage} of ${crawl}: ${error.message}`;
    const isOver = n >= MAX_CRASHES[stage];
    // `nack` ends the lease, so this receive counts, also if the process is killed before the next one.
    const settled = isOver ? stores[stage].deadLetter([{ receipt }]) : stores[stage].nack([{ receipt }], 0);
    settled.then(() => (isOver ? onDeadLetter(description) : onRetry(description)), onFatal);
  };
}
