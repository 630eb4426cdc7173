import { runDueSchedules } from '../../cli/run/run-schedules.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { latestRun, nextRun } from '../../shared/settings/schedules/schedule-times.ts';
import type { WorkerPorts } from './stores.ts';

/** The crawl that has a schedule. The other one is only revisited. */
export const SCHEDULED_CRAWL = 'two';
/** Time of the scheduled recrawl: after most pages were found, long before their revisit. Seconds. */
export const SCHEDULED_S = 3 * 3_600;
/** Time within which all pages must be fetched again. Seconds. */
export const RECRAWLED_WITHIN_S = 8_000;

export const SCHEDULE_TIMES = { next: nextRun, last: latestRun };

const settings = readSettings({
  crawl: SCHEDULED_CRAWL,
  seeds: ['http://h0.g0.test/p0'],
  schedules: [{ name: 'again', run: 'recrawl', at: 'rate(3 hours)' }],
});

/** The schedule as the command line registers it. */
export const SCHEDULE = { crawl: SCHEDULED_CRAWL, name: 'again', at: 'rate(3 hours)', timezone: 'UTC' };

/** Runs the due schedules as a process does that may crash at any step. */
export const runSchedules = ({ schedules, frontier, clock }: WorkerPorts): Promise<void> =>
  runDueSchedules(settings, { schedules, frontier, clock }, () => {});
