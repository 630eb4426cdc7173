import { z } from 'zod';
import type { CrawlLimits } from '../../shared/frontier/dispatch/limit.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { settingsAt } from '../crawl-cache.ts';

/** Asks what a crawl has used. */
export const CostRequest = z.strictObject({ action: z.literal('cost'), crawl: z.string() });

/** What a bill is made of; whoever asks has the prices. */
export type CostAnswer = Pick<Control, 'crawl' | 'createdAt' | 'counts'> &
  CrawlLimits & {
    /** Epoch ms. */
    now: number;
  };

export async function costAction(
  { crawl, createdAt, counts, settingsKey }: Control,
  { objects, clock }: { objects: Objects; clock: Pick<Clock, 'now'> },
): Promise<CostAnswer> {
  const { limits, budget } = await settingsAt(objects, settingsKey);
  return { crawl, createdAt, counts, limits: { pages: limits.pages }, budget, now: clock.now() };
}
