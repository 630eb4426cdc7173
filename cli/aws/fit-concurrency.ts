/** Maximum concurrency per function, by the names of the stack's options. */
export type FunctionConcurrency = { maxFetch: number; maxClean: number; maxClassify: number; maxIndex: number };

/** Defaults of the stack. */
export const DEFAULT_CONCURRENCY: FunctionConcurrency = { maxFetch: 20, maxClean: 5, maxClassify: 5, maxIndex: 2 };

/** Minimum concurrency that Lambda accepts for a queue. */
const MIN_CONCURRENCY = 2;

/** Concurrency left for dispatch, the web pages and admin, which have no limit of their own. */
const RESERVED_CONCURRENCY = 8;
const MIN_RESERVED_CONCURRENCY = 2;

const NAMES = Object.keys(DEFAULT_CONCURRENCY) as (keyof FunctionConcurrency)[];
const sum = (copies: FunctionConcurrency) => NAMES.reduce((all, name) => all + copies[name], 0);

export type Fit =
  | { kind: 'fits' }
  /** Concurrency options that were not set explicitly are lowered to these. */
  | { kind: 'lowered'; copies: FunctionConcurrency }
  /** Even the minimum does not fit into the quota. */
  | { kind: 'refused'; needed: number };

/**
 * Checks whether the functions fit into an account's concurrency quota, and lowers those that were not set explicitly.
 * Throttled messages are retried and become dead letters after a few tries, so a sum above the quota loses work instead
 * of slowing it down.
 *
 * @param quota concurrent executions of all functions in the account and region; new accounts have ten
 * @param explicit options that were set explicitly; they are never changed
 */
export function fitConcurrency(quota: number, explicit: Partial<FunctionConcurrency>): Fit {
  const wanted: FunctionConcurrency = { ...DEFAULT_CONCURRENCY, ...explicit };
  if (sum(wanted) + RESERVED_CONCURRENCY <= quota) return { kind: 'fits' };

  const least = { ...wanted };
  const free = NAMES.filter((name) => explicit[name] === undefined);
  for (const name of free) least[name] = MIN_CONCURRENCY;
  const reserved = Math.min(RESERVED_CONCURRENCY, Math.max(MIN_RESERVED_CONCURRENCY, quota - sum(least)));
  const spare = quota - reserved - sum(least);
  if (spare < 0) return { kind: 'refused', needed: sum(least) + MIN_RESERVED_CONCURRENCY };
  if (free.length === 0) return { kind: 'fits' };

  const above = (name: keyof FunctionConcurrency) => wanted[name] - MIN_CONCURRENCY;
  const all = free.reduce((more, name) => more + above(name), 0);
  const copies = { ...least };
  if (all > 0) for (const name of free) copies[name] += Math.floor((Math.min(spare, all) * above(name)) / all);
  return { kind: 'lowered', copies };
}
