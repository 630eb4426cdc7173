import { originOf, type Url } from '../../url/url.ts';
import type { AnchorLists, Layer } from './anchor-lists.ts';
import type { AnchorWords } from './anchor-words.ts';
import type { CindiRules } from './cindi-rules.ts';
import type { DirectoryStatistics } from './directory-statistics.ts';
import { directoriesOf, type StopDirectories } from './stop-directories.ts';

/** Queue of a link, or the reason why it is dropped. */
export type LinkDecision = 'high' | 'low' | DropReason;

export type DropReason = 'off-topic' | 'anchor' | 'stop-directory' | 'path-depth' | 'poor-site';

/** What the decision reads, besides the link. */
export type LinkInspection = {
  rules: CindiRules;
  anchors: AnchorLists;
  stopDirectories: StopDirectories;
  statistics: DirectoryStatistics;
};

export type InspectedLink = {
  url: Url;
  anchor: AnchorWords;
  /** Layer of the linking page. */
  layer: Layer;
  /** Whether the words of the URL, or of the link, speak for the topic. */
  urlSpeaks: boolean;
  anchorSpeaks: boolean;
};

/** Sends a link to the high or the low queue, or drops it, by CINDI's rules for URLs, link texts and layers. */
export function inspectLink(link: InspectedLink, inspection: LinkInspection): LinkDecision {
  const { rules, anchors } = inspection;
  const { url, anchor, layer } = link;
  const objection = inspectUrl(url, inspection);
  if (objection !== undefined) return objection;
  if (link.urlSpeaks && rules.urlInspection) return 'high';
  if (layer === 0) return 'off-topic';
  if (rules.anchorLists && !link.anchorSpeaks) {
    if (layer === 1 ? anchors.isPruned(anchor) : !anchors.isExtracted(anchor)) return 'anchor';
  }
  return layer === 1 ? 'high' : 'low';
}

/** Returns why a URL is dropped. Statistics change, so a waiting URL is inspected again before it is fetched. */
export function inspectUrl(
  url: Url,
  { rules, stopDirectories, statistics }: Omit<LinkInspection, 'anchors'>,
): DropReason | undefined {
  if (!rules.urlInspection) return undefined;
  if (directoriesOf(url).length > rules.maxPathLevels) return 'path-depth';
  if (stopDirectories.find(url) !== undefined) return 'stop-directory';
  return statistics.isPoorSite(url) ? 'poor-site' : undefined;
}

/** Strength of words, by the topic filter, above which they speak for the topic. */
export const SPEAKS = 0.5;

/** Returns the words of a URL without its host, for the topic filter. */
export function wordsOfPath(url: Url): string {
  return url.slice(originOf(url).length).replace(/[^\p{L}]+/gu, ' ');
}
