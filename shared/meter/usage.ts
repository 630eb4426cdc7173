import type { Counts } from '../ports/control.ts';
import { PRICES } from './prices.ts';

/**
 * What was used of paid services: `service.operation.unit` → how many, as it is counted where a call is made
 * (`dynamodb.UpdateItem.writes`), or `service.unit` where only the bill matters (`dynamodb.writes`). Units that have no
 * price (`s3.PutObject.bytes-in`) are for reading only.
 */
export type Usage = Record<string, number>;

/** Takes note of something used. `n` may be a fraction: an eventually consistent read is half a unit. */
export type CountUsage = (name: string, n: number) => void;

/** Names of a crawl's counts that are usage begin so. */
const IN_COUNTS = 'usage.';

export function mergeUsage(to: Usage, more: Usage): Usage {
  for (const [name, n] of Object.entries(more)) to[name] = (to[name] ?? 0) + n;
  return to;
}

/** `service.operation.unit` → `service.unit`. */
function unitOf(name: string): string {
  const parts = name.split('.');
  return `${parts[0]}.${parts.at(-1)}`;
}

export const serviceOf = (name: string): string => name.split('.')[0]!;

/** Summed up over operations. */
export function sumByUnit(usage: Usage): Usage {
  const sum: Usage = {};
  for (const [name, n] of Object.entries(usage)) mergeUsage(sum, { [unitOf(name)]: n });
  return sum;
}

/**
 * As counts of a crawl: what has a price, summed up over operations. Every update of the control item is billed by the
 * whole item, so it holds no more than the bill needs.
 */
export function usageToCounts(usage: Usage): Counts {
  const billed = Object.entries(sumByUnit(usage)).filter(([name]) => name in PRICES);
  return Object.fromEntries(billed.map(([name, n]) => [IN_COUNTS + name, n]));
}

/** What a crawl has used so far, as `countsOfUsage` put it into its counts. */
export function usageFromCounts(counts: Counts): Usage {
  const own = Object.entries(counts).filter(([name]) => name.startsWith(IN_COUNTS));
  return Object.fromEntries(own.map(([name, n]) => [name.slice(IN_COUNTS.length), n]));
}
