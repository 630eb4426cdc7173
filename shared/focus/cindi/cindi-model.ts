import { hostOf, type Url } from '../../url/url.ts';
import { createCrawlLayers, DEFAULT_STEPS, type LayerTwoLesson } from '../context-graph/crawl-layers.ts';
import { createLayerTwo, type LayerTwo } from '../context-graph/layer-two.ts';
import type { PageWords } from '../context-graph/page-words.ts';
import type { LinkEvidence } from '../link-evidence.ts';
import { hashOf } from '../words.ts';
import { type AnchorLists, createAnchorLists, type Layer } from './anchor-lists.ts';
import type { AnchorWords } from './anchor-words.ts';
import { decodeCindiEvidence } from './cindi-evidence.ts';
import { type CindiLesson, decodeLessons, encodeLessons, type LearnedAnchor } from './cindi-lessons.ts';
import type { CindiRules } from './cindi-rules.ts';
import { decodeCindiState, encodeCindiState } from './cindi-state.ts';
import {
  type AvoidedDirectory,
  createDirectoryStatistics,
  type Rates,
  type VisitedPage,
} from './directory-statistics.ts';
import { type DropReason, type InspectedLink, inspectLink, inspectUrl, type LinkDecision } from './inspect-link.ts';
import { createStopDirectories } from './stop-directories.ts';
import { createTunnel } from './tunnel.ts';

/** A judged page. */
export type CindiPage = VisitedPage & {
  words: PageWords;
  isSeed: boolean;
  /** Queue of the link that the crawl followed. Absent: none, as for a seed, or the caller starts tunnelling itself. */
  queue?: 'high' | 'low' | undefined;
  links: readonly { url: Url; anchor: AnchorWords }[];
  /** Known links to the page. */
  linking: readonly { layer: Layer; anchor: AnchorWords }[];
};

/** What CINDI's rules have learned in a crawl, and their decisions. One object per crawl. */
export type CindiModel = {
  /** Learns a judged page. @returns its layer */
  observe(page: CindiPage): Layer;
  /** Returns the layer that a page would have now. Learns nothing. */
  layerOf(page: Pick<CindiPage, 'words' | 'isRelevant' | 'isSeed'>): Layer;
  /** Sends a link to a queue, or drops it. */
  inspect(link: InspectedLink): LinkDecision;
  /** Returns why a URL that waits is dropped now, or undefined. */
  inspectUrl(url: Url): DropReason | undefined;
  /** Returns why a URL is not fetched, or undefined. @param isKnown whether it was fetched before: then rates of its directory and site count */
  refuses(url: Url, isKnown: boolean): DropReason | 'avoided-directory' | undefined;
  /** Returns the directory or host for which a known page is not revisited, or undefined. */
  findAvoided(url: Url): AvoidedDirectory | undefined;
  /** Returns the worth of fetching a URL, 0 to 1: links of the high queue above the others, then those near a seed. */
  score(url: Url, evidence: LinkEvidence): number;
  /** Starts tunnelling, because no link of the high queue waits. */
  startTunnelling(): void;
  isTunnelling(): boolean;
  /** Returns the rates of a site, or undefined if none of its pages was visited. */
  ratesOfSite(url: Url): Rates | undefined;
  anchors: AnchorLists;
  layerTwo: LayerTwo;
  /** Returns what was observed since the last call, for `applyDelta` of the stored model. */
  takeDelta(): Uint8Array;
  /** Learns what another copy of the model has observed. */
  applyDelta(delta: Uint8Array): void;
  /** Encodes the model with a version, mostly in less than 1 MB. */
  encode(): Uint8Array;
};

/** Recently judged pages, whose links tell what Layer 2 is. They stay in the memory of the process. */
export type RecentPages = {
  layers: ReturnType<typeof createCrawlLayers>;
  /** Layers by hash of the URL. */
  layerOf: Map<number, Layer>;
  maxPages: number;
};

/** @param maxPages number of pages that are remembered. Absent: all are. */
export function createRecentPages(maxSteps = DEFAULT_STEPS, maxPages = Number.POSITIVE_INFINITY): RecentPages {
  return { layers: createCrawlLayers(maxSteps, maxPages), layerOf: new Map(), maxPages };
}

/** Scores of links by queue, less a little per link from the seed. `rank-link.ts` turns them into classes 1 and 5. */
const QUEUE_SCORES = { high: 0.9, low: 0.2 };
const SCORE_PER_LINK = 0.001;

/** Creates a model that knows nothing but the general link texts. @param layerTwo trained with other pages. Absent: it learns from the crawl. */
export function createCindiModel(rules: CindiRules, recent: RecentPages, layerTwo = createLayerTwo()): CindiModel {
  return modelOf(rules, recent, { layerTwo: layerTwo.state() });
}

