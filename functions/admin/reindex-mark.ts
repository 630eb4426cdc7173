import type { Control, ControlStore } from '../../shared/ports/control.ts';

/*
 * That a crawl is written to a new index is noted in its control item as a share of no pages, by whoever asks for it and by each
 * call that goes on with it. It counts for so long after the last of them; dispatch clears it away then.
 */

/** Longer than a failing message takes to be given up, and than a call with all of its receives. Milliseconds. */
const HEARD_FOR_MS = 3_600_000;

const NAME = 'reindex-';
/** @param at when it was asked for, epoch ms. */
export const markOf = (at: number): string => `${NAME}${at}`;

export const mark = ({ share }: Pick<ControlStore, 'share'>, crawl: string, at: number, now: number): Promise<void> =>
  share(crawl, markOf(at), { pages: 0, until: now + HEARD_FOR_MS });

/** One that goes on: when it was asked for, last heard of, and until when it counts. Epoch ms. */
export type RunningReindex = { at: number; heardAt: number; until: number };

/** @returns the one that was asked for last; undefined: none is known to go on. */
export function runningReindex({ shares }: Control, now: number): RunningReindex | undefined {
  const running = Object.entries(shares).flatMap(([id, { until }]) =>
    id.startsWith(NAME) && until > now
      ? [{ at: Number(id.slice(NAME.length)), heardAt: until - HEARD_FOR_MS, until }]
      : [],
  );
  return running.sort((a, b) => b.at - a.at)[0];
}
