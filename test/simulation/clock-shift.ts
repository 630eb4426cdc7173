import { CRAWLS, type Stores } from './stores.ts';
import type { World } from './world.ts';

/** When the crawls begin to rest, in seconds since the start, and by how much the clock is set while they do. Negative: back. */
export type ClockShift = { atS: number; byMs: number };

/** Time after which all visits and stages that had started have ended: a late delivery, its repetition, and some stalls. Seconds. */
const REST_S = 2_000;

/**
 * Pauses both crawls, sets the clock, and resumes them as the next run on one machine does.
 *
 * @param onRun called before the new run, whose processes remember nothing of the last one
 */
export function planClockShift(
  world: World,
  { control, beginRun }: Pick<Stores, 'control' | 'beginRun'>,
  { atS, byMs }: ClockShift,
  onRun: () => void,
): void {
  const setAll = (state: 'paused' | 'open') => Promise.all(CRAWLS.map((crawl) => control.setState(crawl, state)));
  const nextRun = async () => {
    onRun();
    await beginRun(() => world.shiftClocks(byMs));
    await setAll('open');
  };
  world.at(atS, () => void setAll('paused'));
  world.at(atS + REST_S, () => void nextRun());
}
