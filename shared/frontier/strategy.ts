import type { HostOrder } from './dispatch/choose-hosts.ts';

/**
 * In which order a crawl goes through the web. All of them are settings of one mechanism: the class and score that a link
 * is given, the host whose turn it is, and how long it is visited at a time.
 */
export type Strategy = 'focused' | 'best-first' | 'breadth-first' | 'depth-first' | 'opic' | 'two-queue';

export type StrategyRules = {
  order: HostOrder;
  /** Pages that one visit fetches; null: as many as its place allows. */
  pagesPerVisit: number | null;
};

/**
 * - `focused`: links by the strength of their page and the words of the link; without a topic by depth.
 * - `best-first`: by the strength of their page alone.
 * - `breadth-first`: one URL of each host that is open, then the next of each; near URLs first.
 * - `depth-first`: what was found last and deepest; for listings that lead to pages.
 * - `opic`: by the cash that pages hand along their links (`opic-cash.ts`).
 * - `two-queue`: sites one after the other, each to its end; those found on pages that only lead on when no other is left.
 */
export const STRATEGIES: Readonly<Record<Strategy, StrategyRules>> = {
  focused: { order: 'best', pagesPerVisit: null },
  'best-first': { order: 'best', pagesPerVisit: null },
  'breadth-first': { order: 'longest', pagesPerVisit: 1 },
  'depth-first': { order: 'best', pagesPerVisit: null },
  opic: { order: 'best', pagesPerVisit: null },
  'two-queue': { order: 'finish', pagesPerVisit: null },
};

export const STRATEGY_NAMES = Object.keys(STRATEGIES) as [Strategy, ...Strategy[]];

/** Classes up to this are the high queue of `two-queue`, and those above the low one, but for seeds that wait. */
export const MAX_HIGH_QUEUE_CLASS = 3;
/** Class of seeds that wait for their cycle: a host of this class that nobody has visited yet. */
export const WAITING_SEED_CLASS = 7;

/** In line, a seed has the class that it was given; with `two-queue` it waits for its cycle behind both queues. */
export function seedClass(strategy: Strategy, given: number): number {
  return strategy === 'two-queue' ? WAITING_SEED_CLASS : given;
}
