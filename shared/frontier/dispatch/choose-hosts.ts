import type { DueHost } from '../../ports/frontier.ts';
import type { Random } from '../../ports/random.ts';

/**
 * Which hosts a round sends, of those that are due: a host of a group at most.
 *
 * - `best`: by the class of their best URL, random among equals, and a fair share for the others.
 * - `longest`: those due longest, so that every host has had its turn before one has a second.
 * - `finish`: one site to its end before the next is opened (`site-first.ts`).
 */
export type HostOrder = 'best' | 'longest' | 'finish';

/**
 * Of the hosts sent, so many in ten are those with the best class. The rest is drawn from all in the list, of which half
 * are due longest, so that nobody starves; not the first of them, as those may be due for ever whose messages get lost.
 */
const BEST_SLOTS_OF_TEN = 8;

export function chooseBest(due: readonly DueHost[], slots: number, random: Random): DueHost[] {
  const lots = shuffle(due, random);
  // A stable sort keeps the draw among equals.
  const ranked = [...lots].sort((a, b) => a.best - b.best);
  const chosen = takeOnePerGroup(ranked, Math.ceil((slots * BEST_SLOTS_OF_TEN) / 10));
  return takeOnePerGroup([...chosen, ...lots], slots);
}

export function chooseLongest(due: readonly DueHost[], slots: number): DueHost[] {
  return takeOnePerGroup(byDue(due), slots);
}

/** The first `most` in this order whose group is not there yet. */
function takeOnePerGroup(hosts: readonly DueHost[], most: number): DueHost[] {
  const groups = new Set<string>();
  const found: DueHost[] = [];
  for (const host of hosts) {
    if (found.length >= most) break;
    if (groups.has(host.group)) continue;
    groups.add(host.group);
    found.push(host);
  }
  return found;
}

function shuffle(due: readonly DueHost[], random: Random): DueHost[] {
  const lots = due.map((host) => ({ host, lot: random.random() }));
  return lots.sort((a, b) => a.lot - b.lot).map(({ host }) => host);
}

const byDue = (due: readonly DueHost[]) => [...due].sort((a, b) => a.due - b.due);
