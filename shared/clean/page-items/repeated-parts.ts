/**
 * Finds the parts that a page consists of: the posts of a thread, the cards of a collection. Candidates are elements of one name whose
 * parents have one path, elements of one name and class wherever they are, as replies in each other, and the items of a list. The
 * candidates whose items have most fields together win, and of equal ones the outermost.
 */

import { BLOCK_KINDS, ELEMENT_ID_LIMIT, elementId } from '../html/elements.ts';
import { float64Array, int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { surveyClassNames } from '../main-text/class-names.ts';
import { subtreeEnds } from '../main-text/container-sums.ts';
import { mainTextModel } from '../main-text/model.ts';
import { findRepeatedPaths, type RepeatedPaths } from '../main-text/repeated-paths.ts';
import { MAX_ITEMS, type PageItem } from './item.ts';

/** A page whose parts are read. `chosen`: blocks of the main text; `paths`: its repeated paths, computed if absent. */
export type PartsInput = { page: ParsedPage; chosen: readonly Block[]; paths?: RepeatedPaths | undefined };

/** A part of a page. `text`: its blocks of the main text; `previous`: the last block before it, if there is one. */
export type Part = { blocks: Block[]; text: Block[]; previous: Block | undefined };

/** Minimum share of the main text that parts contain together. The opening post of a thread or the text of a shop may be longer. */
const MIN_COVERED = 0.3;
/** Maximum share of the parts' text in one of them. */
const MAX_LARGEST = 0.9;
/** Minimum share of the parts that must be complete. */
const MIN_COMPLETE = 0.6;
/** Maximum number of groups of candidates that are read. Pages of WCXB have at most six, and the best is among the first five. */
const MAX_GROUPS = 10;
/** Maximum number of groups of elements of one class. */
const MAX_CLASS_GROUPS = 4;
/**
 * Maximum number of reads of blocks, as a multiple of the blocks of the page: groups in each other read a block again. A group with
 * more blocks than are left is skipped. Pages of WCXB need 3.3.
 */
const MAX_READS_PER_BLOCK = 6;

/**
 * Candidates for parts: containers, or list items by their index in `page.items`. `key`: what their elements have in common (`classKey`);
 * `rows`: index of the part of each member if several are one part, as the cells of a row.
 */
type Group = { members: number[]; areItems: boolean; key?: string | undefined; rows?: number[] };

/** Items and the parts they were read from, complete or not. */
export type ReadParts = { items: PageItem[]; parts: readonly Part[] };

/** Reads parts as items. `minItems`: minimum number of them; `minOfClass`: that of elements of one class; `withRows`: whether rows of tables may be parts. */
export type PartReader = {
  minItems: number;
  minOfClass: number;
  withRows?: boolean;
  /** Reads a part; undefined if it is not complete. A block may be in several parts. */
  read: (part: Part) => PageItem | undefined;
  /** Returns the items of the page by those of its parts: with an item before them, or without repetitions. Called without items, too. */
  complete: (found: ReadParts) => PageItem[];
  /** Reads a part of the best group that has no main text, by the items of the others; undefined if it is none. */
  readHidden?: (part: Part, items: readonly PageItem[]) => PageItem | undefined;
};

/** Returns the items of the best group of parts; none if no group has enough complete ones. */
export function readRepeatedParts(input: PartsInput, reader: PartReader): PageItem[] {
  const { page, chosen } = input;
  const { minItems, withRows = false, read, complete } = reader;
  let best = complete({ items: [], parts: [] });
  let bestGroup: Group | undefined;
  let bestSize = 0;
  let left = page.blocks.length * MAX_READS_PER_BLOCK;
  const ends = subtreeEnds(page.containers.parents);
  const isText = new Set(chosen);
  for (const group of candidateGroups(input, minItems, withRows)) {
    const parts = partsOf(page, isText, group, ends);
    const size = parts.reduce((sum, { blocks }) => sum + blocks.length, 0);
    if (size > left) continue;
    left -= size;
    const found = parts.map(read).filter((item) => item !== undefined);
    if (found.length < minItems || found.length < parts.length * MIN_COMPLETE) continue;
    const items = complete({ items: found, parts });
    const isOfClass = group.key !== undefined;
    if (items.length < (isOfClass ? reader.minOfClass : minItems) || scoreOf(items) < scoreOf(best)) continue;
    if (isOfClass && !isMoreOfSame(items, best)) continue;
    // An element around the replies to a post has the text of the post beside it.
    const isInner = isOfClass && bestGroup?.key !== undefined && size < bestSize;
    if (scoreOf(items) === scoreOf(best) && !isInner) continue;
    best = items;
    bestGroup = group;
    bestSize = size;
  }
  const { readHidden } = reader;
  if (!bestGroup || !readHidden) return best;
  const parts = partsOf(page, isText, withHidden(page, bestGroup), ends).filter(({ blocks }) => blocks.length > 0);
  if (parts.every(({ text }) => text.length > 0)) return best;
  const items = parts.map((part) => (part.text.length > 0 ? read(part) : readHidden(part, best)));
  return complete({
    items: items.filter((item) => item !== undefined),
    parts: parts.filter((part, k) => part.text.length > 0 || items[k] !== undefined),
  });
}

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
function withHidden(page: ParsedPage, { members, areItems, key }: Group): Group {
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
  const all = [...filled].filter((k) => k !== 0 && isLike(k));
  return { members: all.sort((a, b) => a - b), areItems };
}

/**
 * Returns the sum of the squared numbers of fields: parts in each other may be as many, but the inner ones lack fields, and twice as many
 * cells beside each other have the author in one and the date in the other.
 */
const scoreOf = (items: readonly PageItem[]): number =>
  items.reduce((sum, item) => sum + Object.keys(item).length ** 2, 0);

/** Returns the number of fields that items have together. */
const fieldsOf = (items: readonly PageItem[]): number => items.reduce((sum, item) => sum + Object.keys(item).length, 0);

/** Returns groups that together cover much of the main text, outermost containers first, then lists and rows of tables. */
function candidateGroups({ page, chosen, paths }: PartsInput, minItems: number, withRows: boolean): Group[] {
  const { parents, elements } = page.containers;
  const lengths = float64Array(parents.length);
  const itemLengths = float64Array(page.items.containers.length);
  for (const { container, item, text } of chosen) {
    lengths[container] = (lengths[container] as number) + text.length;
    itemLengths[item] = (itemLengths[item] as number) + text.length;
  }
  for (let c = parents.length - 1; c > 0; c--) {
    const parent = parents[c] as number;
    lengths[parent] = (lengths[parent] as number) + (lengths[c] as number);
  }
  const all = lengths[0] as number;
  const covers = (group: readonly number[], of: Float64Array): boolean => {
    if (group.length < minItems) return false;
    const covered = group.reduce((sum, k) => sum + (of[k] as number), 0);
    const largest = group.reduce((most, k) => Math.max(most, of[k] as number), 0);
    return covered >= all * MIN_COVERED && largest <= covered * MAX_LARGEST;
  };
  const { firsts } = (paths ?? findPaths(page)).containers;
  const ofContainers = (keyOf: (c: number) => number | string | undefined): readonly number[][] =>
    dropOnlyChildren(
      groupFilled(lengths, keyOf).filter((group) => covers(group, lengths)),
      parents,
      lengths,
    );
  const byPath = ofContainers(
    (c) => (firsts[parents[c] as number] as number) * ELEMENT_ID_LIMIT + (elements[c] as number),
  );
  const byClass = ofContainers((c) => classKey(page, c)).filter(
    (group) => !byPath.some((other) => isSame(group, other)),
  );
  const items = groupFilled(itemLengths, (item) => page.items.containers[item] as number);
  return [
    ...byPath.slice(0, MAX_GROUPS).map((members) => ({ members, areItems: false })),
    ...byClass
      .slice(0, MAX_CLASS_GROUPS)
      .map((members) => ({ members, areItems: false, key: classKey(page, members[0] as number) })),
    ...items.filter((group) => covers(group, itemLengths)).map((members) => ({ members, areItems: true })),
  ]
    .slice(0, MAX_GROUPS + MAX_CLASS_GROUPS)
    .concat(withRows ? rowGroups(page, lengths).filter(({ members }) => covers(members, lengths)) : []);
}

/** Returns the cells of each table that have a length, by its rows without those of headers; rows of one cell are parts already. */
function rowGroups({ containers }: ParsedPage, lengths: Float64Array): Group[] {
  const { parents, elements, ordinals } = containers;
  const isCell = (c: number): boolean => BLOCK_KINDS.cell.has(elements[c] as number);
  return groupFilled(lengths, (c) => (isCell(c) ? parents[c] : undefined)).flatMap((cells) => {
    const withData = new Set(cells.filter((c) => elements[c] !== TH).map((c) => ordinals[c]));
    const members = cells.filter((c) => withData.has(ordinals[c]));
    let row = -1;
    const rows = members.map((c, k) => (k > 0 && ordinals[c] === ordinals[members[k - 1] as number] ? row : ++row));
    return row + 1 < members.length ? [{ members, areItems: false, rows }] : [];
  });
}

/** Returns whether two groups have the same members, as far as their ends tell. */
const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a[0] === b[0] && a.at(-1) === b.at(-1);

/** Returns a key of the element's name and the first word of its class without a digit; undefined without such a class. */
function classKey({ html, classNames, containers }: ParsedPage, c: number): string | undefined {
  const element = containers.elements[c] as number;
  if (element === REDDIT_COMMENT) return `${element}`;
  const name = containers.names[c] as number;
  if (name === 0) return undefined;
  const from = classNames.froms[name] as number;
  const word = CLASS_WORD.exec(html.slice(from, Math.min(classNames.tos[name] as number, from + MAX_CLASS)))?.[1];
  return word && `${element} ${word}`;
}

/** Maximum length of the start of a class that is read, in UTF-16 units. */
const MAX_CLASS = 60;
const CLASS_WORD = /(?:^|\s)([^\s\d]{3,})(?=\s|$)/;
const TH = elementId('th');
const REDDIT_COMMENT = elementId('shreddit-comment');

const findPaths = (page: ParsedPage): RepeatedPaths =>
  findRepeatedPaths(page, surveyClassNames(page, mainTextModel().cues.classes));

/** Drops the groups whose members hold all text of their parents, if these are a group of the same size. */
function dropOnlyChildren(
  groups: readonly number[][],
  parents: readonly number[],
  lengths: Float64Array,
): readonly number[][] {
  const sizes = new Map(groups.flatMap((group) => group.map((member) => [member, group.length] as const)));
  return groups.filter(
    (group) =>
      !group.every((member) => {
        const parent = parents[member] as number;
        return sizes.get(parent) === group.length && lengths[parent] === lengths[member];
      }),
  );
}

/** Groups the indices from 1 that have a length and a key by the key, in the order of their first members. */
function groupFilled(lengths: Float64Array, keyOf: (index: number) => number | string | undefined): number[][] {
  const groups = new Map<number | string, number[]>();
  for (let k = 1; k < lengths.length; k++) {
    const key = lengths[k] === 0 ? undefined : keyOf(k);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(k);
    else groups.set(key, [k]);
  }
  return [...groups.values()];
}

/** @param ends index after the last descendant of each container */
function partsOf(
  { blocks, containers, items }: ParsedPage,
  isText: ReadonlySet<Block>,
  group: Group,
  ends: Int32Array,
): Part[] {
  const { members, areItems, rows } = group;
  const count = rows ? (rows.at(-1) ?? -1) + 1 : members.length;
  const parts = Array.from(
    { length: Math.min(count, MAX_ITEMS) },
    (): Part => ({ blocks: [], text: [], previous: undefined }),
  );
  const partOf = int32Array(areItems ? items.containers.length : containers.parents.length).fill(-1);
  for (const [k, member] of members.entries()) {
    const part = rows ? (rows[k] as number) : k;
    if (part >= parts.length) break;
    partOf.fill(part, member, areItems ? member + 1 : ends[member]);
  }
  for (const [i, block] of blocks.entries()) {
    const part = parts[partOf[areItems ? block.item : block.container] as number];
    if (!part) continue;
    if (part.blocks.length === 0) part.previous = blocks[i - 1];
    part.blocks.push(block);
    if (isText.has(block)) part.text.push(block);
  }
  return parts;
}
