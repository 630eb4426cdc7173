/** Finds the groups of elements, rows and items most of which name an author. */
import { ELEMENT_ID_LIMIT } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import type { RepeatedPaths } from '../../main-text/repeated-paths.ts';
import { classKey, type Group } from '../group.ts';
import { MAX_ITEMS } from '../item.ts';
import { itemsAround, nestedItems } from '../nested-lists.ts';
import { rowGroups } from '../row-groups.ts';

/** Minimum number of elements, and minimum share of those with text that name an author. */
const MIN_PARTS = 2;
const MIN_WITH_AUTHOR = 0.6;
/** Maximum number of groups. */
const MAX_GROUPS = 6;

/** Posts that are certainly those of the thread. `elements`: all blocks of their elements. */
export type KnownPosts = { count: number; elements: ReadonlySet<Block> };

/** Returns the groups of elements, rows and items most of which name an author, the largest first. */
export function groupsWithAuthors(
  page: ParsedPage,
  { containers: { firsts } }: RepeatedPaths,
  named: readonly Block[],
  ends: Int32Array,
  known: KnownPosts | undefined,
): readonly Group[] {
  const { items } = page;
  const { parents, elements } = page.containers;
  const { texts, names, namesOfItems, newNames, newNamesOfItems } = countNames(page, named, known);
  const hasName = (c: number): boolean => names[c] !== 0;
  const hasNewName = (c: number): boolean => newNames[c] !== 0;
  const isFilled = (c: number): boolean => texts[c] !== 0;
  const pathOf = (c: number): number =>
    (firsts[parents[c] as number] as number) * ELEMENT_ID_LIMIT + (elements[c] as number);
  const ofContainers = [
    ...groupBy(parents.length, (c) => (isFilled(c) ? classKey(page, c) : undefined)),
    ...groupBy(parents.length, (c) => (isFilled(c) ? pathOf(c) : undefined)),
  ].filter((members) => nameAuthors(members, hasName, hasNewName, known));
  const itemHasName = (item: number): boolean => namesOfItems[item] !== 0;
  const itemHasNewName = (item: number): boolean => newNamesOfItems[item] !== 0;
  const lists = [
    ...nestedItems(page, itemsAround(page, ends)),
    ...groupBy(items.containers.length, (item) => items.containers[item]),
  ].filter((members) => nameAuthors(members, itemHasName, itemHasNewName, known));
  const rows = rowGroups(page, texts, ends, 'all').filter(({ members, ends: rowEnds = [] }) => {
    const hasCell = (k: number, isIn: (c: number) => boolean): boolean => {
      for (let c = members[k] as number; c < (rowEnds[k] as number); c = ends[c] as number) if (isIn(c)) return true;
      return false;
    };
    const rowHasName = (k: number): boolean => hasCell(k, hasName);
    const rowHasNewName = (k: number): boolean => hasCell(k, hasNewName);
    return members.length >= MIN_PARTS && nameAuthors([...members.keys()], rowHasName, rowHasNewName, known);
  });
  return withoutEqual([
    ...ofContainers.map((members) => ({ members: members.filter(hasName), areItems: false })),
    ...rows,
    ...lists.map((members) => ({ members, areItems: true })),
  ])
    .sort((a, b) => Math.min(b.members.length, MAX_ITEMS) - Math.min(a.members.length, MAX_ITEMS))
    .slice(0, MAX_GROUPS);
}

/**
 * By container, with those in it: length of its text and number of names. By list item: number of names. `newNames` and
 * `newNamesOfItems`: names outside of the known posts.
 */
type NameCounts = Record<'texts' | 'names' | 'namesOfItems' | 'newNames' | 'newNamesOfItems', Float64Array>;

function countNames(
  { blocks, items, containers: { parents } }: ParsedPage,
  named: readonly Block[],
  known: KnownPosts | undefined,
): NameCounts {
  const texts = new Float64Array(parents.length);
  const names = new Float64Array(parents.length);
  const newNames = new Float64Array(parents.length);
  const namesOfItems = new Float64Array(items.containers.length);
  const newNamesOfItems = new Float64Array(items.containers.length);
  for (const { container, text } of blocks) texts[container] = (texts[container] as number) + text.length;
  for (const block of named) {
    const { container, item } = block;
    names[container] = (names[container] as number) + 1;
    namesOfItems[item] = (namesOfItems[item] as number) + 1;
    if (known?.elements.has(block)) continue;
    newNames[container] = (newNames[container] as number) + 1;
    newNamesOfItems[item] = (newNamesOfItems[item] as number) + 1;
  }
  for (const sums of [texts, names, newNames]) addToParents(sums, parents);
  return { texts, names, namesOfItems, newNames, newNamesOfItems };
}

/** Groups the numbers from 1 below `count` by their key. Those without a key are in no group. */
function groupBy(count: number, keyOf: (k: number) => number | string | undefined): number[][] {
  const groups = new Map<number | string, number[]>();
  for (let k = 1; k < count; k++) {
    const key = keyOf(k);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(k);
    else groups.set(key, [k]);
  }
  return [...groups.values()];
}

/** Returns whether most members name an author. If posts are known, there must be as many members, and one that is none of them. */
function nameAuthors(
  members: readonly number[],
  hasName: (k: number) => boolean,
  hasNewName: (k: number) => boolean,
  known: KnownPosts | undefined,
): boolean {
  if (known && (members.length < known.count || !members.some(hasNewName))) return false;
  const count = members.filter(hasName).length;
  return count >= MIN_PARTS && count >= members.length * MIN_WITH_AUTHOR;
}

/** Returns the groups without those with the members of an earlier one, as far as their ends tell: a class may be that of all elements of a path. */
function withoutEqual(groups: readonly Group[]): Group[] {
  const known = new Set<string>();
  return groups.filter(({ members, areItems, ends }) => {
    const key = [areItems, ends === undefined, members.length, members[0], members.at(-1)].join(' ');
    const isFirst = !known.has(key);
    known.add(key);
    return isFirst;
  });
}

function addToParents(sums: Float64Array, parents: readonly number[]): void {
  for (let c = parents.length - 1; c > 0; c--) {
    const parent = parents[c] as number;
    sums[parent] = (sums[parent] as number) + (sums[c] as number);
  }
}
