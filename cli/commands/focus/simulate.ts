import { writeFile } from 'node:fs/promises';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { chooseSeeds } from '../../../shared/simulate/choose-seeds.ts';
import { compareStrategies, countReachable, ORACLE } from '../../../shared/simulate/compare-strategies.ts';
import { drawCurves } from '../../../shared/simulate/draw-curves.ts';
import { buildGraph, type Graph, type GraphLine, type PageContent } from '../../../shared/simulate/graph.ts';
import { SIMULATED_STRATEGIES, strategyNamed } from '../../../shared/simulate/strategies.ts';
import { CRAWL_OPTIONS, command, EXIT, parseNumberOption, UsageError } from '../../command.ts';
import { formatJson } from '../../output/format-json.ts';
import { checkOutputFile } from '../../output/output-file.ts';
import { printable } from '../../output/terminal.ts';
import { readTextFile } from '../../read-text-file.ts';
import { comparisonOf, type Simulation } from '../../simulate/comparison.ts';
import { readCrawlArchive } from '../../simulate/crawl-archive.ts';
import { loadCrawlStart } from '../../simulate/load-topic-of-crawl.ts';
import { readPages } from '../../simulate/read-pages.ts';
import { resultLines } from '../../simulate/result-lines.ts';
import { topicTest } from '../../simulate/topic-of-graph.ts';

const NAMES = [...SIMULATED_STRATEGIES.map(({ name }) => name), ORACLE];
/** Default number of pages to fetch. */
const DEFAULT_PAGES = 1_000;
/** Pages fetched before the links of the first one are known: what a real crawl of one host takes. */
const BATCH = 8;

