import { findResourceFault } from '../../shared/http/local-fault.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { createFaultLimit } from '../run/fault-limit.ts';
import { requeueCrashed } from '../run/requeue-crashed.ts';
import { findStorageFault, type StorageError } from '../run/storage-fault.ts';
import { startThreads } from '../run/threads.ts';
import { createWakeup } from '../run/wakeup.ts';
import type { Stores } from '../run/wiring.ts';

export type StageHooks = {
  /** Called for a failure of a stage. The message is retried. */
  onFault(message: string): void;
  /** Called when a message becomes a dead letter. */
  onDeadLetter(message: string): void;
  /** Called after a model of the topic was trained again, or could not be. */
  onRetrained(message: string): void;
};

/** The stages after fetch, in threads as in a crawl. */
export type Stages = {
  /**
   * Resolves when no more than `most` messages wait or are being processed, or the signal aborts.
   *
   * @throws the error that keeps the stages from going on
   */
  waitFor(most: number, signal: AbortSignal): Promise<void>;
  /** Lets each thread finish its message. */
  end(): Promise<void>;
};

/** Longest time between two looks at the queues. Milliseconds. */
const POLL_MS = 500;

/** @param validKey key of settings that this process has validated */
export function startStages(
  dir: string,
  crawl: string,
  validKey: string | undefined,
  stores: Stores,
  { onFault, onDeadLetter, onRetrained }: StageHooks,
): Stages {
  const clock: Clock = stores.clock;
  const wakeup = createWakeup();
  const faultLimit = createFaultLimit(clock, 'no imported page was processed');
  let fatal: Error | undefined;
  const fail = (error: Error) => {
    fatal ??= error;
    wakeup.notify();
  };
  const threads = startThreads(
    dir,
    { now: clock.now, validKey },
    {
      onLearned() {},
      onRetrained,
      onProgress(isDone) {
        if (isDone) faultLimit.recordSuccess();
        wakeup.notify();
      },
      onError(error: StorageError, isDead) {
        if (isDead) return onDeadLetter(error.message);
        const fault = findStorageFault(error);
        if (fault) return fail(asError(fault));
        onFault(error.message);
        const lasting = findResourceFault(error) && faultLimit.recordFault(asError(error));
        if (lasting) fail(lasting);
      },
      onCrash: requeueCrashed(stores, { onRetry: onFault, onDeadLetter, onFatal: fail }),
      onExit: fail,
    },
  );
  return {
    async waitFor(most, signal) {
      const wake = () => wakeup.notify();
      signal.addEventListener('abort', wake);
      threads.wake();
      try {
        while (!signal.aborted) {
          if (fatal) throw fatal;
          if (stores.progress(crawl, clock.now()).pendingMessages <= most) return;
          await wakeup.wait(POLL_MS);
        }
      } finally {
        signal.removeEventListener('abort', wake);
      }
    },
    end: () => threads.end(),
  };
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : Object.assign(new Error((error as StorageError).message), error);
