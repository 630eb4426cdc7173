import type { Schedules } from '../../ports/schedules.ts';
import type { Schedule } from './schedule.ts';
import { recrawlSchedules } from './schedule-actions.ts';

/** Registers the schedules of a crawl and removes those that its settings no longer contain. Idempotent. */
export async function syncSchedules(
  crawl: string,
  { before, now }: { before: readonly Schedule[]; now: readonly Schedule[] },
  schedules: Schedules | undefined,
): Promise<void> {
  if (!schedules) return;
  const wanted = recrawlSchedules(now);
  for (const { name, at, timezone } of wanted) await schedules.put({ crawl, name, at, timezone });
  for (const { name } of before)
    if (!wanted.some((schedule) => schedule.name === name)) await schedules.remove({ crawl, name });
}
