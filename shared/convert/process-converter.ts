/**
 * Converts documents in a child process. A process that takes too much time or memory, or aborts, is replaced for the next document. A
 * thread alone would not do: V8 aborts the whole process if a heap is full at the wrong moment (nodejs/node#47224).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Converted, Converter, ConvertFailure, ConvertJob } from '../ports/converter.ts';
import type { Fault, ProcessData, ProcessReply } from './messages.ts';
import { runProgram } from './program.ts';

export type ProcessOptions = {
  /** File that the process runs: `process.ts` or its bundle. */
  entry: URL;
  /** File that its thread runs: `thread.ts` or its bundle. */
  thread: URL;
  /** Folder of the character maps of pdfjs-dist, with a final slash. */
  cMaps: string;
  /** Folders to search for external programs, in the form of `PATH`; null: programs are disabled. */
  programs: string | null;
};

/** A process is replaced after this many documents, which frees what libraries keep of them. */
const MAX_DOCUMENTS_PER_PROCESS = 200;
/** An idle process is ended after this time, which frees its memory. Milliseconds. */
const MAX_IDLE_MS = 60_000;
/** How long to wait for a process to be ready: Node hangs if it can start none of its threads. Milliseconds. */
const START_TIMEOUT_MS = 60_000;
/** How long to wait for a process beyond the time limit of a document, which it watches itself. Milliseconds. */
const GRACE_MS = 10_000;
/** How long to wait for a killed process. Milliseconds. */
const END_TIMEOUT_MS = 2_000;
/** How a process ends for lack of memory: V8 aborts, which is an exit code on Windows, or the system kills it. */
const MEMORY_ENDS: readonly unknown[] = ['SIGABRT', 'SIGKILL', 134];
/** Signals before the start of too few threads, of too little memory, and of a service that ends. */
const MACHINE_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** Variables that a process gets. No document must see others, such as credentials. */
const VARIABLES = /^(NODE_COMPILE_CACHE|NODE_ICU_DATA|LD_LIBRARY_PATH|TZ|MALLOC_.*)$/;

type Running = { child: ChildProcess; memoryMb: number; documents: number };

/** Creates a converter. It starts its process with the first document, and converts one document at a time. */
export function processConverter(options: ProcessOptions): Converter {
  let running: Running | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(idleTimer);
    const { child } = running ?? {};
    running = undefined;
    if (child) await kill(child);
  };

  const processFor = async (job: ConvertJob): Promise<Running> => {
    const { memoryMb } = job.limits;
    clearTimeout(idleTimer);
    if (running && !canConvert(running, memoryMb)) await end();
    // Wait until the process is ready: starting it does not count towards the document's time.
    running ??= { child: await startProcess(options, memoryMb), memoryMb, documents: 0 };
    running.documents++;
    return running;
  };

  const convert = async (job: ConvertJob): Promise<Converted | ConvertFailure> => {
    let input = job;
    if (job.program) {
      const output = options.programs === null ? PROGRAMS_DISABLED : await runProgram(job, options.programs);
      if ('reason' in output) return output;
      input = output;
    }
    const { program: _, ...plain } = input;
    return await attempt(plain);
  };

  const attempt = async (job: ConvertJob): Promise<Converted | ConvertFailure> => {
    const { child, documents } = await processFor(job);
    const result = await convertInProcess(child, job).catch(async (fault) => {
      await end();
      throw fault;
    });
    if (!('lastResult' in result)) {
      idleTimer = setTimeout(end, MAX_IDLE_MS).unref();
      return result;
    }
    await end();
    // An earlier document may be at fault: libraries keep memory, and their late errors end the thread.
    return documents > 1 && !result.isTimeout ? attempt(job) : result.lastResult;
  };

  return {
    convert(job) {
      // One document at a time, in order: a process has one memory limit.
      const next = last.then(() => convert(job));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => last.then(end),
  };
}

const PROGRAMS_DISABLED: ConvertFailure = { reason: 'no-converter', detail: 'external programs are disabled' };

function canConvert({ child, memoryMb, documents }: Running, neededMb: number): boolean {
  return child.connected && memoryMb === neededMb && documents < MAX_DOCUMENTS_PER_PROCESS;
}

