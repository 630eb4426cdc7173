/** Copies of each function at once: names of the stack's options. */
export type Copies = { maxFetch: number; maxClean: number; maxClassify: number; maxIndex: number };

/** As the stack has them when nothing is said. */
export const USUAL_COPIES: Copies = { maxFetch: 20, maxClean: 5, maxClassify: 5, maxIndex: 2 };

/** Fewer the service does not take for a queue. */
const LEAST = 2;

/** For dispatch, the pages and admin, which have no limit of their own. */
const ROOM_FOR_OTHERS = 8;
const LEAST_ROOM = 2;

const NAMES = Object.keys(USUAL_COPIES) as (keyof Copies)[];
const sum = (copies: Copies) => NAMES.reduce((all, name) => all + copies[name], 0);

export type Fit =
  | { kind: 'fits' }
  /** What was not asked for by name has been lowered to this. */
  | { kind: 'lowered'; copies: Copies }
  /** Even with the least of what was not asked for, there is no room. */
  | { kind: 'refused'; needed: number };

/**
 * Whether the functions find room in an account's quota. Messages that find none come again and are given up after a few
 * times, so a sum above the quota loses work instead of slowing it down. What was asked for is never changed.
 *
 * @param quota copies of all functions of the account together; new accounts have ten.
 */
export function fitCopies(quota: number, asked: Partial<Copies>): Fit {
  const wanted: Copies = { ...USUAL_COPIES, ...asked };
  if (sum(wanted) + ROOM_FOR_OTHERS <= quota) return { kind: 'fits' };

  const least = { ...wanted };
  const free = NAMES.filter((name) => asked[name] === undefined);
  for (const name of free) least[name] = LEAST;
  const room = Math.min(ROOM_FOR_OTHERS, Math.max(LEAST_ROOM, quota - sum(least)));
  const spare = quota - room - sum(least);
  if (spare < 0) return { kind: 'refused', needed: sum(least) + LEAST_ROOM };
  if (free.length === 0) return { kind: 'fits' };

  const above = (name: keyof Copies) => wanted[name] - LEAST;
  const all = free.reduce((more, name) => more + above(name), 0);
  const copies = { ...least };
  if (all > 0) for (const name of free) copies[name] += Math.floor((Math.min(spare, all) * above(name)) / all);
  return { kind: 'lowered', copies };
}
