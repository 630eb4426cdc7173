/** Measures the thread that loads it. In a worker it reports to the bench until the thread ends. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * CPU and pauses for garbage collection since the start of the thread, in ms. `peakHeapMb` is the largest heap, `peakBuffersMb` the most
 * bytes in buffers, `peakCompilerMb` the most that V8's parser and compilers allocated for the thread.
 */
export type ThreadSample = {
  thread: number;
  cpuMs: number;
  gcMs: number;
  peakHeapMb: number;
  peakBuffersMb: number;
  peakCompilerMb: number;
};

export const USAGE_CHANNEL = 'thresher-bench-threads';

const REPORT_EVERY_MS = 250;

/** Starts to measure this thread. @returns a function that returns its usage until now */
export function startProbe(): () => ThreadSample {
  let gcMs = 0;
  let peakHeapMb = 0;
  let peakBuffersMb = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) gcMs += duration;
  }).observe({ entryTypes: ['gc'] });
  const take = () => {
    const { user, system } = process.threadCpuUsage();
    const { total_heap_size, peak_malloced_memory, external_memory } = getHeapStatistics();
    peakHeapMb = Math.max(peakHeapMb, total_heap_size / 2 ** 20);
    peakBuffersMb = Math.max(peakBuffersMb, external_memory / 2 ** 20);
    const peakCompilerMb = peak_malloced_memory / 2 ** 20;
    return { thread: threadId, cpuMs: (user + system) / 1000, gcMs, peakHeapMb, peakBuffersMb, peakCompilerMb };
  };
  setInterval(take, REPORT_EVERY_MS).unref();
  return take;
}

if (!isMainThread) {
  const channel = new BroadcastChannel(USAGE_CHANNEL);
  const take = startProbe();
  const report = () => channel.postMessage(take());
  (channel as unknown as { unref(): void }).unref();
  setInterval(report, REPORT_EVERY_MS).unref();
  process.on('exit', report);
}
