import { type AnchorLists, createAnchorLists, type Layer } from '../focus/cindi/anchor-lists.ts';
import { CINDI_RULES } from '../focus/cindi/cindi-rules.ts';
import { createDirectoryStatistics } from '../focus/cindi/directory-statistics.ts';
import { inspectLink, inspectUrl, type LinkInspection } from '../focus/cindi/inspect-link.ts';
import { createStopDirectories } from '../focus/cindi/stop-directories.ts';
import { createTunnel } from '../focus/cindi/tunnel.ts';
import { createCrawlLayers } from '../focus/context-graph/crawl-layers.ts';
import type { LayerTwo } from '../focus/context-graph/layer-two.ts';
import { pageWords } from '../focus/context-graph/page-words.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import { type CrawlOrder, DROPPED, type FetchedPage, type OrderContext, type TrainingText } from './crawl-order.ts';
import { trainLayerTwo } from './revised-context-graph.ts';

/** Ranks of the queues. A link that no page retains is in none. */
const [NONE, LOW, HIGH] = [0, 1, 2];

/** Strength of words above which they speak for the topic. */
const SPEAKS = 0.5;

/**
 * CINDI's rules: links of relevant pages (Layer 1) come first, then links of pages that lead to relevant ones (Layer 2), in the order in
 * which they are found. All others are dropped. When no link of the first kind is left, tunnelling loosens Layer 2.
 *
 * The thesis finishes one site after another and applies the queues to links between sites; here they order all links.
 */
export function cindiOrder(context: OrderContext, rules = CINDI_RULES): CrawlOrder {
  const { graph, textOf, strengthOfWords, trainingPages } = context;
  const queues = new Uint8Array(graph.pages.length);
  const layerOf = new Map<number, Layer>();
  const linking = new Map<number, { from: number; anchor: string }[]>();
  const waitingHigh = new Set<number>();
  const relevantSites = new Set<string>();
  const training = trainingPages();
  const { layerTwo, maxSteps } = trainLayerTwo(training);
  const layers = createCrawlLayers(layerTwo, maxSteps);
  const tunnel = createTunnel(rules);
  const anchors = createAnchorLists();
  const inspection: LinkInspection = {
    rules,
    anchors,
    stopDirectories: createStopDirectories(rules.statistics.stopDirectorySites),
    statistics: createDirectoryStatistics(rules.statistics),
  };
  learnAnchors(anchors, training, layerTwo);
  const urlOf = (page: number) => graph.pages[page]!.url;

  return {
    rerankEvery: 1,
    priorityOf({ page, foundAt }) {
      if (queues[page] === NONE || inspectUrl(urlOf(page), inspection) !== undefined) return DROPPED;
      return queues[page]! - foundAt / graph.pages.length;
    },
    observe(fetched) {
      const { page } = fetched;
      const isRelevant = fetched.verdict !== 'off-topic';
      waitingHigh.delete(page);
      inspection.statistics.add({ url: urlOf(page), isRelevant });
      inspection.stopDirectories.add(urlOf(page), isRelevant);
      if (isRelevant) addRelevantSite(hostOf(urlOf(page)));
      const layer = judgeLayer(fetched, isRelevant);
      layerOf.set(page, layer);
      for (const { from, anchor } of linking.get(page) ?? [])
        anchors.learn(anchor, textOf(from).language, layerOf.get(from)!, layer);
      for (const { to, anchor } of graph.pages[page]!.links) addLink(page, layer, to, anchor);
      if (!hasHighLink()) tunnel.start();
    },
  };

  /** A link of the high queue that statistics drop does not count. */
  function hasHighLink(): boolean {
    for (const page of waitingHigh) if (inspectUrl(urlOf(page), inspection) === undefined) return true;
    return false;
  }

  function addRelevantSite(host: string): void {
    if (relevantSites.has(host)) return;
    relevantSites.add(host);
    tunnel.countNewSite();
  }

  /** A seed is at least Layer 2: it was chosen because it leads to the topic. */
  function judgeLayer({ page, isSeed }: FetchedPage, isRelevant: boolean): Layer {
    const { text, language } = textOf(page);
    const words = pageWords(text, language);
    layers.add({ page, words, isRelevant, links: graph.pages[page]!.links.map(({ to }) => to) });
    if (isRelevant) return 1;
    if (isSeed) return 2;
    return rules.contextGraph && tunnel.accepts(layerTwo.score(words)) ? 2 : 0;
  }

  function addLink(from: number, layer: Layer, to: number, anchor: string): void {
    const { language } = textOf(from);
    const fetched = layerOf.get(to);
    if (fetched !== undefined) {
      anchors.learn(anchor, language, layer, fetched);
      return;
    }
    const list = linking.get(to) ?? [];
    list.push({ from, anchor });
    linking.set(to, list);
    const url = urlOf(to);
    const urlSpeaks = strengthOfWords(wordsOfPath(url)) > SPEAKS;
    const anchorSpeaks = strengthOfWords(anchor) > SPEAKS;
    const decision = inspectLink({ url, anchor, language, layer, urlSpeaks, anchorSpeaks }, inspection);
    const queue = decision === 'high' ? HIGH : decision === 'low' ? LOW : NONE;
    queues[to] = Math.max(queues[to]!, queue);
    if (queues[to] === HIGH) waitingHigh.add(to);
  }
}

/** Fills the anchor lists from the links between training pages. */
function learnAnchors(anchors: AnchorLists, training: readonly TrainingText[], layerTwo: LayerTwo): void {
  const layers = new Map<Url, Layer>();
  for (const { url, isRelevant, text, language } of training) {
    const score = isRelevant ? undefined : layerTwo.score(pageWords(text, language));
    layers.set(url, isRelevant ? 1 : score && score.inside > score.outside ? 2 : 0);
  }
  for (const page of training)
    for (const { url, anchor } of page.links) {
      const to = layers.get(url);
      if (to !== undefined) anchors.learn(anchor, page.language, layers.get(page.url)!, to);
    }
}

function wordsOfPath(url: Url): string {
  return url.slice(originOf(url).length).replace(/[^\p{L}]+/gu, ' ');
}
