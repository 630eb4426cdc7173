import { recrawl } from '../../shared/frontier/recrawl.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import { scheduledRecrawl } from '../../shared/settings/schedules/schedule-actions.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Stores } from './wiring.ts';

type Ports = { schedules: Pick<Stores['schedules'], 'due'>; frontier: Frontier; clock: Clock };

/**
 * Runs the due schedules of a crawl. A schedule that was missed several times runs once, for its last time. A schedule
 * is marked as run after all its hosts are due; if the process is killed before, it runs again for the same hosts.
 *
 * @param onRun called after each schedule with the number of hosts that it made due
 */
export async function runDueSchedules(
  settings: Settings,
  ports: Ports,
  onRun: (name: string, hosts: number) => void,
): Promise<void> {
  for (const { call, called } of ports.schedules.due(settings.crawl)) {
    const { crawl, name, at, after } = call.scheduled;
    const schedule = settings.schedules.find((one) => one.name === name);
    if (schedule) {
      const recall = scheduledRecrawl(schedule, Date.parse(at), settings);
      const { notified: hosts } = await recrawl(crawl, recall, ports, after === undefined ? {} : { after });
      onRun(name, hosts);
    }
    called();
  }
}
