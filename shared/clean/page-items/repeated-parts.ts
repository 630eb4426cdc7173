/**
 * Finds the parts that a page consists of: the posts of a thread, the cards of a collection. Candidates are elements of one name whose
 * parents have one path, elements of one name and class wherever they are, as replies in each other, and the items of a list. The
 * candidates whose items have most fields together win, and of equal ones the outermost.
 */

import type { ParsedPage } from '../html/parsed-page.ts';
import { subtreeEnds } from '../main-text/container-sums.ts';
import { candidateGroups, type PartsInput } from './candidate-groups.ts';
import { classKey, type Group } from './group.ts';
import type { PageItem } from './item.ts';
import { type Part, partsOf } from './parts.ts';
import { replyGroups } from './reply-lists.ts';
import { headedGroup, type RowCells } from './row-groups.ts';

/** Minimum share of the parts that must be complete. */
const MIN_COMPLETE = 0.6;
/**
 * Maximum number of reads of blocks, as a multiple of the blocks of the page: groups in each other read a block again. A group with
 * more blocks than are left is skipped. Pages of WCXB need 3.3.
 */
const MAX_READS_PER_BLOCK = 6;

/** Items and the parts they were read from, complete or not. */
export type ReadParts = { items: PageItem[]; parts: readonly Part[] };

/** Reads parts as items. `minItems`: minimum number of them; `minOfClass`: that of elements of one class. */
export type PartReader = {
  minItems: number;
  minOfClass: number;
  /** Reads a part; undefined if it is not complete. A block may be in several parts. */
  read: (part: Part) => PageItem | undefined;
  /** Returns the items of the page by those of its parts: with an item before them, or without repetitions. Called without items, too. */
  complete: (found: ReadParts) => PageItem[];
  /** Which cells of a row of a table are a part: all, or those from the first to the last with main text. Absent: rows are no parts. */
  rows?: RowCells;
  /** Whether the element before another one may be the head of its part, and lists in an item belong to its part. */
  withHeads?: boolean;
  /** Parts that are no elements; they win if their items have more fields than those of all groups. */
  others?: readonly Part[];
  /** Reads a part of the best group that has no main text, by the items of the others; undefined if it is none. */
  readHidden?: (part: Part, items: readonly PageItem[]) => PageItem | undefined;
};

/** Returns the items of the best group of parts; none if no group has enough complete ones. */
export function readRepeatedParts(input: PartsInput, reader: PartReader): PageItem[] {
  const { page, chosen } = input;
  const { minItems, read, complete, readHidden, rows, withHeads = false, others = [] } = reader;
  const ends = subtreeEnds(page.containers.parents);
  const isText = new Set(chosen);
  let best = newBest(complete({ items: [], parts: [] }), undefined, 0);
  /** The group after the heads, if the best group has them. */
  let afterHeads: Group | undefined;
  let left = page.blocks.length * MAX_READS_PER_BLOCK;
  /** Reads the parts of a group, which becomes the best one if it is. @returns the items of its parts; undefined if it has too many blocks */
  const readParts = (parts: readonly Part[], group?: Group, headless?: Group): PageItem[] | undefined => {
    const size = parts.reduce((sum, { blocks }) => sum + blocks.length, 0);
    if (size > left) return undefined;
    left -= size;
    const found = parts.map(read).filter((item) => item !== undefined);
    if (found.length < minItems || found.length < parts.length * MIN_COMPLETE) return found;
    const next = newBest(complete({ items: found, parts }), group, size);
    if (isBetter(next, best, reader)) [best, afterHeads] = [next, headless];
    return found;
  };
  const readGroup = (group: Group, headless?: Group): PageItem[] | undefined =>
    readParts(partsOf(page, isText, group, ends, withHeads), group, headless);
  for (const group of candidateGroups(input, minItems, ends, rows)) {
    const found = readGroup(group);
    if (!withHeads || found === undefined || !lacksField(found)) continue;
    const headed = headedGroup(page, group, ends);
    if (headed) readGroup(headed, group);
  }
  if (withHeads) for (const group of replyGroups(page, isText, read, ends)) readGroup(group);
  readParts(others);
  if (!best.group || !readHidden) return best.items;
  const all = afterHeads ? withHiddenAfterHeads(page, best.group, afterHeads, ends) : withHidden(page, best.group);
  const parts = partsOf(page, isText, all, ends, withHeads).filter(({ blocks }) => blocks.length > 0);
  if (parts.every(({ text }) => text.length > 0)) return best.items;
  const items = parts.map((part) => (part.text.length > 0 ? read(part) : readHidden(part, best.items)));
  return complete({
    items: items.filter((item) => item !== undefined),
    parts: parts.filter((part, k) => part.text.length > 0 || items[k] !== undefined),
  });
}

