import type { Url } from '../url/url.ts';
import { evidenceOf, type LinkEvidence } from './link-evidence.ts';
import { createLinkModel, type LinkModel } from './link-model.ts';
import { mergeEvidence } from './merge-evidence.ts';

/** A training page. Links to URLs outside the training pages are ignored. */
export type TrainingPage = {
  url: Url;
  /** Absent: it has none. */
  title?: string;
  /** Whether it is on topic, by its label. */
  isRelevant: boolean;
  /** Probability that it is on topic by a filter that was not trained on it. Absent: that of the label. */
  relevance?: number;
  /** `words`: how relevant the topic filter finds the anchor, 0 to 1. Absent: unknown. */
  links: readonly { url: Url; anchor: string; words?: number }[];
};

/** Probability of a label if no filter judged the page. A label can be wrong, too. */
const LABEL_RELEVANCE = 0.95;

/** Number of passes over the links. */
const PASSES = 5;

/**
 * Learns from the links between training pages what a link to a page on topic looks like. Hosts and directories of these pages are
 * forgotten at the end: the crawl will see others. The promise keeps its prior weights: most links of a training page leave the training
 * pages, so its promise is unknown.
 */
export function trainLinks(pages: readonly TrainingPage[]): LinkModel {
  const model = createLinkModel();
  const evidence = evidenceAmong(pages);
  const linked = pages.filter(({ url }) => evidence.has(url));
  for (let pass = 0; pass < PASSES; pass++) {
    for (const page of shuffle(linked, pass))
      model.observe({
        url: page.url,
        evidence: evidence.get(page.url)!,
        relevance: page.isRelevant ? 1 : 0,
      });
    // Each pass meets the hosts anew, as a crawl does.
    model.forgetWeb(false);
  }
  model.takeDelta();
  model.forgetWeb(true);
  return model;
}

/** Returns what the training pages say about each other. */
function evidenceAmong(pages: readonly TrainingPage[]): Map<Url, LinkEvidence> {
  const urls = new Set(pages.map(({ url }) => url));
  const found = new Map<Url, LinkEvidence>();
  for (const { url: page, title, isRelevant, relevance, links } of pages) {
    const probability = relevance ?? (isRelevant ? LABEL_RELEVANCE : 1 - LABEL_RELEVANCE);
    const verdict = probability > 0.5 ? 'relevant' : 'off-topic';
    const distance = verdict === 'relevant' ? 0 : 1;
    for (const { url, anchor, words } of links) {
      if (url === page || !urls.has(url)) continue;
      const one = evidenceOf({
        page,
        relevance: probability,
        verdict,
        anchor,
        distance,
        ...(words !== undefined && { words }),
        ...(title !== undefined && { title }),
      });
      found.set(url, mergeEvidence(found.get(url) ?? '', one));
    }
  }
  return found;
}

/** Returns the items in an order that depends on the number only (Fisher and Yates, with a linear congruential generator). */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const shuffled = [...items];
  let state = 2 * seed + 1;
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
