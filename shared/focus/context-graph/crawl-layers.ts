import type { PageWords } from './page-words.ts';

/** Steps of Layer 2 if no training graph says how many are useful. */
export const DEFAULT_STEPS = 2;

/** A fetched page of the crawl. Pages are numbers, such as hashes of their URLs. */
export type CrawledPage = { page: number; words: PageWords; isRelevant: boolean; links: readonly number[] };

/** What the classifier of Layer 2 learns (`LayerTwo`). */
export type LayerTwoLesson = { words: PageWords; leads: boolean; weight: 1 | -1 };

type KnownPage = { words: PageWords; isRelevant: boolean; links: readonly number[]; leads?: boolean };

/**
 * Finds examples of Layer 2 among the crawl's own links: an off-topic page that leads to a relevant one is an
 * example of Layer 2, and one with an off-topic link target an example of the others, until a relevant page is found behind it.
 */
export type CrawlLayers = {
  /** Adds a page, unless it is known. @returns what the classifier learns from the links between it and known pages */
  add(page: CrawledPage): LayerTwoLesson[];
};

/**
 * @param maxSteps largest number of links from a page of Layer 2 to a relevant page
 * @param maxPages number of pages after which the oldest is forgotten. Absent: none is.
 */
export function createCrawlLayers(maxSteps: number, maxPages = Number.POSITIVE_INFINITY): CrawlLayers {
  const pages = new Map<number, KnownPage>();
  const linking = new Map<number, number[]>();
  let lessons: LayerTwoLesson[] = [];

  return {
    add({ page, words, isRelevant, links }) {
      if (pages.has(page)) return [];
      if (pages.size >= maxPages) forget(pages.keys().next().value!);
      pages.set(page, { words, isRelevant, links });
      for (const to of links) {
        const list = linking.get(to);
        if (list) list.push(page);
        else linking.set(to, [page]);
      }
      lessons = [];
      for (const to of links) learnLink(page, to);
      for (const from of linking.get(page) ?? []) learnLink(from, page);
      return lessons;
    },
  };

  function forget(page: number): void {
    for (const to of pages.get(page)!.links) {
      const left = linking.get(to)?.filter((from) => from !== page) ?? [];
      if (left.length > 0) linking.set(to, left);
      else linking.delete(to);
    }
    pages.delete(page);
  }

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
    const { words } = known;
    if (known.leads === false) lessons.push({ words, leads: false, weight: -1 });
    lessons.push({ words, leads, weight: 1 });
    known.leads = leads;
    return true;
  }
}