/** The best items so far, and the group that they were read from. `size`: number of its blocks. */
type Best = { items: PageItem[]; score: number; group: Group | undefined; size: number };

const newBest = (items: PageItem[], group: Group | undefined, size: number): Best => ({
  ...{ items, score: scoreOf(items), group, size },
});

/** Returns whether items are better than the best so far: they have more fields together, or as many in smaller elements of a class. */
function isBetter(next: Best, best: Best, { minItems, minOfClass }: PartReader): boolean {
  const isOfClass = next.group?.key !== undefined;
  if (next.items.length < (isOfClass ? minOfClass : minItems) || next.score < best.score) return false;
  if (isOfClass && !isMoreOfSame(next.items, best.items)) return false;
  // An element around the replies to a post has the text of the post beside it.
  const isInner = isOfClass && best.group?.key !== undefined && next.size < best.size;
  return next.score > best.score || isInner;
}

/** Returns whether no item has a field that others could have beside their element: each lacks the author or the date. */
const lacksField = (items: readonly PageItem[]): boolean =>
  ['author', 'date'].some((field) => items.every((item) => item[field] === undefined));

/** Returns whether items are as many as others or more, with about as many fields each: a class may be that of all boxes of a page. */
function isMoreOfSame(items: readonly PageItem[], others: readonly PageItem[]): boolean {
  return (
    items.length >= others.length &&
    fieldsOf(items) * others.length >= fieldsOf(others) * items.length * MIN_FIELDS_RATIO
  );
}

/** Minimum share of the mean number of fields of other items. */
const MIN_FIELDS_RATIO = 0.8;

/** Returns a group with its siblings, or the elements of its class, that have text of their own, but none of the main text. */
function withHidden(page: ParsedPage, group: Group): Group {
  const { members, areItems, key } = group;
  if (group.ends) return group;
  const { blocks, items } = page;
  const { parents, elements } = page.containers;
  const of = (member: number): number => (areItems ? items.containers : parents)[member] as number;
  const elementOf = (member: number): number => (areItems ? items.elements : elements)[member] as number;
  const around = new Set(members.map(of));
  const names = new Set(members.map(elementOf));
  const filled = new Set<number>();
  for (const { container, item } of blocks)
    if (areItems) filled.add(item);
    else for (let c = container; c !== 0 && !filled.has(c); c = parents[c] as number) filled.add(c);
  const isLike = (k: number): boolean =>
    key === undefined ? around.has(of(k)) && names.has(elementOf(k)) : classKey(page, k) === key;
  const all = group.siblings
    ? group.siblings.filter((k) => filled.has(k))
    : [...filled].filter((k) => k !== 0 && isLike(k));
  return { members: all.sort((a, b) => a - b), areItems };
}

/**
 * Returns a group of parts with heads with those that have none of the main text, unless they are more than the others: Slashdot shows one line
 * of most replies.
 *
 * @param afterHeads the group whose elements follow the heads
 */
function withHiddenAfterHeads(page: ParsedPage, group: Group, afterHeads: Group, ends: Int32Array): Group {
  const all = headedGroup(page, withHidden(page, afterHeads), ends, afterHeads);
  return all && all.members.length <= group.members.length * 2 ? all : group;
}

/**
 * Returns the sum of the squared numbers of fields: parts in each other may be as many, but the inner ones lack fields, and twice as many
 * cells beside each other have the author in one and the date in the other.
 */
const scoreOf = (items: readonly PageItem[]): number =>
  items.reduce((sum, item) => sum + Object.keys(item).length ** 2, 0);

/** Returns the number of fields that items have together. */
const fieldsOf = (items: readonly PageItem[]): number => items.reduce((sum, item) => sum + Object.keys(item).length, 0);
