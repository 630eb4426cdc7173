import { loadCrawlStart } from '../../cli/simulate/load-topic-of-crawl.ts';
import { contentOf, readTexts } from '../../cli/simulate/topic-of-graph.ts';
import { inputOf } from '../../shared/classify/filters/model.ts';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { CINDI_RULES, type CindiRules } from '../../shared/focus/cindi/cindi-rules.ts';
import { isLayerTwo } from '../../shared/focus/cindi/tunnel.ts';
import { pageWords } from '../../shared/focus/context-graph/page-words.ts';
import { decodeLinkModel } from '../../shared/focus/link-model.ts';
import { chooseSeeds } from '../../shared/simulate/choose-seeds.ts';
import { cindiOrder } from '../../shared/simulate/cindi-order.ts';
import { trainLayers } from '../../shared/simulate/context-graph.ts';
import type { CrawlOrder } from '../../shared/simulate/crawl-order.ts';
import { areaOf } from '../../shared/simulate/curve.ts';
import { buildGraph, type Graph, type GraphLine, type PageContent } from '../../shared/simulate/graph.ts';
import { crawlByOracle, distancesTo, invert, reachableFrom } from '../../shared/simulate/oracle.ts';
import { trainLayerTwo } from '../../shared/simulate/revised-context-graph.ts';
import { simulateCrawl } from '../../shared/simulate/simulate-crawl.ts';
import { SIMULATED_STRATEGIES, type StrategyContext } from '../../shared/simulate/strategies.ts';

type Print = (line: string) => void;
/** `far`: names of seeds off the topic. Absent: five random pages two or more links before a relevant one. */
type CrawlOptions = { topics: readonly string[]; far?: readonly string[]; pages: number };

const BATCH = 8;
const STRATEGIES = ['breadth-first', 'context-graph', 'revised-context-graph', 'cindi', 'focused'];
/** CINDI's rules with one of them changed. */
const VARIANTS: Record<string, Partial<CindiRules>> = {
  'cindi, tunnelling as printed': { tunnelling: 'printed' },
  'cindi without tunnelling': { tunnelling: 'off' },
  'cindi without Layer 2': { contextGraph: false, tunnelling: 'off' },
  'cindi without URL rules': { urlInspection: false },
  'cindi without anchor lists': { anchorLists: false },
};
/** Fetches at which figures 17 to 21 are read. */
const POINTS = [100, 250, 500, 1000];

/** Sums of all crawls of a strategy. */
type Sums = {
  crawls: number;
  area: number;
  precision: number[];
  recall: number[];
  fetched: number;
  documents: number;
  wantedDocuments: number;
};

/** Figures 17 to 21, tables 12 to 14: means over topics and two kinds of seeds. */
export async function compareCrawls(name: string, lines: readonly GraphLine[], options: CrawlOptions, print: Print) {
  const graph = buildGraph(lines);
  const training = lines.filter(({ isTraining }) => isTraining);
  const sums = new Map<string, Sums>();
  const tunnelling = { offTopic: 0, strict: 0, meant: 0, printed: 0 };
  for (const topic of options.topics) {
    const isOnTopic = ({ topics }: PageContent) => topics.includes(topic);
    const context = await contextOf(graph, training, isOnTopic);
    const isWanted = (page: number) => !graph.pages[page]!.isTraining && isOnTopic(graph.pages[page]!);
    countTunnelling(context, isOnTopic, tunnelling);
    printDistances(`${name}, ${topic}`, graph, isWanted, print);
    for (const seeds of [nearSeeds(graph, isWanted), farSeeds(graph, isWanted, options.far)])
      crawlAll(context, seeds, options.pages, isWanted, sums);
  }
  print(`\n${name}: figures 17 to 21, means of ${options.topics.length} topics and 2 kinds of seeds`);
  print(
    `${''.padEnd(32)}area  precision at ${POINTS.join(', ')}  recall at the same  pages fetched  documents found, on relevant pages`,
  );
  for (const [strategy, sum] of sums) print(lineOf(strategy, sum));
  const share = (count: number) => percent(count / tunnelling.offTopic);
  print(
    `Off-topic pages in Layer 2: γ = 1 ${share(tunnelling.strict)}, γ = 0.75 as meant ${share(tunnelling.meant)}, as printed ${share(tunnelling.printed)}`,
  );
}

async function contextOf(
  graph: Graph,
  training: readonly GraphLine[],
  isOnTopic: (page: PageContent) => boolean,
): Promise<StrategyContext> {
  const { judge, links } = await loadCrawlStart(undefined, training, isOnTopic);
  const model = links.encode();
  const texts = readTexts();
  const urls = new Map(training.map(({ name, url }) => [name, url]));
  const trainingPages = training.map((page) => ({
    ...texts(page),
    url: page.url,
    isRelevant: isOnTopic(page),
    links: page.links.flatMap(({ url: to, anchor }) => (urls.has(to) ? [{ url: urls.get(to)!, anchor }] : [])),
  }));
  const worthOf = trainLayers(training, isOnTopic, (page) => inputOf(contentOf(page)));
  return {
    graph,
    judge: (page) => judge.judge(graph.pages[page]!),
    strengthOfWords: judge.strengthOfWords,
    textOf: (page) => texts(graph.pages[page]!),
    trainingPages: () => trainingPages,
    createModel: () => decodeLinkModel(model)!,
    worthOfLinks: worthOf && ((page) => worthOf(inputOf(contentOf(graph.pages[page]!)))),
  };
}