/** Waits until the process has ended: one that nobody waits for stays in the list of processes. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit').catch(() => undefined);
  child.ref();
  child.kill('SIGKILL');
  await Promise.race([ended, sleep(END_TIMEOUT_MS, undefined, { ref: false })]);
}

/** @throws the error with which the process fails before it is ready. No document is at fault */
async function startProcess({ entry, thread, cMaps }: ProcessOptions, memoryMb: number): Promise<ChildProcess> {
  const data: ProcessData = { thread: thread.href, memoryMb, cMaps };
  const child = fork(entry, [JSON.stringify(data)], {
    serialization: 'advanced',
    // Neither messages of libraries nor the report of an abort are wanted.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => VARIABLES.test(name))),
    execArgv: [],
    // Out of reach of Ctrl-C, which would end it while it starts. On Windows it would get a window.
    detached: process.platform !== 'win32',
  });
  const settled = new AbortController();
  const exited = once(child, 'exit', settled).then(([code, signal]) => {
    const message = `the converter process ended with ${signal ?? code} before it was ready`;
    throw toError(MACHINE_SIGNALS.includes(signal) ? { message, code: 'EAGAIN' } : { message });
  });
  const late = sleep(START_TIMEOUT_MS, undefined, settled).then(() => {
    throw toError({ message: `the converter process was not ready after ${START_TIMEOUT_MS} ms`, code: 'EAGAIN' });
  });
  try {
    const [first] = (await Promise.race([once(child, 'message', settled), exited, late])) as [ProcessReply];
    if ('fault' in first) throw toError(first.fault);
  } catch (error) {
    if (child.pid !== undefined) await kill(child);
    throw error;
  } finally {
    settled.abort();
  }
  // It may fail to be killed. Without a listener, its error would end this process.
  child.on('error', () => undefined);
  setHeld(child, false);
  return child;
}

/** Sets whether a child process keeps this process from exiting. */
function setHeld(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref();
  else child.unref();
  if (isHeld) child.channel?.ref();
  else child.channel?.unref();
}

/** `lastResult`: the result of a process that must not be used again, because it took too long or for another reason. */
type ProcessResult = Converted | ConvertFailure | { lastResult: Converted | ConvertFailure; isTimeout: boolean };

/** @throws the error of a process that lacks resources of this machine */
function convertInProcess(child: ChildProcess, job: ConvertJob): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    let partial: Converted | undefined;
    const onMessage = (reply: ProcessReply) => {
      if ('partial' in reply) partial = reply.partial;
      else if ('exceeded' in reply) stop(reply.exceeded);
      else if ('result' in reply) settle(reply.result);
      else if ('fault' in reply) onFault(reply.fault);
    };
    const onFault = ({ message, code }: Fault) => {
      // The thread had ended before it received the document.
      if (code === undefined) return stop({ reason: 'conversion-failed', detail: message });
      detach();
      reject(toError({ message, code }));
    };
    const settle = (result: ProcessResult) => {
      detach();
      resolve(result);
    };
    const detach = () => {
      clearTimeout(timer);
      child.off('message', onMessage).off('close', onClose);
      setHeld(child, false);
    };
    const stop = (failure: ConvertFailure) =>
      settle({
        lastResult: partial ? markCut(partial, failure.reason) : failure,
        isTimeout: failure.reason === 'conversion-timeout',
      });
    // All its messages have arrived by then.
    const onClose = (code: number | null, signal: string | null) =>
      stop({
        reason: MEMORY_ENDS.includes(signal ?? code) ? 'conversion-memory' : 'conversion-failed',
        detail: `the converter process ended with ${signal ?? `code ${code}`}`,
      });
    const timeoutMs = job.limits.timeoutMs + GRACE_MS;
    const timer = setTimeout(() => stop({ reason: 'conversion-timeout', detail: `${timeoutMs} ms` }), timeoutMs);
    setHeld(child, true);
    child.on('message', onMessage).on('close', onClose);
    // A process that ends just now cannot be written to. The event `close` follows.
    child.send(job, () => undefined);
  });
}

function toError({ message, code }: Fault): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** Marks a partial result: what was read before the limit is better than nothing. */
function markCut(partial: Converted, reason: ConvertFailure['reason']): Converted {
  return { ...partial, cut: reason, metadata: { ...partial.metadata, 'thresher.cut': [reason] } };
}
