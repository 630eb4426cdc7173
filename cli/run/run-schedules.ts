import { recrawl } from '../../shared/frontier/recrawl.ts';
import { scheduledRecrawl } from '../../shared/settings/schedules/schedule-actions.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Stores } from './wiring.ts';

type Ports = Pick<Stores, 'schedules' | 'frontier' | 'clock'>;

/**
 * Tells the hosts of a crawl what its schedules call for by now; one whose time was missed while nobody ran is called once,
 * for its last time. A schedule counts as called when all hosts have been told: killed before, it tells them again the same.
 *
 * @param told how many hosts each schedule that was due has told.
 */
export async function runDueSchedules(
  settings: Settings,
  ports: Ports,
  told: (name: string, hosts: number) => void,
): Promise<void> {
  for (const { call, called } of ports.schedules.due(settings.crawl)) {
    const { crawl, name, at, after } = call.scheduled;
    const schedule = settings.schedules.find((one) => one.name === name);
    if (schedule) {
      const recall = scheduledRecrawl(schedule, Date.parse(at), settings);
      const { told: hosts } = await recrawl(crawl, recall, ports, after === undefined ? {} : { after });
      told(name, hosts);
    }
    called();
  }
}
