import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CALL_NAMES, type SearchCalls } from './search-calls.ts';
import type { FromSearchThread, ToSearchThread } from './search-thread.ts';

/** A search took or waited longer than the limit. */
export class SearchTimeoutError extends Error {
  override readonly name = 'SearchTimeoutError';
}

/** A pool of threads that answer searches. */
export type SearchThreads = {
  /** Each function runs in one of the threads. @throws SearchTimeoutError, or the error of the thread with its name and codes */
  calls: SearchCalls;
  /** Ends all threads. Unanswered calls fail. */
  close(): Promise<void>;
};

export type SearchThreadsOptions = {
  /** Longest time of a call. A thread that exceeds it is replaced. A call waits at most twice as long for a thread. Milliseconds. */
  limitMs: number;
  /** Maximum number of threads. Default: one for each core but the first, at least two, at most four. */
  size?: number;
  /** Module of the threads. Tests replace it. */
  script?: URL;
};

/** Two, so that one long search does not stop the others. Each holds the counts of facets in its memory. */
const SIZE = Math.min(4, Math.max(2, availableParallelism() - 1));

/** Maximum number of calls that wait, so that a flood of requests does not fill the memory. */
const MAX_WAITING = 2_000;

type Call = ToSearchThread & { since: number; resolve(value: unknown): void; reject(error: Error): void };
type Thread = { worker: Worker; isReady: boolean; current?: Call; timer?: NodeJS.Timeout };

/**
 * Starts a thread that answers searches in a data folder, and more when calls wait. Returns at once: calls wait until a thread has
 * started.
 */
export function startSearchThreads(dir: string, { limitMs, size = SIZE, script }: SearchThreadsOptions): SearchThreads {
  const waiting: Call[] = [];
  const threads = new Set<Thread>();
  /** Number of threads that are ending and still run: a statement of SQLite cannot be interrupted. */
  let ending = 0;
  let isClosed = false;

  function start(): Thread {
    const worker = new Worker(script ?? new URL('./search-thread.ts', import.meta.url), { workerData: dir });
    const thread: Thread = { worker, isReady: false };
    threads.add(thread);
    worker.on('message', (message: FromSearchThread) => {
      if ('ready' in message) thread.isReady = true;
      if ('ready' in message) startTimer(thread);
      else answer(thread, message);
    });
    worker.on('error', (error) => drop(thread, error));
    worker.on('exit', (code) => drop(thread, new Error(`a search thread ended with code ${code}`)));
    return thread;
  }

  function answer(thread: Thread, message: Exclude<FromSearchThread, { ready: true }>): void {
    const call = thread.current;
    clearTimeout(thread.timer);
    delete thread.current;
    if ('result' in message) call?.resolve(message.result);
    else call?.reject(Object.assign(new Error(message.error.message), message.error));
    assign();
  }

  /** Forgets a thread that ended or is too slow, and starts another one if calls wait. */
  function drop(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.current?.reject(error);
    if (!isClosed) assign();
  }

  /** The time starts when the thread has started: loading its modules takes longer than a search. */
  function startTimer(thread: Thread): void {
    if (!thread.current || !thread.isReady) return;
    thread.timer = setTimeout(() => {
      ending++;
      drop(thread, new SearchTimeoutError(`a search took more than ${limitMs} ms`));
      void thread.worker.terminate().finally(() => {
        ending--;
        if (!isClosed) assign();
      });
    }, limitMs);
  }

  function idleThread(): Thread | undefined {
    for (const thread of threads) if (!thread.current) return thread;
    return threads.size + ending < size ? start() : undefined;
  }

  /** Gives waiting calls to idle threads, in their order. */
  function assign(): void {
    for (let call = waiting[0]; call; call = waiting[0]) {
      const isLate = performance.now() - call.since > 2 * limitMs;
      const thread = isLate ? undefined : idleThread();
      if (!isLate && !thread) return;
      waiting.shift();
      if (thread) give(call, thread);
      else call.reject(new SearchTimeoutError(`a search waited for more than ${2 * limitMs} ms`));
    }
  }

  function give(call: Call, thread: Thread): void {
    thread.current = call;
    thread.worker.postMessage({ call: call.call, args: call.args } satisfies ToSearchThread);
    startTimer(thread);
  }

  const run = (call: ToSearchThread['call'], args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('the search threads are closed'));
      if (waiting.length >= MAX_WAITING) return reject(new SearchTimeoutError(`${MAX_WAITING} searches wait`));
      waiting.push({ call, args, since: performance.now(), resolve, reject });
      return assign();
    });

  start();
  return {
    calls: Object.fromEntries(
      CALL_NAMES.map((name) => [name, (...args: readonly unknown[]) => run(name, args)]),
    ) as unknown as SearchCalls,
    async close() {
      isClosed = true;
      for (const call of waiting.splice(0)) call.reject(new Error('the server ends'));
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