export const simulateCommand = command({
  name: 'simulate',
  usage: [
    '--graph FILE --topic LABEL[,LABEL…] [--strategy NAME,…] [--seeds FILE] [--train FILE] [--model FILE] [--json]',
    '--name NAME [--dir DIR] [--topic FILE] [--cut-off N] [--strategy NAME,…] [--seeds FILE] [--json]',
  ],
  about:
    'Simulates crawls over a stored graph of pages, without a network, and compares strategies with an oracle that knows the graph ' +
    'and the labels. A graph is JSON Lines, or gzip with the extension .gz: {url, title?, html | text, links: [{url, anchor, around?}], ' +
    'topics: [LABEL], role?}; around is the text around the link, which html has, too. Pages are judged by --model; without it by a model that is trained from the training pages; without those by their labels. ' +
    'Training pages are those of --train and those with the role "train"; they do not count. With --name or --dir, the graph is made of the stored pages and links of a ' +
    'crawl: pages are relevant by its topic and your verdicts, and the crawl starts at its seeds. --topic and --cut-off try another topic. Nothing is changed. ' +
    'The same input gives the same output.',
  options: {
    graph: { type: 'string', value: 'FILE', help: 'pages and links' },
    topic: {
      type: 'string',
      value: 'LABEL,… or FILE',
      help: 'labels of the pages that are on topic; for a crawl, a topic definition, model or crawl.yaml with a topic (default: that of the crawl)',
    },
    'cut-off': { type: 'string', value: 'N', help: 'for a crawl: count pages with a score above N as relevant' },
    strategy: { type: 'string', value: 'NAME,…', help: `strategies (default: all): ${NAMES.join(', ')}` },
    seeds: {
      type: 'string',
      value: 'FILE',
      help: 'seed URLs, one per line (default: those of the crawl, or five random relevant pages of a graph)',
    },
    train: { type: 'string', value: 'FILE', help: 'training pages, in the format of a graph' },
    model: {
      type: 'string',
      value: 'FILE',
      help: 'topic that judges the pages: anything that `thresher classify --topic` takes',
    },
    pages: {
      type: 'string',
      value: 'N',
      help: `number of pages to fetch (default: ${DEFAULT_PAGES}, or those of a smaller graph)`,
    },
    batch: {
      type: 'string',
      value: 'N',
      help: `pages that are fetched before the links of the first one are known (default: ${BATCH})`,
    },
    random: { type: 'string', value: 'N', help: 'random seed for the choice of seeds (default: 1)' },
    dir: CRAWL_OPTIONS.dir,
    name: CRAWL_OPTIONS.name,
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
    ['thresher simulate --name plants', 'Compare strategies on the stored pages of a crawl'],
    ['thresher simulate --name plants --topic birds.txt --cut-off 50', 'Try another topic on them'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher simulate: takes no arguments, only options');
    const strategies = strategiesOf(options.strategy);
    const pages = parseNumberOption('pages', options.pages, 1) ?? DEFAULT_PAGES;
    const batch = parseNumberOption('batch', options.batch, 1) ?? BATCH;
    const random = parseNumberOption('random', options.random, 0) ?? 1;
    if (options.svg !== undefined) await checkOutputFile(options.svg, '--svg');
    const warn = (message: string) => terminal.err(`warning: ${printable(message)}`);
    const isOfCrawl = options.graph === undefined && (options.name ?? options.dir) !== undefined;
    const { simulation, seeds, what, faults } = await (isOfCrawl
      ? prepareArchive(options, warn)
      : prepareGraph(options, random, warn));
    const { graph, isOnTopic } = simulation;
    if (countReachable(graph, seeds, (page) => isOnTopic(graph.pages[page]!)) === 0)
      warn(`no page ${what} counts: links from the seeds reach none, or only training pages`);
    const results = compareStrategies(graph, { ...comparisonOf({ ...simulation, strategies }), seeds, pages, batch });
    if (options.svg !== undefined)
      await writeFile(options.svg, drawCurves(results, `${options.topic ?? options.name ?? 'relevant'}: recall`));
    for (const line of options.json ? results.map((one) => formatJson(one)) : resultLines(results)) terminal.out(line);
    return faults > 0 ? EXIT.errors : EXIT.done;
  },
});

type Warn = (message: string) => void;

/** `what`: the pages that count, for messages. `faults`: number of lines or objects that are left out. */
type Prepared = { simulation: Omit<Simulation, 'strategies'>; seeds: number[]; what: string; faults: number };

/** Options that say what is simulated. */
type Sources = Partial<Record<'graph' | 'topic' | 'train' | 'model' | 'seeds' | 'dir' | 'name' | 'cut-off', string>>;

async function prepareGraph(options: Sources, random: number, warn: Warn): Promise<Prepared> {
  const { graph: file, topic, train, model, seeds } = options;
  if (file === undefined)
    throw new UsageError('thresher simulate: no graph; give one with --graph FILE, or a crawl with --name NAME');
  for (const name of ['dir', 'name', 'cut-off'] as const)
    if (options[name] !== undefined) throw new UsageError(`--${name}: is for a crawl; a graph has none`);
  if (topic === undefined) throw new UsageError('thresher simulate: no topic; give labels with --topic LABEL');
  const { graph, training, bad } = await loadGraph(file, train, warn);
  const isOnTopic = topicTest(topic, [...graph.pages, ...training]);
  const start = await loadCrawlStart(model, training, isOnTopic);
  const chosen = seeds === undefined ? randomSeeds(graph, isOnTopic, random) : await readSeeds(graph, seeds);
  const what = `with the label ${topic}`;
  return { simulation: { graph, training, isOnTopic, start }, seeds: chosen, what, faults: bad };
}

async function prepareArchive(options: Sources, warn: Warn): Promise<Prepared> {
  const { dir, name, topic, seeds: file } = options;
  if (options.train !== undefined) throw new UsageError('--train: is for a graph; a crawl has its own topic');
  if (options.model !== undefined) throw new UsageError('--model: is for a graph; give the topic with --topic FILE');
  const cutOff = parseNumberOption('cut-off', options['cut-off'], 0, false);
  const { crawl, graph, isOnTopic, start, faults, ...archive } = await readCrawlArchive(
    { dir, name },
    { topic, cutOff },
    warn,
  );
  const seeds = file === undefined ? archive.seeds : await readSeeds(graph, file);
  if (seeds.length === 0) throw new UsageError(`${crawl}: no seed is a stored page; give some with --seeds FILE`);
  const simulation = { graph, training: [], isOnTopic, start, cindiRules: archive.cindiRules };
  return { simulation, seeds, what: 'on topic', faults };
}

function strategiesOf(option: string | undefined): string[] {
  if (option === undefined) return NAMES;
  const names = option.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => name !== ORACLE && strategyNamed(name) === undefined);
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

async function readSeeds(graph: Graph, file: string): Promise<number[]> {
  const seeds: number[] = [];
  const text = await readTextFile(file);
  if (text.includes('\0')) throw new UsageError(`${file}: is a binary file; give URLs, one per line`);
  const lines = text.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    const name = line.trim();
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
