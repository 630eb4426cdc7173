import { linkText } from '../classify/links/link-text.ts';
import { evidenceOf } from '../focus/link-evidence.ts';
import { mergeEvidence } from '../focus/merge-evidence.ts';
import { type CrawlOrder, DROPPED, type FetchedPage, type PageJudgement, type WaitingLink } from './crawl-order.ts';
import type { Graph } from './graph.ts';

export type SimulationOptions = {
  seeds: readonly number[];
  /** Maximum number of counted pages. */
  pages: number;
  /** Number of pages that are fetched before the links of the first one are known. A real crawl takes 5 to 10. */
  batch: number;
  /** Whether a fetch of this page counts. */
  counts(page: number): boolean;
  /** Judges a page as the topic filter does. */
  judge(page: number): PageJudgement;
  /** Returns how relevant the topic filter finds the words of a link, 0 to 1. */
  strengthOfWords(text: string): number;
};

/** Crawls a stored graph without a network. @returns the counted pages in the order of their fetches */
export function simulateCrawl(graph: Graph, order: CrawlOrder, options: SimulationOptions): number[] {
  const { judge, counts, strengthOfWords } = options;
  const queue = createQueue(order);
  const distances = new Map<number, number>();
  const fetched: number[] = [];
  for (const page of options.seeds) queue.add(page, '', true);

  while (fetched.length < options.pages) {
    const batch = queue.take(options.batch);
    if (batch.length === 0) break;
    const judged: FetchedPage[] = [];
    for (const link of batch) {
      const { relevance, verdict } = judge(link.page);
      const { url: page, title, links } = graph.pages[link.page]!;
      const distance = verdict === 'off-topic' ? (distances.get(link.page) ?? 0) + 1 : 0;
      const newLinks: WaitingLink[] = [];
      for (const { to, anchor, around } of links) {
        if (queue.isTaken(to)) continue;
        distances.set(to, Math.min(distance, distances.get(to) ?? distance));
        const words = strengthOfWords(linkText({ anchor, around }));
        const evidence = evidenceOf({ page, relevance, verdict, anchor, words, distance, ...(title && { title }) });
        const added = queue.add(to, evidence, false);
        if (added) newLinks.push(added);
      }
      judged.push({ ...link, relevance, verdict, newLinks });
      if (counts(link.page)) fetched.push(link.page);
    }
    for (const page of judged) order.observe?.(page);
    queue.rank(judged.length);
  }
  return fetched.slice(0, options.pages);
}

/** The links that wait. Priorities are kept until the evidence of a link or the order changes. */
function createQueue(order: CrawlOrder) {
  const waiting = new Map<number, WaitingLink>();
  const priorities = new Map<number, number>();
  const taken = new Set<number>();
  let found = 0;
  let sinceRanking = 0;

  return {
    isTaken: (page: number) => taken.has(page),
    /** @returns the link if it is new */
    add(page: number, evidence: string, isSeed: boolean): WaitingLink | undefined {
      const known = waiting.get(page);
      if (known) {
        const merged = mergeEvidence(known.evidence, evidence);
        known.isChanged ||= merged !== known.evidence;
        known.evidence = merged;
        return undefined;
      }
      const link = { page, evidence, isSeed, foundAt: found++, isChanged: true };
      waiting.set(page, link);
      return link;
    },
    /** Ranks changed links again, or all links if the order asks for it. */
    rank(pages: number): void {
      sinceRanking += pages;
      if (sinceRanking < (order.rerankEvery ?? Number.POSITIVE_INFINITY)) return;
      priorities.clear();
      sinceRanking = 0;
    },
    /** Removes the best links. */
    take(count: number): WaitingLink[] {
      const best: { link: WaitingLink; priority: number }[] = [];
      for (const link of waiting.values()) {
        const priority = priorityOf(link);
        if (priority === DROPPED) continue;
        const last = best.at(-1);
        if (best.length === count && last && priority <= last.priority) continue;
        const at = best.findIndex((one) => one.priority < priority);
        best.splice(at < 0 ? best.length : at, 0, { link, priority });
        if (best.length > count) best.pop();
      }
      for (const { link } of best) {
        waiting.delete(link.page);
        taken.add(link.page);
      }
      return best.map(({ link }) => link);
    },
  };

  function priorityOf(link: WaitingLink): number {
    const known = link.isChanged ? undefined : priorities.get(link.page);
    if (known !== undefined) return known;
    const priority = link.isSeed ? Number.POSITIVE_INFINITY : order.priorityOf(link);
    priorities.set(link.page, priority);
    link.isChanged = false;
    return priority;
  }
}
