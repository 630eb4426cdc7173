import type { DueHost } from '../../ports/frontier.ts';
import { MAX_HIGH_QUEUE_CLASS, WAITING_SEED_CLASS } from '../strategy.ts';

/** A host that waits out its pause has not finished: so far ahead it counts as under way. Milliseconds. */
export const PAUSE_LOOKAHEAD_MS = 60_000;

/** Where a crawl in cycles stands. */
export type Cycle = {
  /** Seed sites that were opened since the beginning. */
  opened: number;
  /** Seed sites of a cycle. */
  size: number;
};

/**
 * Sites one after the other: who was begun goes on until nothing of it waits, and only a slot that is left over opens a new
 * one. The low queue is asked when the high one is empty, and a cycle ends when both are: then the next seeds come.
 *
 * @param hosts all that are due now or within `PAUSE_AHEAD_MS`, those under way included.
 * @param mayGo whether it may be sent now. @param slots beside those under way.
 * @returns `seeds`: how many of the chosen open a seed site, to be added to `opened`.
 */
export function chooseSiteFirst(
  hosts: readonly DueHost[],
  mayGo: (host: DueHost) => boolean,
  isUnderWay: (host: DueHost) => boolean,
  slots: number,
  { opened, size }: Cycle,
): { chosen: DueHost[]; seeds: number } {
  const seeds = hosts.filter(isWaitingSeed).sort((a, b) => a.due - b.due);
  const others = hosts.filter((host) => !isWaitingSeed(host));
  const high = others.filter(({ best }) => best <= MAX_HIGH_QUEUE_CLASS);
  const begun = opened % size;
  // Seeds of the cycle under way belong to the high queue.
  const first = [...high, ...(begun > 0 ? seeds.slice(0, size - begun) : [])];
  const queue = first.length > 0 ? first : others.length > 0 ? others : seeds.slice(0, size);
  const chosen: DueHost[] = [];
  const groups = new Set(hosts.filter(isUnderWay).map(({ group }) => group));
  let free = slots;
  for (const host of queue.sort(compareStartedFirst)) {
    if (free <= 0) break;
    if (groups.has(host.group)) continue;
    groups.add(host.group);
    // A site that rests between two pages keeps its slot.
    free--;
    if (mayGo(host)) chosen.push(host);
  }
  return { chosen, seeds: chosen.filter(isWaitingSeed).length };
}

const isWaitingSeed = ({ best, begun }: DueHost) => best === WAITING_SEED_CLASS && !begun;

function compareStartedFirst(a: DueHost, b: DueHost): number {
  return Number(b.begun) - Number(a.begun) || a.best - b.best || a.due - b.due;
}
