/** Parts of a page: the blocks of the elements of a group. */
import { COMMENT_HINT } from '../html/hints/class-id-hints.ts';
import { classOf } from '../html/hints/class-of.ts';
import { int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { Group } from './group.ts';
import { MAX_ITEMS } from './item.ts';
import { isList, itemsAround } from './nested-lists.ts';

/** A part of a page. `text`: its blocks of the main text; `previous`: the last block before it, if there is one. */
export type Part = { blocks: Block[]; text: Block[]; previous: Block | undefined };

/**
 * Returns the parts of a group, at most `MAX_ITEMS`.
 *
 * @param isText blocks of the main text
 * @param ends index after the last descendant of each container
 * @param withLists whether lists in an item are part of it
 */
export function partsOf(
  page: ParsedPage,
  isText: ReadonlySet<Block>,
  group: Group,
  ends: Int32Array,
  withLists: boolean,
): Part[] {
  const { blocks, containers, items } = page;
  const { members, areItems } = group;
  const parts: Part[] = members.slice(0, MAX_ITEMS).map(() => ({ blocks: [], text: [], previous: undefined }));
  const partOf = int32Array(areItems ? items.containers.length : containers.parents.length).fill(-1);
  for (let k = 0; k < parts.length; k++) {
    const member = members[k] as number;
    partOf.fill(k, member, group.ends?.[k] ?? (areItems ? member + 1 : ends[member]));
  }
  if (areItems && withLists) addListsWithin(page, members, partOf, ends);
  for (const [i, block] of blocks.entries()) {
    const part = parts[partOf[areItems ? block.item : block.container] as number];
    if (!part) continue;
    if (part.blocks.length === 0) part.previous = blocks[i - 1];
    part.blocks.push(block);
    if (isText.has(block)) part.text.push(block);
  }
  return parts;
}

/**
 * Adds the items of lists in an item to its part, unless they are parts of their own, or replies: a list of replies has a class for comments or
 * children.
 */
function addListsWithin(page: ParsedPage, members: readonly number[], partOf: Int32Array, ends: Int32Array): void {
  const { items } = page;
  if (!isList(page, items.containers[members[0] as number] as number)) return;
  const around = itemsAround(page, ends);
  // Those after `MAX_ITEMS` belong to no part.
  const own = new Set(members);
  let known = -1;
  let isReplies = false;
  for (let item = (members[0] as number) + 1; item < items.containers.length; item++) {
    const outer = around[item] as number;
    if (own.has(item) || outer === 0) continue;
    const list = items.containers[item] as number;
    if (list !== known) isReplies = isListOfReplies(page, list);
    known = list;
    if (!isReplies) partOf[item] = partOf[outer] as number;
  }
}

function isListOfReplies(page: ParsedPage, list: number): boolean {
  const { containers } = page;
  if (((containers.hints[list] as number) & COMMENT_HINT) !== 0) return true;
  return CHILDREN.test(classOf(page, containers.names[list] as number));
}

const CHILDREN = /child|nested|thread/i;
