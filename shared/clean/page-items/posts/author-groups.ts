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
  const { blocks, items } = page;
  const { parents, elements } = page.containers;
  const texts = new Float64Array(parents.length);
  const names = new Float64Array(parents.length);
  const namesOfItems = new Float64Array(items.containers.length);
  const others = new Float64Array(parents.length);
  const othersOfItems = new Float64Array(items.containers.length);
  for (const { container, text } of blocks) texts[container] = (texts[container] as number) + text.length;
  for (const block of named) {
    const { container, item } = block;
    names[container] = (names[container] as number) + 1;
    namesOfItems[item] = (namesOfItems[item] as number) + 1;
    if (known?.elements.has(block)) continue;
    others[container] = (others[container] as number) + 1;
    othersOfItems[item] = (othersOfItems[item] as number) + 1;
  }
  addToParents(texts, parents);
  addToParents(others, parents);
  addToParents(names, parents);
  const hasName = (c: number): boolean => names[c] !== 0;
  const isFilled = (c: number): boolean => texts[c] !== 0;
  const groupBy = (count: number, isIn: (k: number) => boolean, keyOf: (k: number) => number | string | undefined) => {
    const groups = new Map<number | string, number[]>();
    for (let k = 1; k < count; k++) {
      const key = isIn(k) ? keyOf(k) : undefined;
      if (key === undefined) continue;
      const group = groups.get(key);
      if (group) group.push(k);
      else groups.set(key, [k]);
    }
    return [...groups.values()];
  };
  const pathOf = (c: number): number =>
    (firsts[parents[c] as number] as number) * ELEMENT_ID_LIMIT + (elements[c] as number);
  const hasNames = (
    members: readonly number[],
    isNamed: (k: number) => boolean,
    isNew: (k: number) => boolean,
  ): boolean => {
    if (known && (members.length < known.count || !members.some(isNew))) return false;
    const count = members.filter(isNamed).length;
    return count >= MIN_PARTS && count >= members.length * MIN_WITH_AUTHOR;
  };
  const ofContainers = [
    ...groupBy(parents.length, isFilled, (c) => classKey(page, c)),
    ...groupBy(parents.length, isFilled, pathOf),
  ].filter((members) => hasNames(members, hasName, (c) => others[c] !== 0));
  const itemHasName = (item: number): boolean => namesOfItems[item] !== 0;
  const lists = [
    ...nestedItems(page, itemsAround(page, ends)),
    ...groupBy(
      items.containers.length,
      () => true,
      (item) => items.containers[item],
    ),
  ].filter((members) => hasNames(members, itemHasName, (item) => othersOfItems[item] !== 0));
  const rows = rowGroups(page, texts, ends, 'all').filter(({ members, ends: rowEnds = [] }) => {
    const hasCell = (k: number, isIn: (c: number) => boolean): boolean => {
      for (let c = members[k] as number; c < (rowEnds[k] as number); c = ends[c] as number) if (isIn(c)) return true;
      return false;
    };
    const isNew = (k: number): boolean => hasCell(k, (c) => others[c] !== 0);
    return members.length >= MIN_PARTS && hasNames([...members.keys()], (k) => hasCell(k, hasName), isNew);
  });
  return withoutEqual([
    ...ofContainers.map((members) => ({ members: members.filter(hasName), areItems: false })),
    ...rows,
    ...lists.map((members) => ({ members, areItems: true })),
  ])
    .sort((a, b) => Math.min(b.members.length, MAX_ITEMS) - Math.min(a.members.length, MAX_ITEMS))
    .slice(0, MAX_GROUPS);
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
