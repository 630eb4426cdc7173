/**
 * Measures CPU, garbage collection and memory of each thread of the bench. Replaces `Worker` by a class that also loads
 * `thread-probe.ts` into each worker.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Worker as NodeWorker, WorkerOptions } from 'node:worker_threads';
import { startProbe, type ThreadSample, USAGE_CHANNEL } from './thread-probe.ts';

/** CPU of a thread from its start, its pauses for garbage collection, and its largest memory by kind (`ThreadSample`). */
export type ThreadUsage = {
  cpuMsPerPage: number;
  gcMsPerPage: number;
  peakHeapMb: number;
  peakBuffersMb: number;
  peakCompilerMb: number;
};

/** Flags of the bench that its workers need too. Workers do not accept flags of V8, which hold for the whole process. */
const NODE_FLAGS = process.execArgv.filter((flag) => flag.startsWith('--cpu-prof'));

const samples = new Map<number, ThreadSample>();
/** Time that workers spent in each stage, in ms. */
const stageMs = new Map<string, number>();

const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof NodeWorker };
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const probe = new URL('./thread-probe.ts', import.meta.url).href;
    super(file, { ...options, execArgv: [...NODE_FLAGS, '--import', probe] });
    let stage: string | undefined;
    let since = 0;
    this.on('message', (message: { started?: { stage: string } }) => {
      const now = performance.now();
      if (stage !== undefined) stageMs.set(stage, (stageMs.get(stage) ?? 0) + now - since);
      stage = message?.started?.stage;
      since = now;
    });
  }
};
syncBuiltinESMExports();

const channel = new BroadcastChannel(USAGE_CHANNEL);
channel.onmessage = (event: unknown) => {
  const { data } = event as { data: ThreadSample };
  samples.set(data.thread, data);
};
(channel as unknown as { unref(): void }).unref();

/** Names that Linux shows for helper threads: V8's compile and collect garbage, libuv's read and write files. */
const HELPERS = ['V8Worker', 'libuv-worker'];

/** Returns the CPU of each kind of helper threads since the process started, in ms. Empty where there is no `/proc`. */
function helperCpuMs(): Map<string, number> {
  const sums = new Map<string, number>();
  for (const task of existsSync(TASKS) ? readdirSync(TASKS) : []) {
    // `stat` is `<id> (<name>) <state> …`; user and system time are the 12th and 13th field after the name, in 1/100 s.
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`${TASKS}/${task}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    if (HELPERS.includes(name)) sums.set(name, (sums.get(name) ?? 0) + 10 * (Number(fields[11]) + Number(fields[12])));
  }
  return sums;
}

const TASKS = '/proc/self/task';

/**
 * Starts to measure the main thread.
 *
 * @returns a function that returns the usage of each thread, the CPU of helper threads in ms a page, and the time of each stage
 */
export function watchThreads(): (pages: number) => {
  threads: Record<string, ThreadUsage>;
  helpers: Record<string, number>;
  stages: Record<string, number>;
} {
  const takeMain = startProbe();
  const before = takeMain();
  const helpersBefore = helperCpuMs();
  return (pages) => {
    const perPage = (ms: number) => Number((ms / pages).toFixed(2));
    const usage = (sample: ThreadSample, from = { cpuMs: 0, gcMs: 0 }): ThreadUsage => ({
      cpuMsPerPage: perPage(sample.cpuMs - from.cpuMs),
      gcMsPerPage: perPage(sample.gcMs - from.gcMs),
      peakHeapMb: Math.round(sample.peakHeapMb),
      peakBuffersMb: Math.round(sample.peakBuffersMb),
      peakCompilerMb: Math.round(sample.peakCompilerMb),
    });
    const workers = [...samples.values()].sort((a, b) => a.thread - b.thread);
    return {
      threads: {
        main: usage(takeMain(), before),
        ...Object.fromEntries(workers.map((sample, i) => [`worker ${i + 1}`, usage(sample)])),
      },
      helpers: Object.fromEntries(
        [...helperCpuMs()].map(([name, ms]) => [name, perPage(ms - (helpersBefore.get(name) ?? 0))]),
      ),
      stages: Object.fromEntries([...stageMs].map(([stage, ms]) => [stage, perPage(ms)])),
    };
  };
}
