import type { ControlStore } from '../../shared/ports/control.ts';
import type { Network } from './network.ts';
import { CRAWLS } from './stores.ts';
import type { World } from './world.ts';

/**
 * Start of each pause of both crawls: while links are found, and after a schedule. In between, pages are deleted from the web,
 * and must have been found before. Seconds.
 */
const PAUSED_AT_S = [600, 13_000];
const PAUSE_LENGTH_S = 2_400;
/**
 * Time after which visits that had started must have noticed a pause: a late delivery, a visit, and some stalls between two
 * requests. Seconds.
 */
const NOTICED_WITHIN_S = 1_500;

/** Pauses and resumes both crawls. @returns a function that counts the requests that were sent despite a pause */
export function planPauses(world: World, control: Pick<ControlStore, 'setState'>, network: Network): () => number {
  const setAll = (state: 'paused' | 'open') => {
    for (const crawl of CRAWLS) void control.setState(crawl, state);
  };
  for (const at of PAUSED_AT_S) {
    world.at(at, () => setAll('paused'));
    world.at(at + PAUSE_LENGTH_S, () => setAll('open'));
  }
  return () =>
    PAUSED_AT_S.reduce((sum, at) => sum + network.startedBetween(at + NOTICED_WITHIN_S, at + PAUSE_LENGTH_S), 0);
}
