import { expect, test } from 'vitest';
import { CINDI_RULES } from '../../shared/focus/cindi/cindi-rules.ts';
import { createLinkModel } from '../../shared/focus/link-model.ts';
import { cindiOrder } from '../../shared/simulate/cindi-order.ts';
import { compareStrategies } from '../../shared/simulate/compare-strategies.ts';
import type { Graph } from '../../shared/simulate/graph.ts';
import { crawlByOracle, distancesTo, invert, reachableFrom } from '../../shared/simulate/oracle.ts';
import { simulateCrawl } from '../../shared/simulate/simulate-crawl.ts';
import { SIMULATED_STRATEGIES } from '../../shared/simulate/strategies.ts';
import type { Url } from '../../shared/url/url.ts';
import { graphOf, isStar, namesOf } from './small-graph.ts';

/** Two branches: `a` is on topic and leads to stars, `b` is not and leads to other pages. */
const GRAPH = graphOf({
  seed: 'b a',
  b: 'b1 b2 b3',
  a: '* a1 a2',
  b1: 'b4',
  b2: '',
  b3: '',
  b4: '*',
  a1: '* a3',
  a2: '*',
  a3: '*',
});

const optionsFor = (graph: Graph, batch = 1) => ({
  seeds: [0],
  pages: 100,
  batch,
  counts: () => true,
  isRelevant: isStar(graph),
  judge: (page: number) =>
    isStar(graph)(page)
      ? ({ relevance: 0.9, verdict: 'relevant' } as const)
      : ({ relevance: 0.1, verdict: 'off-topic' } as const),
  strengthOfWords: () => 0,
  textOf: (page: number) => ({ text: graph.pages[page]!.text ?? '', language: 'en' }),
  trainingPages: () => [],
  createModel: createLinkModel,
});

function crawl(strategy: string, graph = GRAPH, batch = 1): string {
  const options = optionsFor(graph, batch);
  const row = SIMULATED_STRATEGIES.find(({ name }) => name === strategy)!;
  return namesOf(graph, simulateCrawl(graph, row.create({ ...options, graph }), options));
}

test('fetches pages in the order of the strategy', () => {
  expect(crawl('breadth-first')).toBe('seed b a b1 b2 b3 a1 a2 b4 a3');
  expect(crawl('best-first')).toBe('seed b a a1 a2 a3 b1 b2 b3 b4');
  expect(crawl('opic')).toBe('seed b a a1 a2 a3 b1 b2 b3 b4');
});

test('fetches the links of relevant pages first with the link model', () => {
  expect(crawl('focused').split(' ').slice(0, 6).sort()).toEqual(['a', 'a1', 'a2', 'a3', 'b', 'seed']);
});

test('follows pages that lead to relevant ones, after relevant pages', () => {
  // `b` has led nowhere yet, so the link of `b1` comes before its links.
  expect(crawl('revised-context-graph')).toBe('seed b a a1 a2 a3 b1 b4 b2 b3');
});

test("drops links by CINDI's rules", () => {
  // `b` is Layer 2 before the classifier has examples of both layers, and `b1` only by tunnelling.
  expect(crawl('cindi')).toBe('seed b a a1 a2 a3 b1 b2 b3 b4');
  expect(crawl('cindi-printed')).toBe('seed b a a1 a2 a3 b1 b2 b3');
  const options = { ...optionsFor(GRAPH), graph: GRAPH };
  const order = cindiOrder(options, { ...CINDI_RULES, contextGraph: false });
  // Links of off-topic pages are dropped, except those of seeds.
  expect(namesOf(GRAPH, simulateCrawl(GRAPH, order, options))).toBe('seed b a a1 a2 a3');
});

