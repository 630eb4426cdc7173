import { diskFullError, isDiskFull } from './disk-full.ts';
import type { MessageInProgress } from './pipeline.ts';
import type { ThreadEvents } from './threads.ts';
import type { Stores } from './wiring.ts';

/**
 * The first end may be another message's fault, which left the thread full. Of captures a page that ends threads is found
 * by the second and third, and passed over at the fourth (`shared/clean/poison-journal.ts`), as in a stack.
 */
const MAX_CRASHES: Record<MessageInProgress['stage'], number> = { captures: 5, documents: 2, records: 2 };

/**
 * What becomes of a message on which a thread ended: it comes again at once, and is counted as received; when it has ended
 * too many in the same run it is put with the dead letters.
 *
 * @param told.failed called for a fault that ends the run: a full disk is no message's.
 */
export function requeueCrashed(
  stores: Pick<Stores, MessageInProgress['stage']>,
  told: { again(message: string): void; buried(message: string): void; failed(error: Error): void },
): ThreadEvents['onCrash'] {
  const ends = new Map<string, number>();
  return ({ stage, crawl, receipt }, error) => {
    if (isDiskFull(undefined, String(error))) return told.failed(diskFullError(String(error)));
    const name = `${stage} ${receipt}`;
    const n = (ends.get(name) ?? 0) + 1;
    ends.set(name, n);
    const what = `${stage} of ${crawl}: ${error.message}`;
    // Without a delay: a message that is hidden when the runner ends is not counted as received.
    const isOver = n >= MAX_CRASHES[stage];
    const settled = isOver ? stores[stage].deadLetter([{ receipt }]) : stores[stage].nack([{ receipt }], 0);
    settled.then(() => (isOver ? told.buried(what) : told.again(what)), told.failed);
  };
}
