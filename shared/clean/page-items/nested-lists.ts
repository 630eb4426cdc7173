/** Finds lists in the items of other lists, as some forums write the replies to a post. */
import { elementId } from '../html/elements.ts';
import { int32Array } from '../html/page-arrays.ts';
import type { ParsedPage } from '../html/parsed-page.ts';

/** @param list index of a container. @returns whether it is a list with bullets or numbers */
export const isList = ({ containers }: Pick<ParsedPage, 'containers'>, list: number): boolean =>
  LISTS.has(containers.elements[list] as number);
const LISTS = new Set(['ol', 'ul'].map(elementId));

/**
 * Returns the item around each item by their indices in `page.items`; 0 if it is in no other one.
 *
 * @param ends index after the last descendant of each container
 */
export function itemsAround({ items }: Pick<ParsedPage, 'items'>, ends: Int32Array): Int32Array {
  const { containers } = items;
  const around = int32Array(containers.length);
  const open: number[] = [];
  for (let item = 1; item < containers.length; item++) {
    const list = containers[item] as number;
    const isIn = (other: number): boolean => {
      const outer = containers[other] as number;
      return outer < list && list < (ends[outer] as number);
    };
    while (open.length > 0 && !isIn(open.at(-1) as number)) open.pop();
    around[item] = open.at(-1) ?? 0;
    open.push(item);
  }
  return around;
}

/** Returns the items of each list that has lists in its items, with the items of these. */
export function nestedItems(page: ParsedPage, around: Int32Array): number[][] {
  const { containers } = page.items;
  const outermost = int32Array(around.length);
  const trees = new Map<number, { members: number[]; isNested: boolean }>();
  for (let item = 1; item < around.length; item++) {
    const outer = around[item] as number;
    const list = containers[item] as number;
    const root = outer === 0 ? list : (outermost[outer] as number);
    outermost[item] = root;
    if (!isList(page, list)) continue;
    const tree = trees.get(root) ?? { members: [], isNested: false };
    trees.set(root, tree);
    tree.members.push(item);
    tree.isNested ||= outer !== 0;
  }
  return [...trees.values()].filter(({ isNested }) => isNested).map(({ members }) => members);
}
