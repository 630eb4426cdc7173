import { writeFile } from 'node:fs/promises';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { chooseSeeds } from '../../../shared/simulate/choose-seeds.ts';
import { compareStrategies, countReachable, ORACLE } from '../../../shared/simulate/compare-strategies.ts';
import { drawCurves } from '../../../shared/simulate/draw-curves.ts';
import { buildGraph, type Graph, type GraphLine, type PageContent } from '../../../shared/simulate/graph.ts';
import { SIMULATED_STRATEGIES } from '../../../shared/simulate/strategies.ts';
import { command, EXIT, parseNumberOption, UsageError } from '../../command.ts';
import { readTextFile } from '../../load-crawl.ts';
import { checkOutputFile } from '../../output/output-file.ts';
import { printable } from '../../output/terminal.ts';
import { comparisonOf } from '../../simulate/comparison.ts';
import { loadCrawlStart } from '../../simulate/load-topic-of-crawl.ts';
import { readPages } from '../../simulate/read-pages.ts';
import { resultLines } from '../../simulate/result-lines.ts';
import { topicTest } from '../../simulate/topic-of-graph.ts';

const NAMES = [...SIMULATED_STRATEGIES.map(({ name }) => name), ORACLE];
const PAGES = 1000;
/** Pages fetched before the links of the first one are known: what a real crawl of one host takes. */
const BATCH = 8;

export const simulateCommand = command({
  name: 'simulate',
  usage: [
    '--graph FILE --topic LABEL[,LABEL…] [--strategy NAME,…] [--seeds FILE] [--train FILE] [--model FILE] [--json]',
  ],
  about:
    'Simulates crawls over a stored graph of pages, without a network, and compares strategies with an oracle that knows the graph ' +
    'and the labels. A graph is JSON Lines, or gzip with the extension .gz: {url, title?, html | text, links: [{url, anchor}], ' +
    'topics: [LABEL], role?}. Pages are judged by --model; without it by a model that is trained from the training pages; without those by their labels. ' +
    'Training pages are those of --train and those with the role "train"; they do not count. The same input gives the same output.',
  options: {
    graph: { type: 'string', value: 'FILE', help: 'pages and links' },
    topic: { type: 'string', value: 'LABEL,…', help: 'labels of the pages that are on topic' },
    strategy: { type: 'string', value: 'NAME,…', help: `strategies (default: all): ${NAMES.join(', ')}` },
    seeds: { type: 'string', value: 'FILE', help: 'seed URLs, one per line (default: five random relevant pages)' },
    train: { type: 'string', value: 'FILE', help: 'training pages, in the format of a graph' },
    model: {
      type: 'string',
      value: 'FILE',
      help: 'topic that judges the pages: anything that `thresher classify --topic` takes',
    },
    pages: {
      type: 'string',
      value: 'N',
      help: `number of pages to fetch (default: ${PAGES}, or those of a smaller graph)`,
    },
    batch: {
      type: 'string',
      value: 'N',
      help: `pages that are fetched before the links of the first one are known (default: ${BATCH})`,
    },
    random: { type: 'string', value: 'N', help: 'random seed for the choice of seeds (default: 1)' },
    json: {
      type: 'boolean',
      help: 'print JSON Lines: {strategy, points: [{pages, relevant, harvest, recall}], area, areaOfOracle, fetched}',
    },
    svg: { type: 'string', value: 'FILE', help: 'draw the recall of all strategies into this file' },
  },
  examples: [
    ['thresher simulate --graph web.jsonl.gz --topic course', 'Compare all strategies'],
    [
      'thresher simulate --graph web.jsonl --topic course --train old.jsonl --model course.model --strategy focused,oracle --json',
      'Measure the default strategy with a trained topic',
    ],
    ['thresher simulate --graph web.jsonl --topic course --svg recall.svg', 'Draw recall over fetched pages'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher simulate: takes no arguments, only options');
    if (options.graph === undefined) throw new UsageError('thresher simulate: no graph; give one with --graph FILE');
    if (options.topic === undefined)
      throw new UsageError('thresher simulate: no topic; give labels with --topic LABEL');
    const strategies = strategiesOf(options.strategy);
    const pages = parseNumberOption('pages', options.pages, 1) ?? PAGES;
    const batch = parseNumberOption('batch', options.batch, 1) ?? BATCH;
    const random = parseNumberOption('random', options.random, 0) ?? 1;
    if (options.svg !== undefined) await checkOutputFile(options.svg, '--svg');
    const warn = (message: string) => terminal.err(`warning: ${printable(message)}`);
    const { graph, training, bad } = await loadGraph(options.graph, options.train, warn);
    const isOnTopic = topicTest(options.topic, [...graph.pages, ...training]);
    const seeds = await seedsOf(graph, options.seeds, isOnTopic, random);
    if (countReachable(graph, seeds, (page) => isOnTopic(graph.pages[page]!)) === 0)
      warn(`no page with the label ${options.topic} counts: links from the seeds reach none, or only training pages`);
    const start = await loadCrawlStart(options.model, training, isOnTopic);
    const results = compareStrategies(graph, {
      ...comparisonOf({ graph, training, isOnTopic, start, strategies }),
      seeds,
      pages,
      batch,
    });
    if (options.svg !== undefined) await writeFile(options.svg, drawCurves(results, `${options.topic}: recall`));
    for (const line of options.json ? results.map((one) => JSON.stringify(one)) : resultLines(results))
      terminal.out(line);
    return bad > 0 ? EXIT.errors : EXIT.done;
  },
});

function strategiesOf(option: string | undefined): string[] {
  if (option === undefined) return NAMES;
  const names = option.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !NAMES.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`--strategy: unknown strategy ${unknown.join(', ')}; known: ${NAMES.join(', ')}`);
}

/** Reads the graph, and the training pages: those of `--train` and those that the graph marks. */
async function loadGraph(
  file: string,
  trainFile: string | undefined,
  warn: (message: string) => void,
): Promise<{ graph: Graph; training: GraphLine[]; bad: number }> {
  const { pages: lines, bad } = await readPages(file, warn);
  const { pages: given, bad: alsoBad } =
    trainFile === undefined ? { pages: [], bad: 0 } : await readPages(trainFile, warn);
  const names = new Set(given.map(({ name }) => name));
  const marked = lines.map((line) => ({ ...line, isTraining: line.isTraining || names.has(line.name) }));
  const own = marked.filter(({ isTraining, name }) => isTraining && !names.has(name));
  return { graph: buildGraph(marked), training: [...given, ...own], bad: bad + alsoBad };
}

async function seedsOf(
  graph: Graph,
  file: string | undefined,
  isOnTopic: (page: PageContent) => boolean,
  random: number,
): Promise<number[]> {
  if (file === undefined) return randomSeeds(graph, isOnTopic, random);
  const seeds: number[] = [];
  const lines = (await readTextFile(file)).split(/\r?\n/);
  for (const [i, text] of lines.entries()) {
    const name = text.trim();
    if (name === '' || name.startsWith('#')) continue;
    const page = graph.at.get(name);
    if (page === undefined) throw new UsageError(`${file}:${i + 1}: ${name} is not in the graph`);
    seeds.push(page);
  }
  if (seeds.length === 0) throw new UsageError(`${file}: has no seeds`);
  return seeds;
}

function randomSeeds(graph: Graph, isOnTopic: (page: PageContent) => boolean, random: number): number[] {
  const candidates = graph.pages.flatMap((page, at) => (isOnTopic(page) && page.links.length > 0 ? [at] : []));
  return chooseSeeds(candidates, seededRandom(random));
}
