import type { Strategy } from '../../frontier/strategy.ts';
import { hostOf, type Url } from '../../url/url.ts';
import type { Judgement } from '../filters/filter.ts';
import type { Judge } from '../judge.ts';

/** Priority of a link: class 0 (first) to 7 (last), and a score from 0 to 1 that orders links of one class. */
export type LinkPriority = { class: number; score: number };

/** A link on the judged page. `around`: the words around it. Absent: unknown. `depth`: number of links from the nearest seed. */
export type FoundLink = { url: Url; anchor: string; around?: string | undefined; depth: number };

/** Weight of the link text; the linking page has the rest. */
const ANCHOR_WEIGHT = 0.3;

/** Factor per link from the nearest seed: among equals, near pages come first. */
const DEPTH_DECAY = 0.98;

/** Classes of `two-queue` and `cindi`: links within a site come first, links to other sites go to the high or low queue. */
const SAME_SITE_CLASS = 2;
const HIGH_QUEUE_CLASS = 3;
const LOW_QUEUE_CLASS = 4;

/**
 * Prioritises links by the crawl's strategy. Class 0 is reserved for seeds.
 *
 * @param page URL of the linking page. @returns a function for the links of that page.
 */
export function linkPriority(
  judge: Judge,
  parent: Judgement,
  page: Url,
  strategy: Strategy = 'focused',
): (link: FoundLink) => LinkPriority {
  switch (strategy) {
    case 'breadth-first':
      return ({ depth }) => byDepth(depth);
    case 'depth-first':
      return ({ depth }) => ({ class: Math.max(7 - depth, 1), score: 1 - 1 / Math.max(depth, 1) });
    case 'two-queue':
      return bySite(judge, parent, page);
    case 'best-first':
      return ({ depth }) => (judge.focused ? byScore(parent.strength * DEPTH_DECAY ** depth) : byDepth(depth));
    case 'cindi':
      return () => ({ class: parent.kind === 'off-topic' ? LOW_QUEUE_CLASS : HIGH_QUEUE_CLASS, score: 0 });
    // With OPIC, the host ranks its URLs by cash.
    case 'opic':
      return () => ({ class: 7, score: 0 });
    case 'focused':
      return judge.focused ? byWords(judge, parent) : ({ depth }) => byDepth(depth);
  }
}

/** Ranks links by the relevance of the page and of the link text. */
function byWords(judge: Judge, parent: Judgement): (link: FoundLink) => LinkPriority {
  const own = (1 - ANCHOR_WEIGHT) * parent.strength;
  return ({ anchor, depth }) => {
    const words = anchor === '' ? 0 : ANCHOR_WEIGHT * judge.strengthOfWords(anchor);
    return byScore((own + words) * DEPTH_DECAY ** depth);
  };
}

/** Ranks links as CINDI does: links within the site first, then other sites by the verdict of the linking page. */
function bySite(judge: Judge, parent: Judgement, page: Url): (link: FoundLink) => LinkPriority {
  const site = hostOf(page);
  const scoreOf = byWords(judge, parent);
  return (link) => {
    const { score } = scoreOf(link);
    if (hostOf(link.url) === site) return { class: SAME_SITE_CLASS, score };
    return { class: parent.kind === 'relevant' ? HIGH_QUEUE_CLASS : LOW_QUEUE_CLASS, score };
  };
}

function byScore(score: number): LinkPriority {
  return { class: Math.min(1 + Math.floor(7 * (1 - score)), 7), score };
}

function byDepth(depth: number): LinkPriority {
  return { class: Math.min(Math.max(depth, 1), 7), score: 1 / Math.max(depth, 1) };
}
