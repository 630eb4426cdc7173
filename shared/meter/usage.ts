import type { Counts } from '../ports/control.ts';
import { addCounts } from './add-counts.ts';
import { PRICES } from './prices.ts';

/**
 * Usage of paid services: `service.operation.unit` → amount, as counted at each call (`dynamodb.UpdateItem.writes`), or
 * `service.unit` for bills (`dynamodb.writes`). Units without a price (`s3.PutObject.bytes-in`) are informative.
 */
export type Usage = Record<string, number>;

/** Counts usage. `n` can be a fraction: an eventually consistent read is half a unit. */
export type CountUsage = (name: string, n: number) => void;

/** Prefix of usage among the counts of a crawl. */
const COUNT_PREFIX = 'usage.';

/** Adds usage to `to`, which is changed. @returns `to` */
export function mergeUsage(to: Usage, more: Usage): Usage {
  addCounts(to, more);
  return to;
}

/** `service.operation.unit` → `service.unit`. */
function unitOf(name: string): string {
  const parts = name.split('.');
  return `${parts[0]}.${parts.at(-1)}`;
}

/** Returns the service of a name of usage: `dynamodb` of `dynamodb.writes`. */
export const serviceOf = (name: string): string => name.split('.')[0]!;

/** Sums usage over operations. */
export function sumByUnit(usage: Usage): Usage {
  const sum: Usage = {};
  for (const [name, n] of Object.entries(usage)) mergeUsage(sum, { [unitOf(name)]: n });
  return sum;
}

/**
 * Converts usage to counts of a crawl: only units with a price, summed over operations. Every update of the control item is billed
 * by the size of the item, so it holds no more than the bill needs.
 */
export function usageToCounts(usage: Usage): Counts {
  const billed = Object.entries(sumByUnit(usage)).filter(([name]) => name in PRICES);
  return Object.fromEntries(billed.map(([name, n]) => [COUNT_PREFIX + name, n]));
}

/** Returns the usage in the counts of a crawl, the reverse of `usageToCounts`. */
export function usageFromCounts(counts: Counts): Usage {
  const own = Object.entries(counts).filter(([name]) => name.startsWith(COUNT_PREFIX));
  return Object.fromEntries(own.map(([name, n]) => [name.slice(COUNT_PREFIX.length), n]));
}
