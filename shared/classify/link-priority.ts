import type { Judge, Judged } from './judge.ts';

/** Where a link stands in line: class 0 (first) to 7 (last), and a score from 0 to 1 that orders links of one class. */
export type LinkPriority = { class: number; score: number };

/** How much the text of the link says, beside the page that it stands on. */
const ANCHOR_SHARE = 0.3;

/** What a link loses with each further step from the seeds: near pages first among equals. */
const PER_STEP = 0.98;

/**
 * Plain priority of links: with a topic, the better the page and the more the link's own text speaks for the topic, the
 * earlier; without one, in order of depth (breadth first). Class 0 is the seeds' own.
 *
 * @returns a function for the links of one page. @param depth of the link: links from the nearest seed.
 */
export function linkPriority(judge: Judge, parent: Judged): (anchor: string, depth: number) => LinkPriority {
  if (!judge.focused)
    return (_anchor, depth) => ({ class: Math.min(Math.max(depth, 1), 7), score: 1 / Math.max(depth, 1) });
  const own = (1 - ANCHOR_SHARE) * parent.strength;
  return (anchor, depth) => {
    const words = anchor === '' ? 0 : ANCHOR_SHARE * judge.strengthOfWords(anchor);
    const score = (own + words) * PER_STEP ** depth;
    return { class: Math.min(1 + Math.floor(7 * (1 - score)), 7), score };
  };
}
