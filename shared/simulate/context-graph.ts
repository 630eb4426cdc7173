import { createClassifier } from '../classify/models/classifier.ts';
import type { ModelInput } from '../classify/models/features/each-feature.ts';
import { type LabelledDocument, TrainingError, trainModel } from '../classify/models/training/train-model.ts';
import type { CrawlOrder } from './crawl-order.ts';
import { buildGraph, type Graph, type GraphLine } from './graph.ts';
import { distancesTo, invert } from './oracle.ts';

/** Number of layers around the relevant pages, themselves included. Pages farther away are one more class. */
const LAYERS = 4;

/** What a link of a page is worth, by the number of links from the page to the nearest relevant page: a factor per link. */
const DECAY = 0.5;

/**
 * Trains the classifier of a context graph (Diligenti et al., VLDB 2000): naive Bayes tells from the words of a page how many links lead
 * from it to the nearest relevant page. In the training pages that number is known.
 *
 * @returns worth of a page's links, 0 to 1; undefined if the training pages have fewer than two layers
 */
export function trainLayers(
  training: readonly GraphLine[],
  isOnTopic: (page: GraphLine) => boolean,
  contentOf: (page: GraphLine) => ModelInput,
): ((page: ModelInput) => number) | undefined {
  const graph = buildGraph(training);
  const lines = new Map(training.map((line) => [line.name, line]));
  const ordered = graph.pages.map(({ name }) => lines.get(name)!);
  const distances = distancesTo(invert(graph), (page) => isOnTopic(ordered[page]!));
  const documents = ordered.map(
    (line, page): LabelledDocument => ({ ...contentOf(line), label: String(Math.min(distances[page]!, LAYERS)) }),
  );
  if (new Set(documents.map(({ label }) => label)).size < 2) return undefined;
  try {
    const { classify } = createClassifier(trainModel(documents, { topic: [], algorithm: 'bayes' }));
    return (page) => classify(page).classes.reduce((sum, one) => sum + one.score * worthOf(Number(one.class)), 0);
  } catch (error) {
    if (error instanceof TrainingError) return undefined;
    throw error;
  }
}

function worthOf(layer: number): number {
  return layer === LAYERS ? 0 : DECAY ** layer;
}

/** Orders links by the layer of the linking page that is nearest to relevant pages. */
export function contextGraphOrder({ pages }: Graph, worthOfLinks: (page: number) => number): CrawlOrder {
  const best = new Float64Array(pages.length);
  return {
    rerankEvery: 1,
    priorityOf: ({ page }) => best[page]!,
    observe({ page }) {
      const worth = worthOfLinks(page);
      for (const { to } of pages[page]!.links) best[to] = Math.max(best[to]!, worth);
    },
  };
}
