import { inputOf } from '../../shared/classify/filters/model.ts';
import type { CindiRules } from '../../shared/focus/cindi/cindi-rules.ts';
import { decodeLinkModel } from '../../shared/focus/link-model.ts';
import type { ComparisonOptions } from '../../shared/simulate/compare-strategies.ts';
import { trainLayers } from '../../shared/simulate/context-graph.ts';
import type { PageText, TrainingText } from '../../shared/simulate/crawl-order.ts';
import type { Graph, GraphLine, PageContent } from '../../shared/simulate/graph.ts';
import type { Url } from '../../shared/url/url.ts';
import type { CrawlStart } from './load-topic-of-crawl.ts';
import { contentOf, readTexts, remember } from './topic-of-graph.ts';

/** Input of a simulation: a graph with a topic, and what a crawl of it knows at its start. */
export type Simulation = {
  graph: Graph;
  training: readonly GraphLine[];
  /** Whether a page is on topic, by its labels. */
  isOnTopic: (page: PageContent) => boolean;
  start: CrawlStart;
  /** Absent: those of the thesis. */
  cindiRules?: CindiRules;
  strategies: readonly string[];
};

/** Returns the options of a comparison, except how long to crawl from which seeds. Pages are judged once for all comparisons. */
export function comparisonOf(simulation: Simulation): Omit<ComparisonOptions, 'seeds' | 'pages' | 'batch'> {
  const { graph, training, isOnTopic, start, strategies, cindiRules } = simulation;
  const model = start.links.encode();
  const texts = readTexts();
  return {
    strategies,
    cindiRules,
    isRelevant: (page) => isOnTopic(graph.pages[page]!),
    judge: (page) => start.judge.judge(graph.pages[page]!),
    strengthOfWords: start.judge.strengthOfWords,
    textOf: (page) => texts(graph.pages[page]!),
    trainingPages: () => trainingTexts(training, isOnTopic, texts),
    createModel: () => decodeLinkModel(model)!,
    worthOfLinks: strategies.includes('context-graph') ? layersOf(simulation) : undefined,
  };
}

/** Returns the worth of a page's links in the context graph of the training pages, each page once. */
function layersOf({ graph: { pages }, training, isOnTopic }: Simulation): ((page: number) => number) | undefined {
  const worthOf = trainLayers(training, isOnTopic, (page) => inputOf(contentOf(page)));
  const known = new Map<number, number>();
  return worthOf && ((page) => remember(known, page, () => worthOf(inputOf(contentOf(pages[page]!)))));
}

/** Returns the texts and links of training pages, for strategies that learn layers. */
function trainingTexts(
  training: readonly GraphLine[],
  isOnTopic: (page: PageContent) => boolean,
  texts: (page: PageContent) => PageText,
): TrainingText[] {
  const urls = new Map(training.map(({ name, url }) => [name, url]));
  return training.map((page) => ({
    ...texts(page),
    url: page.url,
    isRelevant: isOnTopic(page),
    links: linksAmong(page, urls),
  }));
}

/** Returns the links of a page to other training pages. @param urls name of a training page → its URL */
function linksAmong({ links }: GraphLine, urls: ReadonlyMap<string, Url>): { url: Url; anchor: string }[] {
  return links.flatMap(({ url: name, anchor }) => {
    const url = urls.get(name);
    return url === undefined ? [] : [{ url, anchor }];
  });
}
