import { type StageEvents, startStageThreads } from '../run/threads/stage-threads.ts';
import { createWakeup } from '../run/wakeup.ts';
import type { Stores } from '../run/wiring.ts';

export type StageHooks = Pick<StageEvents, 'onRetrained' | 'onFault' | 'onDeadLetter'>;

/** The stages after fetch, in threads as in a crawl. */
export type Stages = {
  /**
   * Resolves when no more than `most` messages wait or are being processed, or the signal aborts.
   *
   * @throws the error that keeps the stages from going on
   */
  waitFor(most: number, signal: AbortSignal): Promise<void>;
  /** Lets each thread finish its message, after an abort of the signal those that do so within seconds (`Threads.end`). */
  end(signal: AbortSignal): Promise<void>;
};

/** Longest time between two looks at the queues. Milliseconds. */
const POLL_MS = 500;

/** @param validKey key of settings that this process has validated */
export function startStages(
  dir: string,
  crawl: string,
  validKey: string | undefined,
  stores: Stores,
  hooks: StageHooks,
): Stages {
  const wakeup = createWakeup();
  let fatal: Error | undefined;
  const threads = startStageThreads(dir, { validKey }, stores, 'no imported page was processed', {
    ...hooks,
    onLearned() {},
    onProgress: wakeup.notify,
    onFatal(error) {
      fatal ??= error;
      wakeup.notify();
    },
  });
  return {
    async waitFor(most, signal) {
      signal.addEventListener('abort', wakeup.notify);
      threads.wake();
      try {
        while (!signal.aborted) {
          if (fatal) throw fatal;
          if (stores.progress(crawl, stores.clock.now()).pendingMessages <= most) return;
          await wakeup.wait(POLL_MS);
        }
      } finally {
        signal.removeEventListener('abort', wakeup.notify);
      }
    },
    end: threads.end,
  };
}
