/** Measures the thread that loads it. In a worker it reports to the bench until the thread ends. */
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread, threadId } from 'node:worker_threads';

/** CPU and pauses for garbage collection since the start of the thread, in ms, and the largest heap. */
export type ThreadSample = { thread: number; cpuMs: number; gcMs: number; peakHeapMb: number };

export const USAGE_CHANNEL = 'thresher-bench-threads';

const REPORT_EVERY_MS = 250;

/** Starts to measure this thread. @returns a function that returns its usage until now */
export function startProbe(): () => ThreadSample {
  let gcMs = 0;
  let peakHeapMb = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) gcMs += duration;
  }).observe({ entryTypes: ['gc'] });
  const take = () => {
    const { user, system } = process.threadCpuUsage();
    peakHeapMb = Math.max(peakHeapMb, process.memoryUsage().heapTotal / 2 ** 20);
    return { thread: threadId, cpuMs: (user + system) / 1000, gcMs, peakHeapMb };
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
