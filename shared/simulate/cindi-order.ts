import type { AnchorLists, Layer } from '../focus/cindi/anchor-lists.ts';
import type { AnchorWords } from '../focus/cindi/anchor-words.ts';
import { createCindiModel, createRecentPages } from '../focus/cindi/cindi-model.ts';
import { CINDI_RULES } from '../focus/cindi/cindi-rules.ts';
import { SPEAKS, wordsOfPath } from '../focus/cindi/inspect-link.ts';
import { anchorWordsOf } from '../focus/cindi/read-anchor.ts';
import type { LayerTwo } from '../focus/context-graph/layer-two.ts';
import { pageWords } from '../focus/context-graph/page-words.ts';
import type { Url } from '../url/url.ts';
import { type CrawlOrder, DROPPED, type OrderContext, type TrainingText } from './crawl-order.ts';
import { trainLayerTwo } from './revised-context-graph.ts';

/** Ranks of the queues. A link that no page retains is in none. */
const [NONE, LOW, HIGH] = [0, 1, 2];

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
  const linking = new Map<number, { from: number; anchor: AnchorWords }[]>();
  const waitingHigh = new Set<number>();
  const training = trainingPages();
  const { layerTwo, maxSteps } = trainLayerTwo(training);
  const model = createCindiModel(rules, createRecentPages(maxSteps), layerTwo);
  learnAnchors(model.anchors, training, layerTwo);
  const urlOf = (page: number) => graph.pages[page]!.url;

  return {
    rerankEvery: 1,
    priorityOf({ page, foundAt }) {
      if (queues[page] === NONE || model.inspectUrl(urlOf(page)) !== undefined) return DROPPED;
      return queues[page]! - foundAt / graph.pages.length;
    },
    observe({ page, verdict, isSeed }) {
      waitingHigh.delete(page);
      const { text, language } = textOf(page);
      const links = graph.pages[page]!.links.map(({ to, anchor }) => ({
        ...{ to, url: urlOf(to), speaks: strengthOfWords(anchor) > SPEAKS },
        anchor: anchorWordsOf(anchor, language),
      }));
      const layer = model.observe({
        ...{ url: urlOf(page), words: pageWords(text, language), isRelevant: verdict !== 'off-topic', isSeed, links },
        linking: (linking.get(page) ?? []).map(({ from, anchor }) => ({ layer: layerOf.get(from)!, anchor })),
      });
      layerOf.set(page, layer);
      for (const { to, anchor, speaks } of links) if (!layerOf.has(to)) addLink(page, layer, to, anchor, speaks);
      if (!hasHighLink()) model.startTunnelling();
    },
  };

  /** A link of the high queue that statistics drop does not count. */
  function hasHighLink(): boolean {
    for (const page of waitingHigh) if (model.inspectUrl(urlOf(page)) === undefined) return true;
    return false;
  }

  function addLink(from: number, layer: Layer, to: number, anchor: AnchorWords, anchorSpeaks: boolean): void {
    const list = linking.get(to) ?? [];
    list.push({ from, anchor });
    linking.set(to, list);
    const url = urlOf(to);
    const urlSpeaks = strengthOfWords(wordsOfPath(url)) > SPEAKS;
    const decision = model.inspect({ url, anchor, layer, urlSpeaks, anchorSpeaks });
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
      if (to !== undefined) anchors.learn(anchorWordsOf(anchor, page.language), layers.get(page.url)!, to);
    }
}
