import { createFeatureCache } from '../focus/link-features.ts';
import type { LinkModel } from '../focus/link-model.ts';
import type { CrawlOrder } from './crawl-order.ts';
import type { Graph } from './graph.ts';

/** Number of fetches after which all waiting links are ranked by what was learned. */
const RERANK_EVERY = 25;

/** Orders a crawl by a link model, and teaches it every judged page. */
export function modelOrder(graph: Graph, model: LinkModel): CrawlOrder {
  const cache = createFeatureCache();
  const urlOf = (page: number) => graph.pages[page]!.url;
  return {
    rerankEvery: RERANK_EVERY,
    priorityOf: ({ page, evidence }) => model.score(urlOf(page), evidence, cache),
    observe({ page, evidence, relevance, isSeed, newLinks }) {
      // Nothing led to a seed, so there is nothing to learn from it.
      if (isSeed) return;
      const links = newLinks.map((link) => ({ url: urlOf(link.page), evidence: link.evidence }));
      model.observe({ url: urlOf(page), evidence, relevance, links });
    },
  };
}
