/**
 * Converter process: converts one document at a time in a thread of its own, whose time and memory it watches. A thread's own limit
 * covers its heap only; memory outside of the heap (buffers) is polled.
 */
import { Worker } from 'node:worker_threads';
import { findResourceFault } from '../http/local-fault.ts';
import type { ConvertFailure, ConvertJob } from '../ports/converter.ts';
import type { Fault, ProcessData, ProcessReply, ThreadData, ThreadReply } from './messages.ts';

/** How often the memory of the process is read while a document is converted. Milliseconds. */
const MEMORY_POLL_MS = 100;
/** Maximum size of a thread's young generation. Megabytes. */
const YOUNG_GENERATION_MB = 32;

const { thread, memoryMb, cMaps } = JSON.parse(process.argv[2]!) as ProcessData;
const reply = (message: ProcessReply) => process.send!(message);
/** Without its thread this process is of no use. */
const fail = (fault: Fault) => process.send!({ fault } satisfies ProcessReply, () => process.exit(1));
const failBy = (error: Error) => {
  const fault = findResourceFault(error);
  fail(fault ? { message: fault.message, code: fault.code } : { message: error.message });
};

// The end of a service reaches this process too. The parent process decides when to stop it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The parent process is gone. A thread in a loop does not let this process exit by itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Of the thread's start, for example: there are too many threads.
process.on('uncaughtException', (error) => failBy(error));
const worker = new Worker(new URL(thread), {
  workerData: { cMaps } satisfies ThreadData,
  resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
});
/** Stops watching the current document. Absent between documents. */
let endWatch: (() => void) | undefined;

const stop = (reason: ConvertFailure['reason'], detail: string) => {
  endWatch?.();
  reply({ exceeded: { reason, detail } });
};

worker.on('message', (message: ThreadReply) => {
  if ('result' in message) endWatch?.();
  reply(message);
});
worker.on('error', (error: Error & { code?: string }) => {
  if (!endWatch || findResourceFault(error)) return failBy(error);
  stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'conversion-memory' : 'conversion-failed', error.message);
});
worker.on('exit', (code) => {
  const detail = `the converter thread exited with code ${code}`;
  if (endWatch) stop('conversion-failed', detail);
  else fail({ message: detail });
});

process.on('message', (job: ConvertJob) => {
  const { timeoutMs } = job.limits;
  const timer = setTimeout(() => stop('conversion-timeout', `${timeoutMs} ms`), timeoutMs);
  const before = process.memoryUsage.rss();
  const memoryPoll = setInterval(() => {
    const grownMb = (process.memoryUsage.rss() - before) / 1e6;
    if (grownMb > memoryMb) stop('conversion-memory', `${Math.round(grownMb)} MB`);
  }, MEMORY_POLL_MS);
  endWatch = () => {
    clearTimeout(timer);
    clearInterval(memoryPoll);
    endWatch = undefined;
  };
  worker.postMessage(job);
});