test("learns Layer 2 and CINDI's lists of link texts from training pages", () => {
  const trainingPages = () =>
    ['b', 'b1', 'b2'].map((name) => ({
      url: `http://other.example/${name}` as Url,
      ...{ text: name, language: 'en', isRelevant: false, links: [] },
    }));
  const hub = { url: 'http://other.example/hub' as Url, text: 'hub', language: 'en', isRelevant: false };
  const links = ['r', 's'].map((name) => ({ url: `http://other.example/${name}` as Url, anchor: 'members' }));
  const found = links.map(({ url }) => ({ url, text: 'found', language: 'en', isRelevant: true, links: [] }));
  const options = {
    ...optionsFor(GRAPH),
    graph: GRAPH,
    trainingPages: () => [...trainingPages(), { ...hub, links }, ...found],
  };
  // The pages of branch b are known to lead nowhere, so their links are dropped. The text `b` is not on the extracting list.
  expect(namesOf(GRAPH, simulateCrawl(GRAPH, cindiOrder(options), options))).toBe('seed');
  const rules = { ...CINDI_RULES, anchorLists: false, tunnelling: 'off' as const };
  expect(namesOf(GRAPH, simulateCrawl(GRAPH, cindiOrder(options, rules), options))).toBe('seed b a a1 a2 a3');
});

test('fetches each reachable page once, unless the strategy drops links', () => {
  for (const { name } of SIMULATED_STRATEGIES.filter((row) => !row.name.startsWith('cindi')))
    expect(crawl(name).split(' ').sort()).toEqual(crawl('breadth-first').split(' ').sort());
});

test('learns of links only after a batch', () => {
  expect(crawl('best-first', GRAPH, 3)).toBe('seed b a a1 a2 b1 a3 b2 b3 b4');
});

test('stops at the number of pages, and does not count uncounted ones', () => {
  const options = { ...optionsFor(GRAPH), pages: 2, counts: (page: number) => page > 1 };
  const order = SIMULATED_STRATEGIES[0]!.create({ ...options, graph: GRAPH });
  expect(namesOf(GRAPH, simulateCrawl(GRAPH, order, options))).toBe('a b1');
});

test('the oracle takes the shortest way to relevant pages', () => {
  const all = () => true;
  expect(namesOf(GRAPH, crawlByOracle(GRAPH, [0], 7, isStar(GRAPH), all))).toBe('seed a a1 a2 a3 b b1');
  expect(crawlByOracle(GRAPH, [0], 100, isStar(GRAPH), all)).toHaveLength(10);
});

test('computes reachable pages and distances', () => {
  const at = (name: string) => GRAPH.at.get(`http://a.example/${name}`)!;
  expect(namesOf(GRAPH, [...reachableFrom(GRAPH, [at('b')])])).toBe('b b1 b2 b3 b4');
  const distances = distancesTo(invert(GRAPH), isStar(GRAPH));
  expect(['seed', 'b', 'a', 'b2'].map((name) => distances[at(name)])).toEqual([1, 2, 0, Number.POSITIVE_INFINITY]);
});

test('compares strategies by their area', () => {
  const strategies = ['breadth-first', 'best-first', 'oracle'];
  const results = compareStrategies(GRAPH, { ...optionsFor(GRAPH), strategies, pages: 10 });
  const [first, best, oracle] = results;
  expect(oracle!.areaOfOracle).toBe(1);
  expect(best!.areaOfOracle).toBeLessThan(1);
  expect(first!.area).toBeLessThan(best!.area);
  expect(oracle!.points.at(-1)).toEqual({ pages: 10, relevant: 5, harvest: 0.5, recall: 1 });
});

test('counts training pages neither as fetches nor as relevant', () => {
  const pages = GRAPH.pages.map((page, at) => ({ ...page, isTraining: at === 2 }));
  const graph = { ...GRAPH, pages };
  const [result] = compareStrategies(graph, { ...optionsFor(graph), strategies: ['oracle'] });
  expect(result!.points.at(-1)).toMatchObject({ relevant: 4, recall: 1 });
});

test('gives zeros if no relevant page can be reached', () => {
  const graph = graphOf({ seed: 'x', x: '' });
  const [result] = compareStrategies(graph, { ...optionsFor(graph), strategies: ['focused'] });
  expect(result).toMatchObject({ area: 0, areaOfOracle: 0 });
});
