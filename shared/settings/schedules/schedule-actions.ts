import type { RecrawlSelection } from '../../frontier/recrawl.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { normalizePrefix } from '../normalize-prefix.ts';
import type { Settings } from '../settings.ts';
import type { Schedule } from './schedule.ts';
import { nextRun } from './schedule-times.ts';

/** Default of `days` of `retry` schedules. */
const DEFAULT_RETRY_DAYS = 14;

/**
 * Returns the forced recrawl that a schedule requests from hosts. The same due time gives the same recrawl.
 *
 * @param due time at which the schedule was due, in epoch milliseconds.
 * @throws SettingsError if the prefix is not the beginning of a URL.
 */
export function scheduledRecrawl(schedule: Schedule, due: number, settings: Settings): RecrawlSelection {
  const { run, prefix, days = DEFAULT_RETRY_DAYS, notWithinDays = 0 } = schedule;
  return {
    at: due - notWithinDays * DAY_MS,
    ...(prefix !== undefined && { prefix: normalizePrefix(prefix, settings) }),
    ...(run === 'retry' && { missingSince: due - days * DAY_MS }),
  };
}

/** Returns the schedules that start a recrawl. `new` schedules need no trigger: links wait for them in the frontier. */
export const recrawlSchedules = (schedules: readonly Schedule[]): Schedule[] =>
  schedules.filter(({ run }) => run !== 'new');

/**
 * Drops the schedules for new links. A run that ends when everything is fetched follows new links at once: if it waited for their schedule, it
 * would end before it fetches them.
 */
export const withoutLinkSchedules = (settings: Settings): Settings => ({
  ...settings,
  schedules: recrawlSchedules(settings.schedules),
});

/**
 * Returns a function that maps the time a link is found to the time from which it may be followed (epoch milliseconds).
 *
 * @returns `undefined` if there is no `new` schedule: links are followed at once.
 */
export function newLinkSchedule(schedules: readonly Schedule[]): ((now: number) => number) | undefined {
  const linkSchedules = schedules.filter(({ run }) => run === 'new');
  if (linkSchedules.length === 0) return undefined;
  const nextRuns = linkSchedules.map(() => 0);
  return (now) => {
    // Workers share no start time for a rate, so it counts from 1970.
    for (const [i, schedule] of linkSchedules.entries())
      if (nextRuns[i]! <= now) nextRuns[i] = nextRun(schedule, now, 0) ?? Number.POSITIVE_INFINITY;
    const next = Math.min(...nextRuns);
    return Number.isFinite(next) ? next : now;
  };
}
