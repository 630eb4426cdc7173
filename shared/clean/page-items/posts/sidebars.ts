/** Finds the sidebars of a thread, whose texts are no posts: the rules of the board, and who founded it. */

import { classOf } from '../../html/hints/class-of.ts';
import { uint8Array } from '../../html/page-arrays.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';

/** Returns the containers around the first block of the posts, whose classes say nothing about a text above it. Empty without such a block. */
export function containersAround({ containers }: ParsedPage, first: Block | undefined): Set<number> {
  const around = new Set<number>();
  for (let c = first?.container ?? 0; c !== 0; c = containers.parents[c] as number) around.add(c);
  return around;
}

/** Returns 1 by container if it is a sidebar or in one. The containers around the posts are none. */
export function containersInSidebars(page: ParsedPage, around: ReadonlySet<number>): Uint8Array {
  const { parents, names } = page.containers;
  const inSidebar = uint8Array(parents.length);
  const known = new Map<number, boolean>();
  for (let c = 1; c < parents.length; c++) {
    const k = names[c] as number;
    let isSidebar = k !== 0 && known.get(k);
    if (isSidebar === undefined) {
      isSidebar = SIDEBAR_CLASS.test(classOf(page, k));
      known.set(k, isSidebar);
    }
    inSidebar[c] = (isSidebar && !around.has(c)) || inSidebar[parents[c] as number] === 1 ? 1 : 0;
  }
  return inSidebar;
}

/** Class of a sidebar, such as the rules of a board before its threads (Reddit's old design). */
const SIDEBAR_CLASS = /(?:^|\s)side(?:-?bar)?(?=\s|$)/i;
