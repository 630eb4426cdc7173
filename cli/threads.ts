import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './pipeline-thread.ts';

/** The threads that clean, classify and index. */
export type Threads = {
  /** Something was put into a queue. */
  wake(): void;
  /** Lets each end the message it has, and waits for it. */
  end(): Promise<void>;
};

/** The event loop keeps one core busy with fetching. */
export const THREADS = Math.max(1, availableParallelism() - 1);

/**
 * An object's pages are many and short-lived: left to itself, a thread lets 100 MB of them lie. V8 lets a heap that may
 * become large grow to four times of what is alive before it clears it, one of less than 2 GB to less than twice that:
 * a quarter less memory for the whole process. It is a limit too: ten times what the pages of an object take.
 */
const RESOURCES = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1_024 };

/**
 * @param heard.worked called after each message. @param heard.failed called for a fault: its message comes again.
 * @param heard.died called when a thread ends that was not told to.
 */
export function startThreads(
  dir: string,
  heard: {
    worked(): void;
    failed(error: { message: string; code: string | undefined }): void;
    died(error: Error): void;
  },
): Threads {
  let ending = false;
  const workers = Array.from({ length: THREADS }, () => {
    const worker = new Worker(new URL('./pipeline-thread.ts', import.meta.url), {
      workerData: { dir },
      resourceLimits: RESOURCES,
    });
    worker.on('message', (message: FromThread) => {
      if (message.error) heard.failed(message.error);
      else heard.worked();
    });
    worker.on('error', heard.died);
    const gone = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        if (!ending) heard.died(new Error(`a thread ended with code ${code}`));
        resolve();
      });
    });
    return { worker, gone };
  });
  const tell = (message: ToThread) => {
    for (const { worker } of workers) worker.postMessage(message);
  };
  return {
    wake: () => tell('wake'),
    async end() {
      ending = true;
      tell('end');
      await Promise.all(workers.map(({ gone }) => gone));
    },
  };
}
