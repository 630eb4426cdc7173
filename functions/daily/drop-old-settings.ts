import type { Clock } from '../../shared/ports/clock.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { dropOldVersions } from '../../shared/settings/applied/drop-old-versions.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import { rotated } from '../count-crawls.ts';
import { errorFields, log } from '../log.ts';
import { SCHEDULED_CALL_RESERVE_MS } from '../schedules.ts';

type Ports = { control: Pick<ControlStore, 'list' | 'get' | 'addUsage'>; objects: Objects; clock: Clock };

/**
 * Deletes versions of the settings of all crawls that nothing uses any more. If one crawl fails, the others are still checked; what a call has
 * no time for is left to the next one.
 *
 * @param remainingMs remaining time of the invocation
 */
export async function dropOldSettings(ports: Ports, remainingMs: number): Promise<void> {
  const { clock, control } = ports;
  const until = clock.now() + remainingMs - SCHEDULED_CALL_RESERVE_MS;
  const hasTime = () => clock.now() < until;
  // Starts with another crawl every day, so that each one gets its turn.
  for (const { crawl } of rotated(await control.list(), Math.floor(clock.now() / DAY_MS))) {
    if (!hasTime()) return;
    try {
      const versions = await dropOldVersions(crawl, ports, hasTime);
      if (versions > 0) log('info', 'settings-dropped', { crawl, versions });
      // Adds the metered usage of the check to the crawl.
      await control.addUsage(crawl, {});
    } catch (error) {
      log('error', 'drop-settings-failed', { crawl, ...errorFields(error) });
    }
  }
}
