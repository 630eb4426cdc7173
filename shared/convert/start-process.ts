import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, ProcessData, ProcessReply } from './messages.ts';

/** How to start the converter process. */
export type StartOptions = {
  /** File that the process runs: `process.ts` or its bundle. */
  entry: URL;
  /** File that its thread runs: `thread.ts` or its bundle. */
  thread: URL;
  /** Folder of the character maps of pdfjs-dist, with a final slash. */
  cMaps: string;
  /** Variables of this process, of which the converter process gets those that Node needs. */
  environment: NodeJS.ProcessEnv;
};

/** How long to wait for a process to be ready: Node hangs if it can start none of its threads. Milliseconds. */
const START_TIMEOUT_MS = 60_000;
/** How long to wait for a killed process. Milliseconds. */
const END_TIMEOUT_MS = 2_000;
/** Signals before the start of too few threads, of too little memory, and of a service that ends. */
const MACHINE_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** Variables that a process gets. No document must see others, such as credentials. */
const VARIABLES = /^(NODE_COMPILE_CACHE|NODE_ICU_DATA|LD_LIBRARY_PATH|TZ|MALLOC_.*)$/;

/** Kills a process and waits until it has ended: otherwise it stays in the list of processes of a thread that ends. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit').catch(() => undefined);
  child.ref();
  child.kill('SIGKILL');
  await Promise.race([ended, sleep(END_TIMEOUT_MS, undefined, { ref: false })]);
}

/**
 * Starts a converter process, and waits until it is ready. It does not keep this process from exiting.
 *
 * @param memoryMb limit of its heap, and of what it may grow by in one conversion, megabytes
 * @throws the error with which the process fails before it is ready. No document is at fault
 */
export async function startProcess(
  { entry, thread, cMaps, environment }: StartOptions,
  memoryMb: number,
): Promise<ChildProcess> {
  const data: ProcessData = { thread: thread.href, memoryMb, cMaps };
  const child = fork(entry, [JSON.stringify(data)], {
    serialization: 'advanced',
    // Neither messages of libraries nor the report of an abort are wanted.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: Object.fromEntries(Object.entries(environment).filter(([name]) => VARIABLES.test(name))),
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
    if (child.pid !== undefined) await endProcess(child);
    throw error;
  } finally {
    settled.abort();
  }
  // It may fail to be killed. Without a listener, its error would end this process.
  child.on('error', () => undefined);
  holdProcess(child, false);
  return child;
}

/** Sets whether a child process keeps this process from exiting. */
export function holdProcess(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref();
  else child.unref();
  if (isHeld) child.channel?.ref();
  else child.channel?.unref();
}

/** Returns a fault as an error with its code. */
export function toError({ message, code }: Fault): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
