import { readStatus } from '../../shared/frontier/explain/read-status.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { Stores } from './wiring.ts';

/** A status comes at most after so many times what the last one took. */
const STATUS_INTERVAL_FACTOR = 20;

/** Adds the run's time and CPU to the crawl's counts, from the last call to this one. */
export function startRunMeter(crawl: string, { control, clock }: Stores): () => Promise<void> {
  let at = clock.now();
  let cpu = process.cpuUsage();
  return async () => {
    const now = clock.now();
    const used = process.cpuUsage(cpu);
    const counts = { 'run.ms': now - at, 'run.cpu-ms': Math.round((used.user + used.system) / 1000) };
    at = now;
    cpu = process.cpuUsage();
    await control.addUsage(crawl, counts);
  };
}

/** Tells how the crawl stands, again and again, and once more at its end. */
export function createStatusReporter(
  crawl: string,
  stores: Stores,
  meter: () => Promise<void>,
  { onStatus, statusEveryMs = 1_000 }: { onStatus?(status: CrawlStatus): void; statusEveryMs?: number },
  fail: (error: Error) => void,
) {
  const read = async () => {
    await meter();
    return (await readStatus(crawl, stores))!;
  };
  // While it runs it runs, also when every host waits out its pause.
  const running = (status: CrawlStatus): CrawlStatus =>
    status.state === 'done' ? { ...status, state: 'running' } : status;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = (afterMs: number) => {
    if (onStatus && !stopped) timer = setTimeout(() => void tell().catch(fail), afterMs);
  };
  const tell = async () => {
    const began = stores.clock.now();
    const status = await read();
    if (!stopped) onStatus?.(running(status));
    // Counting a hundred thousand hosts takes half a second: a crawl does not spend its time on telling of it.
    next(Math.max(statusEveryMs, STATUS_INTERVAL_FACTOR * (stores.clock.now() - began)));
  };
  next(statusEveryMs);
  return {
    last: read,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
