import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { MessageInProgress } from './pipeline.ts';
import type { FromThread, ToThread } from './pipeline-thread.ts';

/** The threads that clean, classify and index. */
export type Threads = {
  /** Something was put into a queue. */
  wake(): void;
  /** Lets each end the message it has, and waits for it. */
  end(): Promise<void>;
};

/** The event loop keeps one core busy with fetching. */
export const THREAD_COUNT = Math.max(1, availableParallelism() - 1);

/**
 * An object's pages are many and short-lived: left to itself, a thread lets 100 MB of them lie. V8 lets a heap that may
 * become large grow to four times of what is alive before it clears it, one of less than 2 GB to less than twice that:
 * a quarter less memory for the whole process. It is a limit too: ten times what the pages of an object take.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1_024 };

export type ThreadEvents = {
  /** After each message, and when none is left. */
  onProgress(): void;
  /** A fault: its message comes again. */
  onError(error: { message: string; code: string | undefined }): void;
  /** A thread ended within its work on a message, over the limit of its heap for example. Another takes its place. */
  onCrash(begun: MessageInProgress, error: Error): void;
  /** A thread ended that was not told to, and had no message. */
  onExit(error: Error): void;
};

type Thread = { worker: Worker; gone: Promise<void> };

export function startThreads(dir: string, heard: ThreadEvents): Threads {
  let ending = false;
  const threads = new Set<Thread>();

  const start = () => {
    const worker = startWorker(dir);
    let begun: MessageInProgress | undefined;
    let error: Error | undefined;
    worker.on('message', (message: FromThread) => {
      begun = 'begun' in message ? message.begun : undefined;
      if ('error' in message) heard.onError(message.error);
      else if (!begun) heard.onProgress();
    });
    worker.on('error', (thrown) => {
      error = thrown;
    });
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const thread = { worker, gone };
    threads.add(thread);
    // What it said before its end was heard by then.
    worker.once('exit', (code) => {
      threads.delete(thread);
      const why = error ?? new Error(`a thread ended with code ${code}`);
      if (begun) heard.onCrash(begun, why);
      else if (error || !ending) heard.onExit(why);
      if (begun && !ending) start();
      resolve();
    });
  };
  for (let i = 0; i < THREAD_COUNT; i++) start();

  const tell = (message: ToThread) => {
    for (const { worker } of threads) worker.postMessage(message);
  };
  return {
    wake: () => tell('wake'),
    async end() {
      ending = true;
      tell('end');
      await Promise.all(Array.from(threads, ({ gone }) => gone));
    },
  };
}

function startWorker(dir: string): Worker {
  return new Worker(new URL('./pipeline-thread.ts', import.meta.url), {
    workerData: { dir },
    resourceLimits: RESOURCE_LIMITS,
  });
}
