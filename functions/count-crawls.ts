import { countHeads, type HeadCounting } from '../shared/frontier/explain/count-heads.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { Control } from '../shared/ports/control.ts';
import type { Frontier } from '../shared/ports/frontier.ts';
import type { Objects } from '../shared/ports/objects.ts';
import { errorFields, log } from './log.ts';

/** Time in a call of dispatch for counting: further rounds start every ten seconds. Milliseconds. */
const COUNT_MS = 5_000;
/** Time at the end of an invocation that counting leaves free. Milliseconds. */
const COUNT_RESERVE_MS = 5_000;

/** Returns the time available for counting in milliseconds. */
export const countingTime = (remainingMs: number): number =>
  Math.max(0, Math.min(COUNT_MS, remainingMs - COUNT_RESERVE_MS));

/** State between calls. `last`: the crawl with which the last call ended. */
export type CountMemory = { states: Map<string, HeadCounting>; last?: string };

/**
 * Counts a part of the heads of every crawl, for their status. A failure is logged: it must not delay visits.
 *
 * @param until time after which no further crawl begins, epoch ms. The next call continues with the crawl after the last one.
 */
export async function countCrawls(
  crawls: readonly Control[],
  ports: { frontier: Frontier; objects: Objects; clock: Clock },
  memory: CountMemory,
  until: number,
): Promise<void> {
  for (const control of rotated(crawls, 1 + crawls.findIndex(({ crawl }) => crawl === memory.last))) {
    const { crawl } = control;
    memory.last = crawl;
    try {
      memory.states.set(crawl, await countHeads(control, ports, memory.states.get(crawl), until));
    } catch (error) {
      log('error', 'count-failed', { crawl, ...errorFields(error) });
    }
    if (ports.clock.now() >= until) return;
  }
}

/** Returns the items from another one on, then those before it. @param first its index, modulo the number of items */
export function rotated<T>(items: readonly T[], first: number): T[] {
  const begin = items.length === 0 ? 0 : first % items.length;
  return [...items.slice(begin), ...items.slice(0, begin)];
}