/** @returns undefined if the bytes are damaged, or of another version or strategy */
export function decodeCindiModel(bytes: Uint8Array, rules: CindiRules, recent: RecentPages): CindiModel | undefined {
  const state = decodeCindiState(bytes);
  return state && modelOf(rules, recent, state);
}

function modelOf(
  rules: CindiRules,
  recent: RecentPages,
  stored: Partial<NonNullable<ReturnType<typeof decodeCindiState>>>,
): CindiModel {
  const layerTwo = createLayerTwo(stored.layerTwo);
  const anchors = createAnchorLists(stored.anchors);
  const tunnel = createTunnel(rules, stored.tunnel);
  const statistics = createDirectoryStatistics(rules.statistics, stored.statistics);
  const stopDirectories = createStopDirectories(rules.statistics.stopDirectorySites, stored.stopDirectories);
  const inspection = { rules, anchors, stopDirectories, statistics };
  let lessons: CindiLesson[] = [];

  const learnPage = ({ url, isRelevant, documents, queue, layerTwo: examples }: Omit<CindiLesson, 'anchors'>) => {
    const isNewSite = isRelevant && !statistics.ratesOf(hostOf(url))?.relevancyRate;
    statistics.add({ url, isRelevant, ...(documents && { documents }) });
    stopDirectories.add(url, isRelevant);
    if (isNewSite) tunnel.countNewSite();
    if (queue !== undefined) tunnel.countFetch(queue);
    for (const { words, leads, weight } of examples) layerTwo.learn(words, leads, weight);
  };
  const learnAnchors = (links: readonly LearnedAnchor[]) => {
    for (const { anchor, from, to } of links) anchors.learn(anchor, from, to);
  };
  const layerOf: CindiModel['layerOf'] = ({ words, isRelevant, isSeed }) => {
    if (isRelevant) return 1;
    // A seed was chosen because it leads to the topic.
    if (isSeed) return 2;
    return rules.contextGraph && tunnel.accepts(layerTwo.score(words)) ? 2 : 0;
  };

  return {
    layerOf,
    anchors,
    layerTwo,
    observe(page) {
      const { url, isRelevant, documents, queue, words, links, linking } = page;
      const id = hashOf(url);
      const to = links.map((link) => hashOf(link.url));
      const examples: LayerTwoLesson[] = recent.layers.add({ page: id, words, isRelevant, links: to });
      const lesson = { url, isRelevant, queue, layerTwo: examples, ...(documents && { documents }) };
      learnPage(lesson);
      const layer = layerOf(page);
      rememberLayer(recent, id, layer);
      const learned = linking.map(({ layer: from, anchor }): LearnedAnchor => ({ anchor, from, to: layer }));
      for (const [at, { anchor }] of links.entries()) {
        const known = recent.layerOf.get(to[at]!);
        if (known !== undefined && to[at] !== id) learned.push({ anchor, from: layer, to: known });
      }
      learnAnchors(learned);
      lessons.push({ ...lesson, anchors: learned });
      return layer;
    },
    inspect: (link) => inspectLink(link, inspection),
    inspectUrl: (url) => inspectUrl(url, inspection),
    refuses(url, isKnown) {
      if (!isKnown) return inspectUrl(url, inspection);
      return rules.urlInspection && statistics.findAvoided(url) ? 'avoided-directory' : undefined;
    },
    findAvoided: statistics.findAvoided,
    score(url, evidence) {
      if (inspectUrl(url, inspection) !== undefined) return 0;
      const { queue, depth } = decodeCindiEvidence(evidence);
      return QUEUE_SCORES[queue] - SCORE_PER_LINK * depth;
    },
    startTunnelling: tunnel.start,
    isTunnelling: tunnel.isOpen,
    ratesOfSite: (url) => statistics.ratesOf(hostOf(url)),
    takeDelta() {
      const delta = encodeLessons(lessons);
      lessons = [];
      return delta;
    },
    applyDelta(delta) {
      for (const lesson of decodeLessons(delta)) {
        learnPage(lesson);
        learnAnchors(lesson.anchors);
      }
    },
    encode: () =>
      encodeCindiState({
        layerTwo: layerTwo.state(),
        anchors: anchors.state(),
        tunnel: tunnel.state(),
        statistics: statistics.state(),
        stopDirectories: stopDirectories.state(),
      }),
  };
}

function rememberLayer({ layerOf, maxPages }: RecentPages, id: number, layer: Layer): void {
  layerOf.set(id, layer);
  if (layerOf.size > maxPages) layerOf.delete(layerOf.keys().next().value!);
}
