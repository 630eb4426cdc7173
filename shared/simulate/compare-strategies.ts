import type { CindiRules } from '../focus/cindi/cindi-rules.ts';
import type { LinkModel } from '../focus/link-model.ts';
import type { OrderContext, PageJudgement } from './crawl-order.ts';
import { areaOf, type CurvePoint, curveOf } from './curve.ts';
import type { Graph } from './graph.ts';
import { crawlByOracle, reachableFrom } from './oracle.ts';
import { simulateCrawl } from './simulate-crawl.ts';
import { strategyNamed } from './strategies.ts';

/** Result of a strategy. */
export type SimulationResult = {
  strategy: string;
  points: CurvePoint[];
  /** Mean recall over all fetches, 0 to 1. */
  area: number;
  /** Share of `area` in the area of the oracle. */
  areaOfOracle: number;
  /** Number of counted pages that the crawl fetched. It ends early if no link is left. */
  fetched: number;
};

/** Strategies and pages of a comparison, and how the simulated crawl judges them. */
export type ComparisonOptions = Pick<OrderContext, 'textOf' | 'trainingPages'> & {
  strategies: readonly string[];
  seeds: readonly number[];
  /** Maximum number of counted pages. More than the graph has are not simulated. */
  pages: number;
  batch: number;
  /** Whether a page is on topic, by its label. */
  isRelevant(page: number): boolean;
  /** Judges a page as the topic filter of a crawl does. */
  judge(page: number): PageJudgement;
  strengthOfWords(text: string): number;
  createModel(): LinkModel;
  /** Absent: those of the thesis. */
  cindiRules?: CindiRules | undefined;
  /** Returns the worth of a page's links in a context graph. Absent: there are no training pages. */
  worthOfLinks?: ((page: number) => number) | undefined;
};

/** Name of the order that knows all labels: the upper bound for strategies. */
export const ORACLE = 'oracle';

/**
 * Runs a simulated crawl for each strategy. Training pages are fetched like others, but neither count as a fetch nor as relevant.
 */
export function compareStrategies(graph: Graph, options: ComparisonOptions): SimulationResult[] {
  const { seeds, isRelevant } = options;
  const counts = (page: number) => !graph.pages[page]!.isTraining;
  const pages = Math.min(options.pages, graph.pages.filter(({ isTraining }) => !isTraining).length);
  const isWanted = (page: number) => counts(page) && isRelevant(page);
  const reachable = countReachable(graph, seeds, isRelevant);
  const best = crawlByOracle(graph, seeds, pages, isWanted, counts).map(isWanted);
  const bestArea = areaOf(best, reachable, pages);
  return options.strategies.map((strategy) => {
    const found = strategy === ORACLE ? best : crawlBy(strategy).map(isWanted);
    const area = areaOf(found, reachable, pages);
    const points = curveOf(found, reachable, pages);
    return { strategy, points, area, areaOfOracle: bestArea === 0 ? 0 : area / bestArea, fetched: found.length };
  });

  function crawlBy(strategy: string): number[] {
    const row = strategyNamed(strategy)!;
    return simulateCrawl(graph, row.create({ ...options, graph }), { ...options, pages, counts });
  }
}

/** Returns the number of relevant pages that count and that links from the seeds lead to. */
export function countReachable(graph: Graph, seeds: readonly number[], isRelevant: (page: number) => boolean): number {
  return [...reachableFrom(graph, seeds)].filter((page) => !graph.pages[page]!.isTraining && isRelevant(page)).length;
}
