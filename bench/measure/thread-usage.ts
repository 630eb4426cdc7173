/**
 * Measures CPU, garbage collection and memory of each thread of the bench. Replaces `Worker` by a class that also loads
 * `thread-probe.ts` into each worker.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Worker as NodeWorker, WorkerOptions } from 'node:worker_threads';
import { startProbe, type ThreadSample, USAGE_CHANNEL } from './thread-probe.ts';

/**
 * CPU of a thread from its start, its pauses for garbage collection, and its largest heap. Helper threads of V8, which compile and collect
 * garbage, are in no thread's CPU.
 */
export type ThreadUsage = { cpuMsPerPage: number; gcMsPerPage: number; peakHeapMb: number };

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

/** Starts to measure the main thread. @returns a function that returns the usage of each thread and the time of each stage */
export function watchThreads(): (pages: number) => {
  threads: Record<string, ThreadUsage>;
  stages: Record<string, number>;
} {
  const takeMain = startProbe();
  const before = takeMain();
  return (pages) => {
    const perPage = (ms: number) => Number((ms / pages).toFixed(2));
    const usage = ({ cpuMs, gcMs, peakHeapMb }: ThreadSample, from = { cpuMs: 0, gcMs: 0 }): ThreadUsage => ({
      cpuMsPerPage: perPage(cpuMs - from.cpuMs),
      gcMsPerPage: perPage(gcMs - from.gcMs),
      peakHeapMb: Math.round(peakHeapMb),
    });
    const workers = [...samples.values()].sort((a, b) => a.thread - b.thread);
    return {
      threads: {
        main: usage(takeMain(), before),
        ...Object.fromEntries(workers.map((sample, i) => [`worker ${i + 1}`, usage(sample)])),
      },
      stages: Object.fromEntries([...stageMs].map(([stage, ms]) => [stage, perPage(ms)])),
    };
  };
}
