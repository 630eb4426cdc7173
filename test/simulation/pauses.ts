import type { ControlStore } from '../../shared/ports/control.ts';
import type { Network } from './network.ts';
import { CRAWLS } from './stores.ts';
import type { World } from './world.ts';

/** Start and length of a pause or stop of both crawls. Seconds. */
type Interruption = { at: number; length: number };

/**
 * Pauses of both crawls: while links are found, and after a schedule. In between, pages are deleted from the web, and must have been
 * found before.
 */
const PAUSES: Interruption[] = [600, 13_000].map((at) => ({ at, length: 2_400 }));
/** Earliest and latest start of each stop: while links are found, and around a schedule. Seconds. */
const STOP_STARTS_S = [
  [200, 3_000],
  [7_000, 10_500],
] as const;
/** Shortest and longest stop. Seconds. */
const STOP_LENGTHS_S = [2_000, 3_500] as const;
/**
 * Time after which visits that had started must have noticed a pause or a stop: a late delivery, a visit, and some stalls between two
 * requests. Seconds.
 */
const NOTICED_WITHIN_S = 1_500;

type SettableState = Pick<ControlStore, 'setState'>;

/** Pauses and resumes both crawls. @returns a function that counts the requests that were sent despite a pause */
export function planPauses(world: World, control: SettableState, network: Network): () => number {
  plan(world, control, 'paused', PAUSES);
  return () => requestsDuring(PAUSES, network);
}

/** Returns for how long the crawls of `planPauses` are paused between two times, in seconds. */
export function pausedBetween(from: number, until: number): number {
  return PAUSES.reduce(
    (sum, { at, length }) => sum + Math.max(0, Math.min(until, at + length) - Math.max(from, at)),
    0,
  );
}

export type Stops = {
  isStopped(): boolean;
  /** Calls `work` now, or once the crawls are open again. */
  whenOpen(work: () => void): void;
  /** Number of requests that were sent although the crawls were stopped. */
  requests(): number;
};

/** Stops both crawls at random times for a random time, and reopens them. */
export function planStops(world: World, control: SettableState, network: Network): Stops {
  const between = ([least, most]: readonly [number, number]) => least + world.random() * (most - least);
  const stops = STOP_STARTS_S.map((start) => ({ at: between(start), length: between(STOP_LENGTHS_S) }));
  plan(world, control, 'stopped', stops);
  const current = () => stops.find(({ at, length }) => world.time() >= at && world.time() < at + length);
  return {
    isStopped: () => current() !== undefined,
    whenOpen(work) {
      const stop = current();
      if (stop) world.at(stop.at + stop.length - world.time() + 1, work);
      else work();
    },
    requests: () => requestsDuring(stops, network),
  };
}

function plan(world: World, control: SettableState, state: 'paused' | 'stopped', interruptions: Interruption[]): void {
  const setAll = (to: typeof state | 'open') => {
    for (const crawl of CRAWLS) void control.setState(crawl, to);
  };
  for (const { at, length } of interruptions) {
    world.at(at, () => setAll(state));
    world.at(at + length, () => setAll('open'));
  }
}

function requestsDuring(interruptions: Interruption[], network: Network): number {
  return interruptions.reduce(
    (sum, { at, length }) => sum + network.startedBetween(at + NOTICED_WITHIN_S, at + length),
    0,
  );
}