function crawlAll(
  context: StrategyContext,
  seeds: number[],
  pages: number,
  isWanted: (page: number) => boolean,
  sums: Map<string, Sums>,
) {
  const { graph, judge, strengthOfWords } = context;
  const counts = (page: number) => !graph.pages[page]!.isTraining;
  const reachable = [...reachableFrom(graph, seeds)].filter(isWanted).length;
  const oracle = areaOf(crawlByOracle(graph, seeds, pages, isWanted, counts).map(isWanted), reachable, pages);
  const orders: [string, () => CrawlOrder][] = [
    ...STRATEGIES.map((name): [string, () => CrawlOrder] => [
      name,
      () => SIMULATED_STRATEGIES.find((row) => row.name === name)!.create(context),
    ]),
    ...Object.entries(VARIANTS).map(([name, rules]): [string, () => CrawlOrder] => [
      name,
      () => cindiOrder(context, { ...CINDI_RULES, ...rules }),
    ]),
  ];
  for (const [name, create] of orders) {
    const order = create();
    const found = simulateCrawl(graph, order, { seeds, pages, batch: BATCH, counts, judge, strengthOfWords });
    addCrawl(sums, name, graph, found, isWanted, {
      area: areaOf(found.map(isWanted), reachable, pages) / oracle,
      reachable,
    });
  }
}

function addCrawl(
  sums: Map<string, Sums>,
  name: string,
  graph: Graph,
  found: readonly number[],
  isWanted: (page: number) => boolean,
  { area, reachable }: { area: number; reachable: number },
) {
  const zero = { crawls: 0, area: 0, fetched: 0, documents: 0, wantedDocuments: 0 };
  const sum = sums.get(name) ?? { ...zero, precision: POINTS.map(() => 0), recall: POINTS.map(() => 0) };
  sums.set(name, sum);
  sum.crawls++;
  sum.area += area;
  sum.fetched += found.length;
  for (const [i, point] of POINTS.entries()) {
    const first = found.slice(0, point);
    const relevant = first.filter(isWanted).length;
    sum.precision[i]! += relevant / Math.max(first.length, 1);
    sum.recall[i]! += relevant / reachable;
  }
  const [all, wanted] = [new Set<string>(), new Set<string>()];
  for (const page of found)
    for (const document of documentsOn(graph.pages[page]!)) {
      all.add(document);
      if (isWanted(page)) wanted.add(document);
    }
  sum.documents += all.size;
  sum.wantedDocuments += wanted.size;
}

/** Returns the documents that a page links to. They are not in the graph. */
function documentsOn({ html = '', url }: PageContent): string[] {
  const links = html.matchAll(/href\s*=\s*["']?([^"'\s>]+\.(?:ps|pdf|dvi|tex|doc|rtf)(?:\.(?:gz|z))?)["'\s>]/gi);
  return [...links].flatMap(([, link]) => (URL.canParse(link!, url) ? [new URL(link!, url).href] : []));
}

/** Counts the off-topic pages that the classifier of the training pages puts into Layer 2. */
function countTunnelling(
  { graph, textOf, trainingPages }: StrategyContext,
  isOnTopic: (page: PageContent) => boolean,
  counts: Record<'offTopic' | 'strict' | 'meant' | 'printed', number>,
) {
  const { layerTwo } = trainLayerTwo(trainingPages());
  for (const [at, page] of graph.pages.entries()) {
    if (page.isTraining || isOnTopic(page)) continue;
    const { text, language } = textOf(at);
    const score = layerTwo.score(pageWords(text, language));
    if (score === undefined) continue;
    counts.offTopic++;
    counts.strict += Number(isLayerTwo(score, 1, 'meant'));
    counts.meant += Number(isLayerTwo(score, CINDI_RULES.biasFactor, 'meant'));
    counts.printed += Number(isLayerTwo(score, CINDI_RULES.biasFactor, 'printed'));
  }
}

/** Prints how many off-topic pages are how many links before a relevant one. */
function printDistances(name: string, graph: Graph, isWanted: (page: number) => boolean, print: Print) {
  const distances = distancesTo(invert(graph), isWanted);
  const offTopic = graph.pages.flatMap(({ isTraining }, at) => (isTraining || isWanted(at) ? [] : [distances[at]!]));
  const share = (test: (distance: number) => boolean) => percent(offTopic.filter(test).length / offTopic.length);
  const steps = [1, 2, 3, 4, 5].map((step) => `${step}: ${share((one) => one === step)}`);
  print(
    `${name}: off-topic pages by links to a relevant one: ${steps.join(', ')}, more or none: ${share((one) => one > 5)}`,
  );
}

function nearSeeds({ pages }: Graph, isWanted: (page: number) => boolean): number[] {
  const candidates = pages.flatMap(({ links }, at) => (isWanted(at) && links.length > 0 ? [at] : []));
  return chooseSeeds(candidates, seededRandom(1));
}

function farSeeds(graph: Graph, isWanted: (page: number) => boolean, names?: readonly string[]): number[] {
  if (names) return names.map((name) => graph.at.get(name)!);
  const distances = distancesTo(invert(graph), isWanted);
  const candidates = graph.pages.flatMap((_, at) =>
    distances[at]! >= 2 && Number.isFinite(distances[at]) ? [at] : [],
  );
  return chooseSeeds(candidates, seededRandom(1));
}

function lineOf(name: string, sum: Sums): string {
  const mean = (value: number) => percent(value / sum.crawls);
  return [
    name.padEnd(29),
    mean(sum.area),
    ` ${sum.precision.map(mean).join(' ')} `,
    ` ${sum.recall.map(mean).join(' ')} `,
    Math.round(sum.fetched / sum.crawls),
    Math.round(sum.documents / sum.crawls),
    percent(sum.wantedDocuments / Math.max(sum.documents, 1)),
  ].join(' ');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(7);
}
