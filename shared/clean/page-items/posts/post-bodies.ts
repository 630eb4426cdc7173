/**
 * Finds the texts of posts by structure alone, for threads whose replies have no main text by the scores of their blocks: elements that repeat,
 * name an author each, and have an element in common with another text in each of them.
 */

import { totalLength } from '../../html/block-lengths.ts';
import { ASIDE } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { subtreeEnds } from '../../main-text/container-sums.ts';
import type { RepeatedPaths } from '../../main-text/repeated-paths.ts';
import type { Group } from '../group.ts';
import { partsOf } from '../parts.ts';
import { groupsWithAuthors, type KnownPosts } from './author-groups.ts';
import { bodiesOf, haveTitles } from './body-elements.ts';
import type { PostLines } from './post-lines.ts';
import { MAX_DATE_LINE } from './post-lines.ts';
import { containersAround, containersInSidebars } from './sidebars.ts';

/** Maximum number of reads of blocks, as a multiple of the blocks of the page. */
const MAX_READS_PER_BLOCK = 4;

/** Blocks that may be texts of posts, all blocks of the elements that they are in, and the number of these elements. */
export type PostBodies = { bodies: ReadonlySet<Block>; elements: ReadonlySet<Block>; filled: number };

/** What is known of a thread before its posts are found by structure. */
type KnownThread = {
  paths: RepeatedPaths;
  /** First block of the main text: the elements around it are no sidebars. Undefined: there is no main text. */
  first: Block | undefined;
  /** Posts that are known: groups that have no others are left out. Undefined: all groups count. */
  known: KnownPosts | undefined;
  /** Whether the elements may be rows of a board: those with a linked title have no text of a post. */
  mayBeRows: boolean;
};

/** Returns the blocks that may be texts of posts, by groups of elements, the one with most elements first. */
export function findPostBodies(
  page: ParsedPage,
  lines: PostLines,
  { paths, first, known, mayBeRows }: KnownThread,
): readonly PostBodies[] {
  const ends = subtreeEnds(page.containers.parents);
  const inSidebar = containersInSidebars(page, containersAround(page, first));
  const named = namedBlocks(page, lines, inSidebar);
  if (known && named.every((block) => known.elements.has(block))) return [];
  const found: (PostBodies & { length: number })[] = [];
  let left = page.blocks.length * MAX_READS_PER_BLOCK;
  for (const group of groupsWithAuthors(page, paths, named, ends, known)) {
    const parts = partsOf(page, new Set(), group, ends, true);
    const size = parts.reduce((sum, { blocks }) => sum + blocks.length, 0);
    if (size > left) continue;
    left -= size;
    if (mayBeRows && haveTitles(parts)) continue;
    const boundary = boundariesOf(page, group);
    const bodies = new Set(bodiesOf(page, parts, boundary, lines));
    const filled = parts.filter(({ blocks }) => blocks.some((block) => bodies.has(block))).length;
    const elements = new Set(parts.flatMap(({ blocks }) => blocks));
    if (filled > 0) found.push({ bodies, elements, filled, length: totalLength(bodies) });
  }
  const longest = found.reduce((most, { length }) => Math.max(most, length), 0);
  return found
    .filter(({ length }) => length >= longest * MIN_OF_LONGEST)
    .sort((a, b) => b.filled - a.filled || b.length - a.length)
    .slice(0, MAX_FOUND);
}

/** Minimum length of the texts of a group, as a share of the longest, and maximum number of groups. */
const MIN_OF_LONGEST = 0.25;
const MAX_FOUND = 3;

/** Returns a function that tells the container of a part, or the one around its item or cells. */
function boundariesOf({ containers, items }: ParsedPage, { members, areItems, ends }: Group): (k: number) => number {
  const boundaryOf = areItems ? items.containers : ends ? containers.parents : undefined;
  return (k) => {
    const member = members[k] as number;
    return boundaryOf ? (boundaryOf[member] as number) : member;
  };
}

/** Returns the blocks outside of sidebars and menus that name a member. */
function namedBlocks({ blocks }: ParsedPage, lines: PostLines, inSidebar: Uint8Array): readonly Block[] {
  return blocks.filter(
    (block) =>
      block.text.length <= MAX_DATE_LINE &&
      (block.roles & ASIDE) === 0 &&
      inSidebar[block.container] === 0 &&
      (lines.memberIn(block) ?? lines.markedLinkIn(block) ?? lines.markedTextIn(block) ?? lines.markedNameIn(block)) !==
        undefined,
  );
}
