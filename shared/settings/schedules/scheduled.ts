import type { CrawlRecall } from '../../frontier/recrawl.ts';
import { prefixOf } from '../prefix.ts';
import type { Settings } from '../settings.ts';
import type { Schedule } from './schedule.ts';
import { nextTime } from './schedule-times.ts';

const DAY_MS = 86_400_000;
/** How long a URL is tried again by `retry` where nothing else is said. */
const RETRY_DAYS = 14;

/**
 * What hosts are told when a schedule's time has come. The same time gives the same recall.
 *
 * @param due when that was, epoch ms. @throws SettingsError for a prefix that is none.
 */
export function recallOf(schedule: Schedule, due: number, settings: Settings): CrawlRecall {
  const { run, prefix, days = RETRY_DAYS, notWithinDays = 0 } = schedule;
  return {
    at: due - notWithinDays * DAY_MS,
    ...(prefix !== undefined && { prefix: prefixOf(prefix, settings) }),
    ...(run === 'retry' && { missingSince: due - days * DAY_MS }),
  };
}

/** Schedules that call somebody: new links wait for theirs by themselves. */
export const calling = (schedules: readonly Schedule[]): Schedule[] => schedules.filter(({ run }) => run !== 'new');

/**
 * When links that are found now may be followed.
 *
 * @returns undefined where there is no schedule for them: at once.
 */
export function newLinksFrom(schedules: readonly Schedule[]): ((now: number) => number) | undefined {
  const own = schedules.filter(({ run }) => run === 'new');
  if (own.length === 0) return undefined;
  const known = own.map(() => 0);
  return (now) => {
    // A rate has no beginning that all workers know: it is counted from 1970.
    for (const [i, schedule] of own.entries())
      if (known[i]! <= now) known[i] = nextTime(schedule, now, 0) ?? Number.POSITIVE_INFINITY;
    const next = Math.min(...known);
    return Number.isFinite(next) ? next : now;
  };
}
