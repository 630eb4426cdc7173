import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { loadSettings } from '../crawl-cache.ts';

/** Returns the quantities that the bill of a crawl is computed from. */
export async function costAction(
  { crawl, createdAt, counts, settingsKey }: Control,
  { objects, clock }: { objects: Objects; clock: Pick<Clock, 'now'> },
): Promise<AdminAnswer<'cost'>> {
  const { limits, budget } = await loadSettings(objects, settingsKey);
  return { crawl, createdAt, counts, limits: { pages: limits.pages }, budget, now: clock.now() };
}
