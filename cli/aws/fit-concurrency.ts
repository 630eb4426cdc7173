/** Copies of each function at once: names of the stack's options. */
export type FunctionConcurrency = { maxFetch: number; maxClean: number; maxClassify: number; maxIndex: number };

/** As the stack has them when nothing is said. */
export const DEFAULT_CONCURRENCY: FunctionConcurrency = { maxFetch: 20, maxClean: 5, maxClassify: 5, maxIndex: 2 };

/** Fewer the service does not take for a queue. */
const MIN_CONCURRENCY = 2;

/** For dispatch, the pages and admin, which have no limit of their own. */
const RESERVED_CONCURRENCY = 8;
const MIN_RESERVED_CONCURRENCY = 2;

const NAMES = Object.keys(DEFAULT_CONCURRENCY) as (keyof FunctionConcurrency)[];
const sum = (copies: FunctionConcurrency) => NAMES.reduce((all, name) => all + copies[name], 0);

export type Fit =
  | { kind: 'fits' }
  /** What was not asked for by name has been lowered to this. */
  | { kind: 'lowered'; copies: FunctionConcurrency }
  /** Even with the least of what was not asked for, there is no room. */
  | { kind: 'refused'; needed: number };

/**
 * Whether the functions find room in an account's quota. Messages that find none come again and are given up after a few
 * times, so a sum above the quota loses work instead of slowing it down. What was asked for is never changed.
 *
 * @param quota copies of all functions of the account together; new accounts have ten.
 */
export function fitConcurrency(quota: number, asked: Partial<FunctionConcurrency>): Fit {
  const wanted: FunctionConcurrency = { ...DEFAULT_CONCURRENCY, ...asked };
  if (sum(wanted) + RESERVED_CONCURRENCY <= quota) return { kind: 'fits' };

  const least = { ...wanted };
  const free = NAMES.filter((name) => asked[name] === undefined);
  for (const name of free) least[name] = MIN_CONCURRENCY;
  const room = Math.min(RESERVED_CONCURRENCY, Math.max(MIN_RESERVED_CONCURRENCY, quota - sum(least)));
  const spare = quota - room - sum(least);
  if (spare < 0) return { kind: 'refused', needed: sum(least) + MIN_RESERVED_CONCURRENCY };
  if (free.length === 0) return { kind: 'fits' };

  const above = (name: keyof FunctionConcurrency) => wanted[name] - MIN_CONCURRENCY;
  const all = free.reduce((more, name) => more + above(name), 0);
  const copies = { ...least };
  if (all > 0) for (const name of free) copies[name] += Math.floor((Math.min(spare, all) * above(name)) / all);
  return { kind: 'lowered', copies };
}
