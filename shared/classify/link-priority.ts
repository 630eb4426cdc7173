import type { Strategy } from '../frontier/strategy.ts';
import { hostOf, type Url } from '../url/url.ts';
import type { Judge, Judgement } from './judge.ts';

/** Where a link stands in line: class 0 (first) to 7 (last), and a score from 0 to 1 that orders links of one class. */
export type LinkPriority = { class: number; score: number };

/** A link on the page that is judged. `depth`: links from the nearest seed. */
export type FoundLink = { url: Url; anchor: string; depth: number };

/** How much the text of the link says, beside the page that it stands on. */
const ANCHOR_WEIGHT = 0.3;

/** What a link loses with each further step from the seeds: near pages first among equals. */
const DEPTH_DECAY = 0.98;

/** Of `two-queue`: a site is gone through as a whole; others come into the high queue, or into the low one. */
const SAME_SITE_CLASS = 2;
const HIGH_QUEUE_CLASS = 3;
const LOW_QUEUE_CLASS = 4;

/**
 * Plain priority of links, by the crawl's strategy. Class 0 is the seeds' own.
 *
 * @returns a function for the links of one page, which is at `page`.
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
    // With OPIC a host puts its URLs in order by what they were handed.
    case 'opic':
      return () => ({ class: 7, score: 0 });
    default:
      return judge.focused ? byWords(judge, parent) : ({ depth }) => byDepth(depth);
  }
}

/** The better the page and the more the link's own text speaks for the topic, the earlier. */
function byWords(judge: Judge, parent: Judgement): (link: FoundLink) => LinkPriority {
  const own = (1 - ANCHOR_WEIGHT) * parent.strength;
  return ({ anchor, depth }) => {
    const words = anchor === '' ? 0 : ANCHOR_WEIGHT * judge.strengthOfWords(anchor);
    return byScore((own + words) * DEPTH_DECAY ** depth);
  };
}

/** After CINDI: a site is followed inside; other sites by what led to them, unless their address speaks for the topic. */
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
