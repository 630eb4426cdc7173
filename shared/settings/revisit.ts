import { z } from 'zod';
import { fixedRevisit, type RevisitRules } from '../frontier/revisit.ts';

const DAY_MS = 86_400_000;
/** First interval where intervals are learnt and none is given. */
const FIRST_DAYS = 7;

const days = () => z.number().min(0.01).max(3_650);

export const RevisitSchema = z
  .strictObject({
    mode: z
      .enum(['fixed', 'adaptive', 'steps', 'change-rate'])
      .default('fixed')
      .describe(
        'How long until a page is fetched again. `fixed`: `days`. `adaptive`: by an estimate of how often it changes, so that requests go where they keep most pages up to date; what changes faster than it can be followed is visited rarely. It is the cheapest way to keep pages fresh (docs/benchmarks.md). `steps`: half as long again when it has not changed, half as long when it has, so that what changes most is followed most closely. `change-rate`: an older name of `adaptive`.',
      ),
    days: days()
      .nullable()
      .default(null)
      .describe(
        'A page is fetched again after so many days; with another mode after its first visit, and then as is learnt (not given: 7).',
      ),
    minDays: days()
      .default(1)
      .describe('Learnt intervals are not shorter. With `adaptive` also what sets the price of a request.'),
    maxDays: days().default(30).describe('Learnt intervals are not longer.'),
    maxGoneShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe(
        'When more of the pages known of a host are gone within a week (404, 410, or led to where all are led), those keep their records and are asked for again, until `thresher recrawl --gone` says that it is so. 1: never held for that.',
      ),
  })
  .refine(({ minDays, maxDays }) => minDays <= maxDays, { path: ['minDays'], error: 'must not be above maxDays' })
  .prefault({});

/** As the frontier takes it. */
export function revisitRulesOf({ mode, days, minDays, maxDays }: z.output<typeof RevisitSchema>): RevisitRules {
  if (mode === 'fixed') return fixedRevisit(days === null ? null : days * DAY_MS);
  const first = Math.min(maxDays, Math.max(minDays, days ?? FIRST_DAYS));
  return {
    mode: mode === 'steps' ? 'steps' : 'adaptive',
    firstMs: first * DAY_MS,
    minMs: minDays * DAY_MS,
    maxMs: maxDays * DAY_MS,
  };
}
