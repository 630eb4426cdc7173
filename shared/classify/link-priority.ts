import type { Strategy } from '../frontier/strategy.ts';
import { hostOf, type Url } from '../url/url.ts';
import type { Judge, Judged } from './judge.ts';

/** Where a link stands in line: class 0 (first) to 7 (last), and a score from 0 to 1 that orders links of one class. */
export type LinkPriority = { class: number; score: number };

/** A link on the page that is judged. `depth`: links from the nearest seed. */
export type FoundLink = { url: Url; anchor: string; depth: number };

/** How much the text of the link says, beside the page that it stands on. */
const ANCHOR_SHARE = 0.3;

/** What a link loses with each further step from the seeds: near pages first among equals. */
const PER_STEP = 0.98;

/** Of `two-queue`: a site is gone through as a whole; others come into the high queue, or into the low one. */
const SAME_SITE = 2;
const HIGH = 3;
const LOW = 4;

/**
 * Plain priority of links, by the crawl's strategy. Class 0 is the seeds' own.
 *
 * @returns a function for the links of one page, which is at `page`.
 */
export function linkPriority(
  judge: Judge,
  parent: Judged,
  page: Url,
  strategy: Strategy = 'focused',
): (link: FoundLink) => LinkPriority {
  switch (strategy) {
    case 'breadth-first':
      return ({ depth }) => byDepth(depth);
    case 'depth-first':
      return ({ depth }) => ({ class: Math.max(7 - depth, 1), score: 1 - 1 / Math.max(depth, 1) });
    case 'two-queue':
      return twoQueues(judge, parent, page);
    case 'best-first':
      return ({ depth }) => (judge.focused ? byScore(parent.strength * PER_STEP ** depth) : byDepth(depth));
    // With OPIC a host puts its URLs in order by what they were handed.
    case 'opic':
      return () => ({ class: 7, score: 0 });
    default:
      return judge.focused ? byWords(judge, parent) : ({ depth }) => byDepth(depth);
  }
}

/** The better the page and the more the link's own text speaks for the topic, the earlier. */
function byWords(judge: Judge, parent: Judged): (link: FoundLink) => LinkPriority {
  const own = (1 - ANCHOR_SHARE) * parent.strength;
  return ({ anchor, depth }) => {
    const words = anchor === '' ? 0 : ANCHOR_SHARE * judge.strengthOfWords(anchor);
    return byScore((own + words) * PER_STEP ** depth);
  };
}

/** After CINDI: a site is followed inside; other sites by what led to them, unless their address speaks for the topic. */
function twoQueues(judge: Judge, parent: Judged, page: Url): (link: FoundLink) => LinkPriority {
  const site = hostOf(page);
  const scoreOf = byWords(judge, parent);
  return (link) => {
    const { score } = scoreOf(link);
    if (hostOf(link.url) === site) return { class: SAME_SITE, score };
    return { class: parent.kind === 'relevant' ? HIGH : LOW, score };
  };
}

function byScore(score: number): LinkPriority {
  return { class: Math.min(1 + Math.floor(7 * (1 - score)), 7), score };
}

function byDepth(depth: number): LinkPriority {
  return { class: Math.min(Math.max(depth, 1), 7), score: 1 / Math.max(depth, 1) };
}
