import type { DueHost } from '../../ports/frontier.ts';
import { MAX_HIGH_QUEUE_CLASS, WAITING_SEED_CLASS } from '../strategy.ts';

/** Hosts due within this time count as unfinished: they wait for their crawl delay. Milliseconds. */
export const PAUSE_LOOKAHEAD_MS = 60_000;

/** Progress of a crawl that opens its seed sites in cycles. */
export type Cycle = {
  /** Number of seed sites opened since the start. */
  opened: number;
  /** Number of seed sites per cycle. */
  size: number;
};

/**
 * Chooses hosts so that sites are finished one after another. A started site keeps its slot until its queue is empty; only
 * free slots open new sites. The low queue is used when the high queue is empty. When both are empty, the next cycle starts.
 *
 * @param hosts all hosts due now or within `PAUSE_LOOKAHEAD_MS`, including those in progress.
 * @param maySend whether a host can be sent now. @param slots number of slots besides the hosts in progress.
 * @returns the chosen hosts. Those that are sent and open a seed site (`isWaitingSeed`) are to be added to `opened`.
 */
export function chooseSiteFirst(
  hosts: readonly DueHost[],
  maySend: (host: DueHost) => boolean,
  isInProgress: (host: DueHost) => boolean,
  slots: number,
  { opened, size }: Cycle,
): DueHost[] {
  const seeds = hosts.filter(isWaitingSeed).sort((a, b) => a.due - b.due);
  const others = hosts.filter((host) => !isWaitingSeed(host));
  const high = others.filter(({ best }) => best <= MAX_HIGH_QUEUE_CLASS);
  const openedInCycle = opened % size;
  // The remaining seeds of the current cycle belong to the high queue.
  const first = [...high, ...(openedInCycle > 0 ? seeds.slice(0, size - openedInCycle) : [])];
  const queue = first.length > 0 ? first : others.length > 0 ? others : seeds.slice(0, size);
  const chosen: DueHost[] = [];
  const groups = new Set(hosts.filter(isInProgress).map(({ group }) => group));
  let free = slots;
  for (const host of queue.sort(compareStartedFirst)) {
    if (free <= 0) break;
    if (groups.has(host.group)) continue;
    groups.add(host.group);
    // A site that waits between two pages keeps its slot.
    free--;
    if (maySend(host)) chosen.push(host);
  }
  return chosen;
}

/** Returns whether the next visit of a host opens a seed site. */
export const isWaitingSeed = ({ best, isStarted }: DueHost) => best === WAITING_SEED_CLASS && !isStarted;

function compareStartedFirst(a: DueHost, b: DueHost): number {
  return Number(b.isStarted) - Number(a.isStarted) || a.best - b.best || a.due - b.due;
}
