import { removeMark } from '../../../shared/clean/poison-journal.ts';
import { findResourceFault } from '../../../shared/http/local-fault.ts';
import { createFaultLimit } from '../fault-limit.ts';
import { asError, findStorageFault } from '../folder/storage-fault.ts';
import type { SettingsReading } from '../pipeline.ts';
import { createFaultReporter } from '../report-faults.ts';
import { requeueCrashed } from '../requeue-crashed.ts';
import type { Stores } from '../wiring.ts';
import { startThreads, type ThreadEvents, type Threads } from './threads.ts';

/** Receives what happens in the threads of the stages. */
export type StageEvents = Pick<ThreadEvents, 'onLearned' | 'onRetrained'> & {
  /** Called after each message that was processed, and when the queues are empty. */
  onProgress(): void;
  /** Called for a failure of a stage. The message is retried. */
  onFault(message: string): void;
  /** Called when a message becomes a dead letter. */
  onDeadLetter(message: string): void;
  /** Called for an error that keeps the stages from going on, such as a full disk. */
  onFatal(error: Error): void;
};

/**
 * Starts the threads of the stages after fetch.
 *
 * @param reading `validKey` is that of settings that this process has validated
 * @param noProgress what has not happened if each message fails for long, such as `no fetched page was processed`
 */
export function startStageThreads(
  dir: string,
  reading: SettingsReading,
  stores: Stores,
  noProgress: string,
  { onLearned, onRetrained, onProgress, onFault, onDeadLetter, onFatal }: StageEvents,
): Threads {
  const faultLimit = createFaultLimit(stores.clock, noProgress);
  const reportFault = createFaultReporter(stores.clock, onFault);
  return startThreads(
    dir,
    { now: stores.clock.now, reading },
    {
      onLearned,
      onRetrained,
      onProgress(isDone) {
        if (isDone) faultLimit.recordSuccess();
        onProgress();
      },
      onError(error, isDead) {
        if (isDead) return onDeadLetter(error.message);
        const fault = findStorageFault(error);
        if (fault) onFatal(asError(fault));
        else reportFault(asError(error));
        const lasting = findResourceFault(error) && faultLimit.recordFault(asError(error));
        if (lasting) onFatal(lasting);
      },
      onCrash: requeueCrashed(stores, { onRetry: onFault, onDeadLetter, onFatal }),
      async onCut({ stage, key, receipt }) {
        await stores[stage].release([{ receipt }], 0);
        if (stage === 'captures') await removeMark(key, stores.objects);
      },
      onExit: onFatal,
    },
  );
}
