import type { LayerTwo } from './layer-two.ts';
import type { PageWords } from './page-words.ts';

/** Steps of Layer 2 if no training graph says how many are useful. */
export const DEFAULT_STEPS = 2;

/** A fetched page of the crawl. Pages are numbers. */
export type CrawledPage = { page: number; words: PageWords; isRelevant: boolean; links: readonly number[] };

type KnownPage = { words: PageWords; isRelevant: boolean; leads?: boolean };

/**
 * Teaches a classifier of Layer 2 from the crawl's own links: an off-topic page that leads to a relevant one is an
 * example of Layer 2, and one with an off-topic link target an example of the others, until a relevant page is found behind it.
 */
export type CrawlLayers = {
  add(page: CrawledPage): void;
};

/** @param maxSteps largest number of links from a page of Layer 2 to a relevant page */
export function createCrawlLayers(layerTwo: LayerTwo, maxSteps: number): CrawlLayers {
  const pages = new Map<number, KnownPage>();
  const linking = new Map<number, number[]>();

  return {
    add({ page, words, isRelevant, links }) {
      const known: KnownPage = { words, isRelevant };
      pages.set(page, known);
      for (const to of links) {
        const list = linking.get(to);
        if (list) list.push(page);
        else linking.set(to, [page]);
      }
      for (const to of links) learnLink(page, to);
      for (const from of linking.get(page) ?? []) learnLink(from, page);
    },
  };

  /** Learns what a link between two fetched pages says about its first page. */
  function learnLink(from: number, to: number): void {
    const target = pages.get(to);
    if (target === undefined) return;
    if (target.isRelevant) markLeading(from, maxSteps);
    else label(from, false);
  }

  function markLeading(page: number, steps: number): void {
    if (steps === 0 || !label(page, true)) return;
    for (const from of linking.get(page) ?? []) markLeading(from, steps - 1);
  }

  /** Labels an off-topic page. `leads` is final. @returns whether the label is new */
  function label(page: number, leads: boolean): boolean {
    const known = pages.get(page);
    if (known === undefined || known.isRelevant || (known.leads !== undefined && !leads) || known.leads === leads)
      return false;
    if (known.leads === false) layerTwo.learn(known.words, false, -1);
    layerTwo.learn(known.words, leads);
    known.leads = leads;
    return true;
  }
}
