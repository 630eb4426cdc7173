import { createCrawlLayers, DEFAULT_STEPS } from '../focus/context-graph/crawl-layers.ts';
import { createLayerTwo, type LayerTwo, probabilityOf } from '../focus/context-graph/layer-two.ts';
import { pageWords } from '../focus/context-graph/page-words.ts';
import { layersOf } from '../focus/context-graph/training-layers.ts';
import type { CrawlOrder, OrderContext, TrainingText } from './crawl-order.ts';

/** Added to the priority of links of relevant pages. */
const LAYER_ONE = 1;

/**
 * Revised context graph (CINDI): links of relevant pages come first. The others follow by the probability that their page leads to
 * relevant ones. No link is dropped.
 */
export function revisedContextGraphOrder({ graph, textOf, trainingPages }: OrderContext): CrawlOrder {
  const best = new Float64Array(graph.pages.length);
  const { layerTwo, maxSteps } = trainLayerTwo(trainingPages());
  const layers = createCrawlLayers(maxSteps);
  return {
    rerankEvery: 1,
    priorityOf: ({ page }) => best[page]!,
    observe({ page, relevance, verdict }) {
      const { text, language } = textOf(page);
      const words = pageWords(text, language);
      const links = graph.pages[page]!.links.map(({ to }) => to);
      const isRelevant = verdict !== 'off-topic';
      for (const lesson of layers.add({ page, words, isRelevant, links }))
        layerTwo.learn(lesson.words, lesson.leads, lesson.weight);
      const score = isRelevant ? undefined : layerTwo.score(words);
      const priority = isRelevant ? LAYER_ONE + relevance : score ? probabilityOf(score) : relevance;
      for (const to of links) best[to] = Math.max(best[to]!, priority);
    },
  };
}

/** Trains the classifier of Layer 2 with the training pages. Without any it learns from the crawl alone. */
export function trainLayerTwo(pages: readonly TrainingText[]): { layerTwo: LayerTwo; maxSteps: number } {
  const layerTwo = createLayerTwo();
  if (pages.length === 0) return { layerTwo, maxSteps: DEFAULT_STEPS };
  const { leads, maxSteps } = layersOf(
    pages.map(({ url, isRelevant, links }) => ({ url, isRelevant, links: links.map((link) => link.url) })),
  );
  for (const [at, { isRelevant, text, language }] of pages.entries())
    if (!isRelevant) layerTwo.learn(pageWords(text, language), leads[at]!);
  return { layerTwo, maxSteps };
}
