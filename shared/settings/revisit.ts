import * as z from 'zod';
import { fixedRevisitRules, MIN_AFTER, type RevisitRules } from '../frontier/revisit.ts';
import { DAY_MS } from '../text/time-units.ts';

/** Default first interval of the modes that learn intervals, in days. */
const DEFAULT_FIRST_DAYS = 7;

const days = () => z.number().min(0.01).max(3_650);

export const RevisitSchema = z
  .strictObject({
    mode: z
      .enum(['fixed', 'adaptive', 'steps', 'change-rate'])
      .default('fixed')
      .describe(
        'How the interval between visits of a page is chosen. `fixed`: always `days`. `adaptive`: by an estimated change rate, so that requests keep as many pages as possible up to date. `steps`: 1.5 times as long after a visit without a change, half as long after a change. `change-rate`: former name of `adaptive`. [benchmarks.md](benchmarks.md#revisits) compares them.',
      ),
    days: days()
      .nullable()
      .default(null)
      .describe(
        'Interval in days. With `mode: fixed`: between all visits; `null`: pages are not fetched again. With other modes: after the first visit only; `null`: 7 days.',
      ),
    minDays: days()
      .default(1)
      .describe('Minimum learned interval, in days. With `mode: adaptive` it also sets the price of a request.'),
    maxDays: days().default(30).describe('Maximum learned interval, in days.'),
    minDaysAfter: z
      .partialRecord(z.enum(MIN_AFTER), days())
      .default({})
      .describe(
        'Minimum time until a page is fetched again, in days, by the outcome of its last visit: `{unchanged: 20, gone: 90, failed: 1}`. `fetched`: new or changed content. `unchanged`, `gone` (404, 410). `failed`: also delays retries. `robots`: refused by robots.txt; such a URL is then also tried again with `days: null`.',
      ),
    maxGoneShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe(
        'Maximum share of the known pages of a host that may disappear within a week (404, 410, or redirected to a common target). Above it, these pages keep their records and are fetched again, until `thresher recrawl --gone` confirms the removal. `1` turns this check off.',
      ),
  })
  .refine(({ minDays, maxDays }) => minDays <= maxDays, { path: ['minDays'], error: 'must not exceed maxDays' })
  .prefault({});

/** Converts the settings into the form that the frontier uses. */
export function revisitRulesOf(revisit: z.output<typeof RevisitSchema>): RevisitRules {
  const minAfterMs = Object.fromEntries(
    Object.entries(revisit.minDaysAfter).map(([outcome, least]) => [outcome, least * DAY_MS]),
  );
  return { ...intervalsOf(revisit), minAfterMs };
}

function intervalsOf({ mode, days, minDays, maxDays }: z.output<typeof RevisitSchema>): RevisitRules {
  if (mode === 'fixed') return fixedRevisitRules(days === null ? null : days * DAY_MS);
  const first = Math.min(maxDays, Math.max(minDays, days ?? DEFAULT_FIRST_DAYS));
  return {
    mode: mode === 'steps' ? 'steps' : 'adaptive',
    firstMs: first * DAY_MS,
    minMs: minDays * DAY_MS,
    maxMs: maxDays * DAY_MS,
  };
}
