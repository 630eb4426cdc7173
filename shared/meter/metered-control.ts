import type { ControlStore } from '../ports/control.ts';
import { CPU_MS } from './run-meter.ts';
import { type Usage, usageToCounts } from './usage.ts';

/**
 * Adds metered usage to every update of counts, so that cost accounting needs no extra write. The usage of a process is charged to
 * the crawl that updates next; two crawls of a stack share the small rest of each run.
 *
 * @param meter source of the usage. Usage is restored if the update fails.
 */
export function meteredControl(
  control: ControlStore,
  { drain, restore }: { drain(): Usage; restore(usage: Usage): void },
): ControlStore {
  return {
    ...control,
    async addUsage(crawl, counts, shareId) {
      const usage = drain();
      try {
        const cpuMs = Math.round(usage[CPU_MS] ?? 0);
        const cpu = cpuMs > 0 ? { 'run.cpu-ms': cpuMs } : {};
        await control.addUsage(crawl, { ...counts, ...cpu, ...usageToCounts(usage) }, shareId);
      } catch (error) {
        restore(usage);
        throw error;
      }
    },
  };
}
