/**
 * Converts in a thread of its own, which is ended when a document takes too long or too much and started anew for the next
 * one. A thread's own limit counts its heap only; what lies outside (buffers) is looked at while it works.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Converted, Converter, ConvertFailure, ConvertJob } from '../ports/converter.ts';
import { runProgram } from './program.ts';

export type ThreadOptions = {
  /** The file that the thread runs: `thread.ts`, or what it was bundled into. */
  entry: URL;
  /** Folder of the character maps of pdfjs-dist, with a slash at its end. */
  cMaps: string;
  /** Folders in which programs that settings name are looked for, as `PATH` has them; null: none may be run here. */
  programs: string | null;
};

export type ThreadData = { cMaps: string };

/** What the thread says: that it has started, its answer, or before it what it has so far. */
export type ThreadReply = { ready: true } | { answer: Converted | ConvertFailure } | { partial: Converted };

/** A thread is ended after so many documents: what libraries keep of them goes with it. */
const DOCUMENTS_A_THREAD = 200;
const LOOK_MS = 100;
const END_MS = 2_000;

type Thread = { worker: Worker; memoryMb: number; documents: number };

export function threadConverter(options: ThreadOptions): Converter {
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** A thread ends when what it is in lets it: native code, or a heap that is full. Others need not wait for that. */
  const end = async () => {
    const { worker } = thread ?? {};
    thread = undefined;
    if (worker) await Promise.race([worker.terminate(), sleep(END_MS, undefined, { ref: false })]);
  };

  const threadFor = async (job: ConvertJob): Promise<Worker> => {
    const { memoryMb } = job.limits;
    if (thread && (thread.memoryMb !== memoryMb || thread.documents >= DOCUMENTS_A_THREAD)) await end();
    // A document's time begins when there is somebody to read it.
    thread ??= { worker: await startThread(options, memoryMb), memoryMb, documents: 0 };
    thread.documents++;
    return thread.worker;
  };

  const convert = async (job: ConvertJob): Promise<Converted | ConvertFailure> => {
    let asked = job;
    if (job.program) {
      const ran = options.programs === null ? NOT_HERE : await runProgram(job, options.programs);
      if ('reason' in ran) return ran;
      asked = ran;
    }
    const { program: _, ...plain } = asked;
    const answer = await ask(await threadFor(job), plain);
    if ('ended' in answer) await end();
    return 'ended' in answer ? answer.ended : answer;
  };

  return {
    convert(job) {
      // One at a time, in the order asked: a thread has one set of limits.
      const next = last.then(() => convert(job));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => last.then(end),
  };
}

const NOT_HERE: ConvertFailure = { reason: 'no-converter', detail: 'programs are not run here' };

/** @throws what it fails with before it is ready. */
async function startThread({ entry, cMaps }: ThreadOptions, memoryMb: number): Promise<Worker> {
  const worker = new Worker(entry, {
    workerData: { cMaps } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    // Not handed on, and not read either: a stream that is read keeps the process from ending.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
  });
  // One that was given up may still run out of memory before it has ended; an error that nobody hears ends the process.
  worker.on('error', () => {});
  const settled = new AbortController();
  const exited = once(worker, 'exit', settled).then(([code]) => {
    throw new Error(`the thread ended with code ${code} before it could read`);
  });
  await Promise.race([once(worker, 'message', settled), exited]).finally(() => settled.abort());
  worker.unref();
  return worker;
}

/** `ended`: the answer of a thread that is not to be used any more. */
type Answer = Converted | ConvertFailure | { ended: Converted | ConvertFailure };

function ask(worker: Worker, job: ConvertJob): Promise<Answer> {
  const { timeoutMs, memoryMb } = job.limits;
  return new Promise((resolve) => {
    let partial: Converted | undefined;
    const heard = (told: ThreadReply) => {
      if ('partial' in told) partial = told.partial;
      else if ('answer' in told) settle(told.answer);
    };
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      clearInterval(looks);
      worker.off('message', heard).off('error', failed).off('exit', gone);
      worker.unref();
      resolve(answer);
    };
    const ended = (reason: ConvertFailure['reason'], detail: string) =>
      settle({ ended: partial ? cut(partial, reason) : { reason, detail } });
    const failed = (error: Error & { code?: string }) =>
      ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'conversion-memory' : 'conversion-failed', error.message);
    const gone = (code: number) => ended('conversion-failed', `the thread ended with code ${code}`);
    const timer = setTimeout(() => ended('conversion-timeout', `${timeoutMs} ms`), timeoutMs);
    // The process is the only one who knows what buffers take; growth beside the heap counts as the document's.
    const before = process.memoryUsage.rss();
    const looks = setInterval(() => {
      const grownMb = (process.memoryUsage.rss() - before) / 1e6;
      if (grownMb > memoryMb) ended('conversion-memory', `${Math.round(grownMb)} MB`);
    }, LOOK_MS);
    worker.ref();
    worker.on('message', heard).on('error', failed).on('exit', gone);
    worker.postMessage(job);
  });
}

/** What was read of a document before it met its limit is better than nothing. */
function cut(partial: Converted, reason: string): Converted {
  return { ...partial, metadata: { ...partial.metadata, 'thresher.cut': [reason] } };
}
