/** Finds the posts of a thread without elements of their own: a line with the author and the date, and the lines after it. */
import { ASIDE, BLOCK_KINDS } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import type { PartsInput } from '../candidate-groups.ts';
import { MAX_ITEMS } from '../item.ts';
import type { Part } from '../parts.ts';
import type { PostLines } from './post-lines.ts';

/** Minimum number of posts. */
const MIN_POSTS = 2;

/** Returns the parts that begin with a line that has author and date, if several are in one element. The last one ends at a heading or a menu. */
export function flatParts({ page: { blocks }, chosen }: PartsInput, lines: PostLines): Part[] {
  const isText = new Set(chosen);
  const starts = new Map<number, number[]>();
  for (const [i, block] of blocks.entries()) {
    if ((block.roles & ASIDE) !== 0 || lines.isMembership(block) || lines.dateIn(block) === null) continue;
    if ((lines.memberIn(block) ?? lines.bylineIn(block)) === undefined) continue;
    const own = starts.get(block.container);
    if (own) own.push(i);
    else starts.set(block.container, [i]);
  }
  const most = [...starts.values()].reduce<number[]>((best, one) => (one.length > best.length ? one : best), []);
  if (most.length < MIN_POSTS) return [];
  return most.slice(0, MAX_ITEMS).map((start, k) => {
    const end = most[k + 1] ?? endOfLast(blocks, start);
    const own = blocks.slice(start, end);
    return { blocks: own, text: own.filter((block) => isText.has(block)), previous: blocks[start - 1] };
  });
}

/** Maximum number of blocks of the last post. */
const MAX_BLOCKS = 40;

function endOfLast(blocks: readonly Block[], start: number): number {
  const isEnd = ({ element, roles, container }: Block): boolean =>
    BLOCK_KINDS.heading.has(element) || (roles & ASIDE) !== 0 || container < (blocks[start] as Block).container;
  const end = blocks.slice(start, start + MAX_BLOCKS).findIndex(isEnd);
  return end < 0 ? Math.min(blocks.length, start + MAX_BLOCKS) : start + end;
}
