/**
 * Compares crawl strategies on stored graphs: `node bench/focus/strategies.ts FOLDER [--strategy NAME,…] [--seeds N] [--anchors-only]`.
 *
 * FOLDER has `webkb-dev.jsonl.gz` (crawl two universities, train on the pages of others) and `wiki-dev.jsonl.gz` (train on the pages
 * with the role `train`). Each topic is trained as `thresher train` does, and the trained model judges the pages. Seeds: the front
 * pages, five random relevant pages (`near`), and five pages at least two links away from any
 * relevant one (`far`). The figure is the area as a share of the oracle's. `--anchors-only` leaves out the words around links.
 */

import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { comparisonOf } from '../../cli/simulate/comparison.ts';
import { loadCrawlStart } from '../../cli/simulate/load-topic-of-crawl.ts';
import { readPages } from '../../cli/simulate/read-pages.ts';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { chooseSeeds } from '../../shared/simulate/choose-seeds.ts';
import { compareStrategies } from '../../shared/simulate/compare-strategies.ts';
import { buildGraph, type Graph, type GraphLine } from '../../shared/simulate/graph.ts';
import { distancesTo, invert, reachableFrom } from '../../shared/simulate/oracle.ts';

type GraphSet = { name: string; topics: string[]; pages: GraphLine[]; training: GraphLine[]; home: string[] };

const PAGES = 1000;
const BATCH = 8;
/** Seeds have to reach this share of the relevant pages; otherwise others are drawn. */
const MIN_REACHED = 0.5;
const MAX_DRAWS = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { strategy: { type: 'string' }, seeds: { type: 'string' }, 'anchors-only': { type: 'boolean' } },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('usage: node bench/focus/strategies.ts FOLDER [--strategy NAME,…] [--seeds N] [--anchors-only]');
const strategies = (values.strategy ?? 'breadth-first,best-first,opic,context-graph,focused').split(',');
const draws = Number(values.seeds ?? 1);

for (const set of [await universities(folder), await encyclopaedia(folder)]) {
  print(set.name, strategies);
  const all = [];
  for (const topic of set.topics) all.push(...(await measureTopic(set, topic)));
  print('mean', meansOf(all));
}

async function universities(from: string): Promise<GraphSet> {
  const pages = await graphPages(join(from, 'webkb-dev.jsonl.gz'));
  const isCrawled = ({ name }: GraphLine) => /^http:\/\/[^/]*\.(utexas|washington)\.edu\//.test(name);
  const home = ['http://www.cs.washington.edu/', 'http://www.cs.utexas.edu/'];
  const training = pages.filter((page) => !isCrawled(page));
  return {
    name: 'universities',
    topics: ['course', 'faculty', 'student'],
    pages: pages.filter(isCrawled),
    training,
    home,
  };
}

async function encyclopaedia(from: string): Promise<GraphSet> {
  const pages = await graphPages(join(from, 'wiki-dev.jsonl.gz'));
  const training = pages.filter(({ isTraining }) => isTraining);
  return { name: 'encyclopaedia', topics: ['birds', 'elements', 'food', 'religion'], pages, training, home: [] };
}

async function graphPages(file: string): Promise<GraphLine[]> {
  const { pages } = await readPages(file, fail);
  if (!values['anchors-only']) return pages;
  return pages.map((page) => ({ ...page, links: page.links.map(({ url, anchor }) => ({ url, anchor })) }));
}

function fail(message: string): never {
  throw new Error(message);
}

async function measureTopic({ pages, training, home }: GraphSet, topic: string): Promise<number[][]> {
  const isOnTopic = ({ topics }: { topics: readonly string[] }) => topics.includes(topic);
  const graph = buildGraph(pages);
  const start = await loadCrawlStart(undefined, training, isOnTopic);
  const comparison = comparisonOf({ graph, training, isOnTopic, start, strategies });
  const rows: number[][] = [];
  for (const [kind, seeds] of seedSets(graph, isOnTopic, home)) {
    const results = compareStrategies(graph, { ...comparison, seeds, pages: PAGES, batch: BATCH });
    rows.push(results.map(({ areaOfOracle }) => 100 * areaOfOracle));
    print(`${topic}, ${kind}`, rows.at(-1)!);
  }
  return rows;
}

function seedSets(graph: Graph, isOnTopic: (page: GraphLine) => boolean, home: string[]): [string, number[]][] {
  const isRelevant = (page: number) => isOnTopic(graph.pages[page] as unknown as GraphLine);
  const distances = distancesTo(invert(graph), isRelevant);
  const hasTraining = graph.pages.some(({ isTraining }) => isTraining);
  const allowed = graph.pages.flatMap(({ isTraining, links }, page) =>
    isTraining === hasTraining && links.length > 0 ? [page] : [],
  );
  const near = allowed.filter(isRelevant);
  const far = allowed.filter((page) => distances[page]! >= 2 && Number.isFinite(distances[page]!));
  const sets: [string, number[]][] = home.length > 0 ? [['front pages', home.map((url) => graph.at.get(url)!)]] : [];
  for (let draw = 1; draw <= draws; draw++)
    sets.push(
      [`near ${draw}`, drawSeeds(graph, near, isRelevant, draw)],
      [`far ${draw}`, drawSeeds(graph, far, isRelevant, draw)],
    );
  return sets;
}

function drawSeeds(graph: Graph, from: number[], isRelevant: (page: number) => boolean, seed: number): number[] {
  const random = seededRandom(seed);
  const relevant = graph.pages.filter((_, page) => isRelevant(page)).length;
  for (let draw = 1; ; draw++) {
    const seeds = chooseSeeds(from, random);
    const reached = [...reachableFrom(graph, seeds)].filter(isRelevant).length;
    if (reached >= MIN_REACHED * relevant || draw === MAX_DRAWS) return seeds;
  }
}

function meansOf(rows: readonly number[][]): number[] {
  return strategies.map((_, column) => rows.reduce((sum, row) => sum + row[column]!, 0) / rows.length);
}

function print(name: string, cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell).padStart(14));
  process.stdout.write(`${name.padEnd(24)}${texts.join('')}\n`);
}
