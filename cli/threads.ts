import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './pipeline-thread.ts';

/** The threads that clean, classify and index. */
export type Threads = {
  /** Something was put into a queue. */
  wake(): void;
  /** No thread had anything to do when it last looked. */
  idle(): boolean;
  /** Lets each end the message it has, and waits for it. */
  end(): Promise<void>;
};

/** The event loop keeps one core busy with fetching. */
export const THREADS = Math.max(1, availableParallelism() - 1);

/** An object's pages are many and short-lived: left to itself, a thread lets 100 MB of them lie. */
const RESOURCES = { maxYoungGenerationSizeMb: 32 };

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
  const idle = new Set<Worker>();
  let ending = false;
  const workers = Array.from({ length: THREADS }, () => {
    const worker = new Worker(new URL('./pipeline-thread.ts', import.meta.url), {
      workerData: { dir },
      resourceLimits: RESOURCES,
    });
    worker.on('message', (message: FromThread) => {
      if (message.idle) idle.add(worker);
      else idle.delete(worker);
      if (message.worked) heard.worked();
      if (message.error) heard.failed(message.error);
      if (message.idle) heard.worked();
    });
    worker.on('error', heard.died);
    worker.on('exit', (code) => {
      if (!ending) heard.died(new Error(`a thread ended with code ${code}`));
    });
    return worker;
  });
  const tell = (message: ToThread) => {
    for (const worker of workers) worker.postMessage(message);
  };
  return {
    wake() {
      idle.clear();
      tell('wake');
    },
    idle: () => idle.size === workers.length,
    async end() {
      ending = true;
      const gone = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
      tell('end');
      await Promise.all(gone);
    },
  };
}
