import type { Control } from '../ports/control.ts';
import { billOf } from './bill.ts';
import { usageOfCounts } from './usage.ts';

/** What a crawl may use in all; null: as much as it takes. Its limit of pages is shared out beforehand, and kept apart. */
export type Budget = {
  /** US dollars of paid services, as the meter counts them. */
  usd: number | null;
  requests: number | null;
  /** Received in bodies. */
  bytes: number | null;
  /** Since the crawl was made. */
  days: number | null;
};

const DAY_MS = 86_400_000;

/** How much of each a crawl has used. */
export function spentOf(
  { counts, createdAt }: Pick<Control, 'counts' | 'createdAt'>,
  now: number,
): Record<keyof Budget, number> {
  return {
    usd: billOf(usageOfCounts(counts)).usd,
    requests: counts['requests'] ?? 0,
    bytes: counts['bytes'] ?? 0,
    days: Math.max(0, now - createdAt) / DAY_MS,
  };
}

/**
 * The first limit that is reached, or undefined. Who sees it sends nothing more: visits that are under way are finished
 * and committed, so a crawl ends in order and a little above it.
 *
 * @param now epoch milliseconds.
 */
export function limitReached(
  budget: Budget,
  control: Pick<Control, 'counts' | 'createdAt'>,
  now: number,
): keyof Budget | undefined {
  const spent = spentOf(control, now);
  return (Object.keys(spent) as (keyof Budget)[]).find((name) => budget[name] !== null && spent[name] >= budget[name]);
}
