/**
 * Converts documents in a child process. A process that takes too much time or memory, or aborts, is replaced for the next document. A
 * thread alone would not do: V8 aborts the whole process if a heap is full at the wrong moment (nodejs/node#47224).
 */
import type { ChildProcess } from 'node:child_process';
import type { Converted, Converter, ConvertFailure, ConvertJob } from '../ports/converter.ts';
import type { Fault, ProcessReply } from './messages.ts';
import { runProgram } from './program.ts';
import { endProcess, holdProcess, type StartOptions, startProcess, toError } from './start-process.ts';

export type ProcessOptions = StartOptions & {
  /** Folders to search for external programs, in the form of `PATH`; null: programs are disabled. */
  programs: string | null;
  /** Makes conversions reject with its reason when it aborts, after their external programs are killed. Documents in the process are converted to their end. Absent: none */
  signal?: AbortSignal | undefined;
};

/** A process is replaced after this many documents, which frees what libraries keep of them. */
const MAX_DOCUMENTS_PER_PROCESS = 200;
/** An idle process is ended after this time, which frees its memory. Milliseconds. */
const MAX_IDLE_MS = 60_000;
/** How long to wait for a process beyond the time limit of a document, which it watches itself. Milliseconds. */
const GRACE_MS = 10_000;
/** How a process ends for lack of memory: V8 aborts, which is an exit code on Windows, or the system kills it. */
const MEMORY_ENDS: readonly unknown[] = ['SIGABRT', 'SIGKILL', 134];

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
    if (child) await endProcess(child);
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
    options.signal?.throwIfAborted();
    let input = job;
    if (job.program) {
      const output =
        options.programs === null ? PROGRAMS_DISABLED : await runProgram(job, options.programs, options.signal);
      if ('reason' in output) return output;
      input = output;
    }
    const { program: _, ...plain } = input;
    return attempt(plain);
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
      holdProcess(child, false);
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
    holdProcess(child, true);
    child.on('message', onMessage).on('close', onClose);
    // A process that ends just now cannot be written to. The event `close` follows.
    child.send(job, () => undefined);
  });
}

/** Marks a partial result: what was read before the limit is better than nothing. */
function markCut(partial: Converted, reason: ConvertFailure['reason']): Converted {
  return { ...partial, cut: reason, metadata: { ...partial.metadata, 'thresher.cut': [reason] } };
}
