import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CACHE } from './cache.ts';

/** Command that starts an engine in the foreground, and the path that responds when it is ready. */
export type Command = {
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** Path that is polled until the engine is ready. */
  ready: string;
  /** Response status that means ready. Default: any below 500. */
  status?: number;
};

/** Returns the command of an engine. @param place.data empty folder for its data, deleted when the engine is stopped. */
export type Recipe = (place: { port: number; data: string }) => Promise<Command>;

export type Running = {
  url: string;
  port: number;
  data: string;
  /** Process id of the group leader. */
  pid: number;
  /** Time from the start of the program to its first response. */
  startMs: number;
  /** Returns the sum of the peak memory of its processes in bytes, or 0 if it is unknown. */
  peakBytes(): number;
  /** Stops the engine; resolves when all its processes have ended. `keep` keeps its data. */
  stop(keep?: 'keep'): Promise<void>;
};

/** Time limit for the start of an engine. */
const START_TIMEOUT_MS = 300_000;

/**
 * Shell script that ends the process group with its engine, and the engine with the process that started it. A guardian
 * reads from a pipe that the system closes when that process ends in any way. It sends SIGTERM and after a minute SIGKILL.
 */
const GUARDED = `
exec 3<&0
trap : TERM
"$@" 3<&- < /dev/null &
engine=$!
(
  trap '' TERM
  cat <&3 > /dev/null
  kill -s TERM -- -$$
  sleep 60
  kill -s KILL -- -$$
) &
exec 3<&-
wait $engine
# A trapped signal ends the first wait and not the engine.
wait $engine
kill -s KILL -- -$$
`;

/**
 * Starts a server on 127.0.0.1 and waits until it responds.
 *
 * @param again port and data of an engine that was stopped with `keep`.
 * @throws Error with the end of its log if it exits or does not respond within five minutes.
 */
export async function start(name: string, recipe: Recipe, again?: { port: number; data: string }): Promise<Running> {
  const port = again?.port ?? (await freePort());
  const run = join(CACHE, 'run', `${name}-${process.pid}-${port}`);
  const data = again?.data ?? join(run, 'data');
  mkdirSync(data, { recursive: true });
  const { program, args, env, ready, status } = await recipe({ port, data });

  const log = join(run, 'log');
  const into = openSync(log, 'w');
  const began = performance.now();
  const child = spawn('sh', ['-c', GUARDED, name, program, ...args], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['pipe', into, into],
  });
  closeSync(into);
  child.stdin?.on('error', () => {});
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const pid = child.pid ?? 0;
  const stop = async (keep?: 'keep') => {
    child.stdin?.end();
    await gone;
    if (keep === undefined) rmSync(run, { recursive: true, force: true });
  };

  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(child, new URL(ready, url), status);
  } catch (error) {
    const logTail = readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n');
    await stop();
    throw new Error(`${name}: ${(error as Error).message}\n${logTail}`, { cause: error });
  }
  return {
    url,
    port,
    data,
    pid,
    startMs: Math.round(performance.now() - began),
    peakBytes: () => peakMemory(pid),
    stop,
  };
}

async function waitUntilReady(child: ChildProcess, url: URL, wanted?: number): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('exited during its start');
    const status = await statusOf(url);
    if (wanted === undefined ? status < 500 : status === wanted) return;
    await sleep(100);
  }
  throw new Error(`no response from ${url.href}`);
}

/** Returns the response status, or 599 if there is no response. */
async function statusOf(url: URL): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 599;
  }
}

/** Returns a free port. If another program takes it before the engine does, the engine exits. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const IDLE_POLL_MS = 100;
const IDLE_TIMEOUT_MS = 60_000;
/** An engine is idle if it was awake in at most 3 of the last 20 polls. Timers wake an idle server now and then. */
const [IDLE_POLLS, MAX_AWAKE_POLLS] = [20, 3];

/**
 * Resolves when the engine has finished its work after the last response, or after a minute. CPU time is no measure: on a
 * busy machine an engine gets none although it has work.
 */
export async function waitUntilIdle({ pid }: Running): Promise<void> {
  const until = performance.now() + IDLE_TIMEOUT_MS;
  const awake: boolean[] = [];
  while (performance.now() < until && (awake.length < IDLE_POLLS || awake.filter(Boolean).length > MAX_AWAKE_POLLS)) {
    await sleep(IDLE_POLL_MS);
    awake.push(countActiveThreads(pid) > 0);
    if (awake.length > IDLE_POLLS) awake.shift();
  }
}

/** Returns the number of threads that run, or wait for a processor or a disk. */
function countActiveThreads(group: number): number {
  return sumOf(group, (pid) => {
    const states = readdirSync(`/proc/${pid}/task`).map((thread) => statOf(`${pid}/task/${thread}`)[0] ?? '');
    return states.filter((state) => state === 'R' || state === 'D').length;
  });
}

function peakMemory(group: number): number {
  return sumOf(group, (pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024;
  });
}

/** Returns the fields of `/proc/PID/stat` from the third, the state (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
function statOf(process: string): string[] {
  return readFileSync(`/proc/${process}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
}

/** Sums a figure over the processes of a group, which is the fifth field of `stat`. */
function sumOf(group: number, figure: (pid: string) => number): number {
  const figures = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return Number(statOf(pid)[2]) === group ? figure(pid) : 0;
      } catch {
        return 0;
      }
    });
  return figures.reduce((sum, one) => sum + one, 0);
}
