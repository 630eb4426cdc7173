import type { Schedules } from '../../ports/schedules.ts';
import type { Schedule } from './schedule.ts';
import { calling } from './scheduled.ts';

/** The schedules of a crawl become these; those it had before and has no more are removed. May be repeated. */
export async function syncSchedules(
  crawl: string,
  { before, now }: { before: readonly Schedule[]; now: readonly Schedule[] },
  schedules: Schedules | undefined,
): Promise<void> {
  if (!schedules) return;
  const wanted = calling(now);
  for (const { name, at, timezone } of wanted) await schedules.put({ crawl, name, at, timezone });
  for (const { name } of before)
    if (!wanted.some((schedule) => schedule.name === name)) await schedules.remove({ crawl, name });
}
