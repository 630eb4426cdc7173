import type { HostOrder } from './dispatch/choose-hosts.ts';

/**
 * Crawl order. Each strategy sets three parameters: how links are prioritised, how hosts are chosen, and how many pages a
 * visit fetches.
 */
export type Strategy = 'focused' | 'cindi' | 'best-first' | 'breadth-first' | 'depth-first' | 'opic' | 'two-queue';

export type StrategyRules = {
  order: HostOrder;
  /** Maximum number of pages per visit; null: the limit of the machine or function applies. */
  pagesPerVisit: number | null;
  /** What a crawl with a topic learns about its links while it runs. Absent: nothing. */
  learns?: 'link-model' | 'cindi';
};

/**
 * - `focused`: by a model that learns from judged pages which links lead to the topic; without a topic, by depth.
 * - `cindi`: by the rules of the CINDI robot, which drop links (`focus/cindi/`).
 * - `best-first`: by the relevance of the linking page.
 * - `breadth-first`: one URL of each host per round, lowest depth first. The limit of the machine applies in a crawl of one site.
 * - `depth-first`: deepest and most recently found URLs first; for listings that lead to pages.
 * - `opic`: by OPIC cash (`host/opic-cash.ts`).
 * - `two-queue`: finishes one site after another. Sites found on pages that only lead on come last.
 */
export const STRATEGIES: Readonly<Record<Strategy, StrategyRules>> = {
  focused: { order: 'best', pagesPerVisit: null, learns: 'link-model' },
  cindi: { order: 'best', pagesPerVisit: null, learns: 'cindi' },
  'best-first': { order: 'best', pagesPerVisit: null },
  'breadth-first': { order: 'longest', pagesPerVisit: 1 },
  'depth-first': { order: 'best', pagesPerVisit: null },
  opic: { order: 'best', pagesPerVisit: null },
  'two-queue': { order: 'finish', pagesPerVisit: null },
};

/** Names of the strategies, as in the setting `strategy`. */
export const STRATEGY_NAMES = Object.keys(STRATEGIES) as [Strategy, ...Strategy[]];

/** Highest class number of the high queue of `two-queue`. Higher classes are the low queue, except waiting seeds. */
export const MAX_HIGH_QUEUE_CLASS = 3;
/** Class of seeds that wait for their cycle, as long as their host is unvisited. */
export const WAITING_SEED_CLASS = 7;

/** Returns the class of a seed: the given one, or with `two-queue` the one behind both queues. */
export function seedClass(strategy: Strategy, given: number): number {
  return strategy === 'two-queue' ? WAITING_SEED_CLASS : given;
}
