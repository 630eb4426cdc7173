import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CACHE } from './cache.ts';

/** How an engine is started: a command that stays in the foreground, and the address that answers when it is ready. */
export type Command = {
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** Path that is asked until it answers, with a status below 500 unless another is named. */
  ready: string;
  status?: number;
};

/** @param place.data an empty folder of its own, gone when it is stopped. */
export type Recipe = (place: { port: number; data: string }) => Promise<Command>;

export type Running = {
  url: string;
  port: number;
  data: string;
  /** Leader of its process group. */
  pid: number;
  /** From the start of the program to its first answer. */
  startMs: number;
  /** The largest memory of its processes together, as the system counts it. Bytes; 0 where that cannot be read. */
  peakBytes(): number;
  /** Resolves when the whole group is gone. `keep`: with its data left where they are. */
  stop(keep?: 'keep'): Promise<void>;
};

const PATIENCE_MS = 300_000;

/**
 * The group ends with its engine, and that with whoever started it, however that ended: a guardian reads from a pipe that
 * the system closes then. First a request to end, which engines obey; after a minute by force.
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
 * Starts a server on 127.0.0.1 and waits until it answers.
 *
 * @param again the port and data of one that was stopped with `keep`.
 * @throws with the end of its log when it ends or does not answer in five minutes.
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
    await answering(child, new URL(ready, url), status);
  } catch (error) {
    const said = readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n');
    await stop();
    throw new Error(`${name}: ${(error as Error).message}\n${said}`, { cause: error });
  }
  return { url, port, data, pid, startMs: Math.round(performance.now() - began), peakBytes: () => peakOf(pid), stop };
}

async function answering(child: ChildProcess, url: URL, wanted?: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended while it was starting');
    const status = await statusOf(url);
    if (wanted === undefined ? status < 500 : status === wanted) return;
    await sleep(100);
  }
  throw new Error(`it does not answer at ${url.href}`);
}

/** 599: no answer. */
async function statusOf(url: URL): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 599;
  }
}

/** A port that nobody listens on; somebody may take it before it is used, which then shows as an engine that ended. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const LOOK_MS = 100;
const MOST_MS = 60_000;
/** Of so many looks in a row a server that has nothing to do is awake at a few: it has timers. */
const [LOOKS, AWAKE] = [20, 3];

/**
 * Resolves when the engine has done what it still had to do after its last answer, or after a minute. Its CPU time says
 * nothing: on a busy machine it gets none, and has its work before it.
 */
export async function untilIdle({ pid }: Running): Promise<void> {
  const until = performance.now() + MOST_MS;
  const awake: boolean[] = [];
  while (performance.now() < until && (awake.length < LOOKS || awake.filter(Boolean).length > AWAKE)) {
    await sleep(LOOK_MS);
    awake.push(threadsThatRun(pid) > 0);
    if (awake.length > LOOKS) awake.shift();
  }
}

/** Those that run, or wait for a processor or a disk. */
function threadsThatRun(group: number): number {
  return sumOf(group, (pid) => {
    const states = readdirSync(`/proc/${pid}/task`).map((thread) => statOf(`${pid}/task/${thread}`)[0] ?? '');
    return states.filter((state) => state === 'R' || state === 'D').length;
  });
}

function peakOf(group: number): number {
  return sumOf(group, (pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024;
  });
}

/** Its fields from the third on, the state (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
function statOf(process: string): string[] {
  return readFileSync(`/proc/${process}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
}

/** Over the processes of a group, the fifth field. */
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
