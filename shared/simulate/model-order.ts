import { type LinkFeatures, linkFeaturesOf } from '../focus/link-features.ts';
import type { LinkModel } from '../focus/link-model.ts';
import type { CrawlOrder, WaitingLink } from './crawl-order.ts';
import type { Graph } from './graph.ts';

/** Number of fetches after which all waiting links are ranked by what was learned. */
const RERANK_EVERY = 25;

/** Orders a crawl by a link model, and teaches it every judged page. */
export function modelOrder(graph: Graph, model: LinkModel): CrawlOrder {
  const known = new Map<number, { evidence: string; features: LinkFeatures }>();
  const urlOf = (page: number) => graph.pages[page]!.url;
  const featuresOf = ({ page, evidence }: WaitingLink): LinkFeatures => {
    const found = known.get(page);
    if (found?.evidence === evidence) return found.features;
    const features = linkFeaturesOf(urlOf(page), evidence);
    known.set(page, { evidence, features });
    return features;
  };
  return {
    rerankEvery: RERANK_EVERY,
    priorityOf: (link) => model.scoreFeatures(featuresOf(link)),
    observe({ page, evidence, relevance, isSeed, newLinks }) {
      known.delete(page);
      // Nothing led to a seed, so there is nothing to learn from it.
      if (isSeed) return;
      const links = newLinks.map((link) => ({ url: urlOf(link.page), evidence: link.evidence }));
      model.observe({ url: urlOf(page), evidence, relevance, links });
    },
  };
}
