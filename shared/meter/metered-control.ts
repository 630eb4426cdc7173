import type { ControlStore } from '../ports/control.ts';
import { usageToCounts, type Usage } from './usage.ts';

/**
 * Adds what was used to every update of counts, so that a crawl knows what it has cost without one more write. What one
 * process uses is put down to the crawl that settles next: two crawls of one stack share the small rest of each run.
 *
 * @param take what was used since it was taken last; it is given back by `giveBack` when the update fails.
 */
export function meteredControl(
  control: ControlStore,
  { take, giveBack }: { take(): Usage; giveBack(usage: Usage): void },
): ControlStore {
  return {
    ...control,
    async addUsage(crawl, counts, shareId) {
      const used = take();
      try {
        await control.addUsage(crawl, { ...counts, ...usageToCounts(used) }, shareId);
      } catch (error) {
        giveBack(used);
        throw error;
      }
    },
  };
}
