import type { LinkModel } from '../focus/link-model.ts';
import type { OrderContext, PageJudgement } from './crawl-order.ts';
import { areaOf, type CurvePoint, curveOf } from './curve.ts';
import type { Graph } from './graph.ts';
import { crawlByOracle, reachableFrom } from './oracle.ts';
import { simulateCrawl } from './simulate-crawl.ts';
import { SIMULATED_STRATEGIES } from './strategies.ts';

/** Result of a strategy. `area`: mean recall over all fetches. `areaOfOracle`: its share of the area of the oracle. */
export type SimulationResult = { strategy: string; points: CurvePoint[]; area: number; areaOfOracle: number };

export type ComparisonOptions = Pick<OrderContext, 'textOf' | 'trainingPages'> & {
  strategies: readonly string[];
  seeds: readonly number[];
  pages: number;
  batch: number;
  /** Whether a page is on topic, by its label. */
  isRelevant(page: number): boolean;
  /** Judges a page as the topic filter of a crawl does. */
  judge(page: number): PageJudgement;
  strengthOfWords(text: string): number;
  createModel(): LinkModel;
  /** Returns the worth of a page's links in a context graph. Absent: there are no training pages. */
  worthOfLinks?: ((page: number) => number) | undefined;
};

export const ORACLE = 'oracle';

/**
 * Runs a simulated crawl for each strategy. Training pages are fetched like others, but neither count as a fetch nor as relevant.
 */
export function compareStrategies(graph: Graph, options: ComparisonOptions): SimulationResult[] {
  const { seeds, pages, isRelevant } = options;
  const counts = (page: number) => !graph.pages[page]!.isTraining;
  const isWanted = (page: number) => counts(page) && isRelevant(page);
  const reachable = [...reachableFrom(graph, seeds)].filter(isWanted).length;
  const best = crawlByOracle(graph, seeds, pages, isWanted, counts).map(isWanted);
  const bestArea = areaOf(best, reachable, pages);
  return options.strategies.map((strategy) => {
    const found = strategy === ORACLE ? best : crawlBy(strategy).map(isWanted);
    const area = areaOf(found, reachable, pages);
    const points = curveOf(found, reachable, pages);
    return { strategy, points, area, areaOfOracle: bestArea === 0 ? 0 : area / bestArea };
  });

  function crawlBy(strategy: string): number[] {
    const row = SIMULATED_STRATEGIES.find(({ name }) => name === strategy)!;
    return simulateCrawl(graph, row.create({ ...options, graph }), { ...options, counts });
  }
}
