import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StorageError } from '../folder/storage-fault.ts';
import type { MessageInProgress, SettingsReading } from '../pipeline.ts';
import type { FromThread, ThreadData, ToThread } from './pipeline-thread.ts';

/** Threads that clean, classify and index. */
export type Threads = {
  /** Wakes idle threads, because a queue has new messages. */
  wake(): void;
  /**
   * Lets each thread finish its message, and waits for all threads to exit.
   *
   * @param interrupt threads that still work `INTERRUPTED_STAGES_MS` after it aborts, or after this call if it has, are ended: the next run
   *   repeats their messages (`onCut`). Absent: no limit
   */
  end(interrupt?: AbortSignal): Promise<void>;
};

/** Number of threads: all cores but one, which the event loop uses for fetching. */
export const THREAD_COUNT = Math.max(1, availableParallelism() - 1);

/**
 * Time in which the stages of an interrupted run may finish their objects, which takes minutes if pages are slow. Services of containers kill a
 * process ten seconds after SIGTERM, and visits end before the stages. Milliseconds.
 */
export const INTERRUPTED_STAGES_MS = 4_000;

/** Time in which a thread kills the external program that it waits for, and removes its files, before the thread is ended. Milliseconds. */
export const CUT_GRACE_MS = 500;

/**
 * Heap limits of a thread. Pages are many and short-lived. With the default limits a thread keeps 100 MB of garbage,
 * because V8 lets a large heap grow to four times the live size, and a heap of less than 2 GB to less than twice. The
 * limits save a quarter of the memory of the process. Ten times the pages of an object fit into the old generation.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1_024 };

/** Receives what threads report. */
export type ThreadEvents = {
  /** Called after each message that was processed (`isDone`), and when the queues are empty. */
  onProgress(isDone: boolean): void;
  /** Called with what a thread has learned about the links of a crawl (`LinkLearner`). */
  onLearned(crawl: string, delta: Uint8Array): void;
  /** Called after a model was trained again, or could not be. */
  onRetrained(message: string): void;
  /** Called when processing a message fails. The message is retried, or is a dead letter now (`isDead`). */
  onError(error: StorageError, isDead: boolean): void;
  /**
   * Called when a thread crashes while it processes a message, for example over its heap limit. A new thread replaces
   * it.
   */
  onCrash(current: MessageInProgress, error: Error): void;
  /** Called for a message whose thread `end` has ended. The message is not at fault. Nothing is reported if it rejects. */
  onCut(current: MessageInProgress): Promise<void>;
  /** Called when a thread ends unexpectedly without a message. */
  onExit(error: Error): void;
};

/** A thread that runs `pipeline-thread.ts`, as far as it is used here. */
export type StageWorker = {
  postMessage(message: ToThread): void;
  on(event: 'message', listener: (message: FromThread) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  /** Ends the thread at once. A transaction that it has not committed is rolled back. */
  terminate(): unknown;
};

/** Starts a thread. Most tests put a function here that runs the stages in their own thread, where the modules are loaded already. */
export const stageWorkers = { start: startWorker };

type Thread = { worker: StageWorker; exited: Promise<void> };

/**
 * @param run.now current time of the run, epoch ms: threads must not see an earlier one
 * @param run.reading `validKey` is that of the settings that this thread has validated
 */
export function startThreads(
  dir: string,
  { now, reading }: { now: () => number; reading: SettingsReading },
  events: ThreadEvents,
): Threads {
  let ending = false;
  let isCut = false;
  const threads = new Set<Thread>();

  const start = (trains: boolean) => {
    const worker = stageWorkers.start({ dir, since: now(), trains, reading });
    let current: MessageInProgress | undefined;
    let error: Error | undefined;
    worker.on('message', (message: FromThread) => {
      if ('learned' in message) return events.onLearned(message.learned.crawl, message.learned.delta);
      if ('retrained' in message) return events.onRetrained(message.retrained);
      current = 'started' in message ? message.started : undefined;
      if ('error' in message) {
        // Otherwise it may be the interrupt.
        if (!isCut || message.isDead) events.onError(message.error, message.isDead);
      } else if (!current) events.onProgress('worked' in message);
    });
    worker.on('error', (thrown) => {
      error = thrown;
    });
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    const thread = { worker, exited };
    threads.add(thread);
    // All messages of the thread have arrived before `exit`.
    worker.once('exit', async (code) => {
      threads.delete(thread);
      const reason = error ?? new Error(`a thread ended with code ${code}`);
      // A full disk may prevent `onCut`. Then the next run releases the message.
      if (isCut) await (current && events.onCut(current).catch(() => {}));
      else if (current) events.onCrash(current, reason);
      else if (error || !ending) events.onExit(reason);
      if (current && !ending) start(trains);
      resolve();
    });
  };
  for (let i = 0; i < THREAD_COUNT; i++) start(i === 0);

  const post = (message: ToThread) => {
    for (const { worker } of threads) worker.postMessage(message);
  };
  let timer: NodeJS.Timeout | undefined;
  const cut = () => {
    isCut = true;
    post('cut');
    timer = setTimeout(() => {
      for (const { worker } of threads) worker.terminate();
    }, CUT_GRACE_MS);
  };
  return {
    wake: () => post('wake'),
    async end(interrupt) {
      ending = true;
      post('end');
      const limit = () => {
        timer = setTimeout(cut, INTERRUPTED_STAGES_MS);
      };
      if (interrupt?.aborted) limit();
      else interrupt?.addEventListener('abort', limit);
      await Promise.all(Array.from(threads, ({ exited }) => exited));
      interrupt?.removeEventListener('abort', limit);
      clearTimeout(timer);
    },
  };
}

function startWorker(workerData: ThreadData): StageWorker {
  return new Worker(new URL('./pipeline-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: RESOURCE_LIMITS,
  });
}
