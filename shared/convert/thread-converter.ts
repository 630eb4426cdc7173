/**
 * Converts documents in a worker thread. A thread that takes too much time or memory is terminated, and the next document
 * gets a new one. A thread's own limit covers its heap only; memory outside of the heap (buffers) is polled.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { findResourceFault } from '../http/local-fault.ts';
import type { Converted, Converter, ConvertFailure, ConvertJob } from '../ports/converter.ts';
import { runProgram } from './program.ts';
import type { ThreadData, ThreadReply } from './thread-messages.ts';

export type ThreadOptions = {
  /** File that the thread runs: `thread.ts` or its bundle. */
  entry: URL;
  /** Folder of the character maps of pdfjs-dist, with a final slash. */
  cMaps: string;
  /** Folders to search for external programs, in the form of `PATH`; null: programs are disabled. */
  programs: string | null;
};

/** A thread is replaced after this many documents, which frees what libraries keep of them. */
const MAX_DOCUMENTS_PER_THREAD = 200;
/** How often the memory of the process is read while a document is converted. Milliseconds. */
const MEMORY_POLL_MS = 100;
/** How long to wait for a thread to terminate. Milliseconds. */
const TERMINATE_TIMEOUT_MS = 2_000;
/** Maximum size of a thread's young generation. Megabytes. */
const YOUNG_GENERATION_MB = 32;

type Thread = { worker: Worker; memoryMb: number; documents: number };

/** Creates a converter. It starts its thread with the first document, and converts one document at a time. */
export function threadConverter(options: ThreadOptions): Converter {
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Terminates the thread. Native code or a full heap may delay that, so the wait is limited. */
  const terminate = async () => {
    const { worker } = thread ?? {};
    thread = undefined;
    if (worker) await Promise.race([worker.terminate(), sleep(TERMINATE_TIMEOUT_MS, undefined, { ref: false })]);
  };

  const threadFor = async (job: ConvertJob): Promise<Worker> => {
    const { memoryMb } = job.limits;
    if (thread && (thread.memoryMb !== memoryMb || thread.documents >= MAX_DOCUMENTS_PER_THREAD)) await terminate();
    // Wait until the thread is ready: starting it does not count towards the document's time.
    thread ??= { worker: await startThread(options, memoryMb), memoryMb, documents: 0 };
    thread.documents++;
    return thread.worker;
  };

  const convert = async (job: ConvertJob): Promise<Converted | ConvertFailure> => {
    let input = job;
    if (job.program) {
      const output = options.programs === null ? PROGRAMS_DISABLED : await runProgram(job, options.programs);
      if ('reason' in output) return output;
      input = output;
    }
    const { program: _, ...plain } = input;
    const result = await convertInThread(await threadFor(job), plain).catch(async (fault) => {
      await terminate();
      throw fault;
    });
    if ('lastResult' in result) await terminate();
    return 'lastResult' in result ? result.lastResult : result;
  };

  return {
    convert(job) {
      // One document at a time, in order: a thread has one memory limit.
      const next = last.then(() => convert(job));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => last.then(terminate),
  };
}

const PROGRAMS_DISABLED: ConvertFailure = { reason: 'no-converter', detail: 'external programs are disabled' };

/** @throws the error with which the thread fails before it is ready */
async function startThread({ entry, cMaps }: ThreadOptions, memoryMb: number): Promise<Worker> {
  const worker = new Worker(entry, {
    workerData: { cMaps } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    // Captured and never read: forwarding is not wanted, and reading a stream keeps the process from ending.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
  });
  let cause: unknown;
  // A terminated thread may still run out of memory. Without a listener, its error would end the process.
  worker.on('error', (error) => {
    cause = error;
  });
  const settled = new AbortController();
  const exited = once(worker, 'exit', settled).then(([code]) => {
    throw new Error(`the converter thread exited with code ${code} before it was ready`, { cause });
  });
  await Promise.race([once(worker, 'message', settled), exited]).finally(() => settled.abort());
  worker.unref();
  return worker;
}

/** `lastResult`: the result of a thread that must not be used again. */
type ThreadResult = Converted | ConvertFailure | { lastResult: Converted | ConvertFailure };

/** @throws the error of a thread that lacks resources of this machine */
function convertInThread(worker: Worker, job: ConvertJob): Promise<ThreadResult> {
  const { timeoutMs, memoryMb } = job.limits;
  return new Promise((resolve, reject) => {
    let partial: Converted | undefined;
    const onMessage = (reply: ThreadReply) => {
      if ('partial' in reply) partial = reply.partial;
      else if ('result' in reply) settle(reply.result);
    };
    const settle = (result: ThreadResult) => {
      detach();
      resolve(result);
    };
    const detach = () => {
      clearTimeout(timer);
      clearInterval(memoryPoll);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      worker.unref();
    };
    const stop = (reason: ConvertFailure['reason'], detail: string) =>
      settle({ lastResult: partial ? markCut(partial, reason) : { reason, detail } });
    const onError = (error: Error & { code?: string }) => {
      if (findResourceFault(error)) {
        detach();
        return reject(error);
      }
      stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'conversion-memory' : 'conversion-failed', error.message);
    };
    const onExit = (code: number) => stop('conversion-failed', `the converter thread exited with code ${code}`);
    const timer = setTimeout(() => stop('conversion-timeout', `${timeoutMs} ms`), timeoutMs);
    // Only the process knows the memory of buffers. Any growth during the conversion counts as the document's.
    const before = process.memoryUsage.rss();
    const memoryPoll = setInterval(() => {
      const grownMb = (process.memoryUsage.rss() - before) / 1e6;
      if (grownMb > memoryMb) stop('conversion-memory', `${Math.round(grownMb)} MB`);
    }, MEMORY_POLL_MS);
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}

/** Marks a partial result: what was read before the limit is better than nothing. */
function markCut(partial: Converted, reason: ConvertFailure['reason']): Converted {
  return { ...partial, cut: reason, metadata: { ...partial.metadata, 'thresher.cut': [reason] } };
}
