import type { DueHost } from '../../ports/frontier.ts';
import type { Random } from '../../ports/random.ts';

/**
 * Order in which a round sends due hosts. A round sends at most one host per group.
 *
 * - `best`: by the class of their best URL, random among equals, with a share reserved for other hosts.
 * - `longest`: longest due first, so that every host is visited once before one is visited twice.
 * - `finish`: finishes one site before the next is opened (`site-first.ts`).
 */
export type HostOrder = 'best' | 'longest' | 'finish';

/**
 * Number of slots in ten for the hosts with the best class. The other slots go to random hosts of the list, half of which is
 * the longest due, to prevent starvation. They are random because the longest due may be hosts whose messages get lost.
 */
const BEST_SLOTS_OF_TEN = 8;

/** Chooses hosts in the order `best`. @param slots maximum number of hosts @returns hosts of different groups */
export function chooseBest(due: readonly DueHost[], slots: number, random: Random): DueHost[] {
  const shuffled = shuffle(due, random);
  // The sort is stable: hosts of equal class stay in random order.
  const ranked = [...shuffled].sort((a, b) => a.best - b.best);
  const chosen = takeOnePerGroup(ranked, Math.ceil((slots * BEST_SLOTS_OF_TEN) / 10));
  return takeOnePerGroup([...chosen, ...shuffled], slots);
}

/** Chooses hosts in the order `longest`. @param slots maximum number of hosts @returns hosts of different groups */
export function chooseLongest(due: readonly DueHost[], slots: number): DueHost[] {
  return takeOnePerGroup(byDue(due), slots);
}

/** Returns the first `max` hosts that have different groups. */
function takeOnePerGroup(hosts: readonly DueHost[], max: number): DueHost[] {
  const groups = new Set<string>();
  const found: DueHost[] = [];
  for (const host of hosts) {
    if (found.length >= max) break;
    if (groups.has(host.group)) continue;
    groups.add(host.group);
    found.push(host);
  }
  return found;
}

function shuffle(due: readonly DueHost[], random: Random): DueHost[] {
  const keyed = due.map((host) => ({ host, key: random.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ host }) => host);
}

const byDue = (due: readonly DueHost[]) => [...due].sort((a, b) => a.due - b.due);
