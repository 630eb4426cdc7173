import { readStatus } from '../../shared/frontier/explain/read-status.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { findMovedSeeds } from '../../shared/settings/explain/moved-seeds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { diskField } from './folder/disk-space.ts';
import type { Stores } from './wiring.ts';

/**
 * Time between two statuses, as a multiple of the time that reading one takes. Reading it takes half a second for
 * 100,000 hosts.
 */
const STATUS_INTERVAL_FACTOR = 20;

/** Returns a function that adds the wall time and CPU time since its last call to the crawl's counts. */
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

export type StatusReporterOptions = {
  settings: Settings;
  stores: Stores;
  /** The data folder, whose disk the status describes. */
  dir: string;
  /** Adds what the run has used since its last call to the counts of the crawl. */
  meter(): Promise<void>;
  /** Absent: only `last` reads the status. */
  onStatus?: ((status: CrawlStatus) => void) | undefined;
  /** Minimum time between two statuses. Default: 1,000 ms. */
  statusEveryMs?: number | undefined;
  /** Gets the error of a status that could not be read. */
  fail(error: Error): void;
};

/** Calls `onStatus` regularly until `stop`. `last` reads the final status. */
export function createStatusReporter(options: StatusReporterOptions) {
  const { settings, stores, dir, meter, onStatus, statusEveryMs = 1_000, fail } = options;
  const read = async () => {
    await meter();
    return { ...(await readStatus(settings.crawl, stores, settings))!, ...diskField(dir) };
  };
  // While every host waits for its delay, the stored state is `done` or `incomplete`; the running crawl reports `running`.
  const running = (status: CrawlStatus): CrawlStatus =>
    status.state === 'done' || status.state === 'incomplete' ? { ...status, state: 'running' } : status;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = (afterMs: number) => {
    if (onStatus && !stopped) timer = setTimeout(() => void report().catch(fail), afterMs);
  };
  const report = async () => {
    const startedAt = stores.clock.now();
    const status = await read();
    if (!stopped) onStatus?.(running(status));
    // Limits the share of time that is spent on reading statuses.
    next(Math.max(statusEveryMs, STATUS_INTERVAL_FACTOR * (stores.clock.now() - startedAt)));
  };
  next(statusEveryMs);
  return {
    last: async () => ({ ...(await read()), ...(await findMovedSeeds(settings, stores)) }),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
