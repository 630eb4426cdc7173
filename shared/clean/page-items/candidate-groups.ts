/** Finds the groups of elements that may be the parts of a page: elements of one path, of one class, rows of a table, items of a list. */
import { ELEMENT_ID_LIMIT } from '../html/elements.ts';
import { float64Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { surveyClassNames } from '../main-text/class-names.ts';
import { mainTextModel } from '../main-text/model.ts';
import { findRepeatedPaths, type RepeatedPaths } from '../main-text/repeated-paths.ts';
import { classKey, type Group } from './group.ts';
import { type RowCells, rowGroups } from './row-groups.ts';
import { termGroups } from './term-groups.ts';

/**
 * A page whose parts are read. `chosen`: blocks of the main text; `paths`: its repeated paths, computed if absent; `removed`: blocks that are no
 * text because the site repeats them.
 */
export type PartsInput = {
  page: ParsedPage;
  chosen: readonly Block[];
  paths?: RepeatedPaths | undefined;
  removed?: ReadonlySet<Block> | undefined;
};

/** Minimum share of the main text that parts contain together. The opening post of a thread or the text of a shop may be longer. */
export const MIN_COVERED = 0.3;
/** Maximum share of the parts' text in one of them. */
const MAX_LARGEST = 0.9;
/** Maximum number of groups of candidates that are read. Pages of WCXB have at most six, and the best is among the first five. */
const MAX_GROUPS = 10;
/** Maximum number of groups of elements of one class. */
const MAX_CLASS_GROUPS = 4;

/**
 * Returns groups that together cover much of the main text, outermost containers first, then rows of tables, then lists.
 *
 * @param ends index after the last descendant of each container
 * @param cells which cells of the rows of tables may be parts; undefined: none
 */
export function candidateGroups(
  { page, chosen, paths }: PartsInput,
  minItems: number,
  ends: Int32Array,
  cells: RowCells | undefined,
): Group[] {
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
  const covers = (group: readonly number[], lengthOf: (member: number) => number): boolean => {
    if (group.length < minItems) return false;
    const covered = group.reduce((sum, k) => sum + lengthOf(k), 0);
    const largest = group.reduce((most, k) => Math.max(most, lengthOf(k)), 0);
    return covered >= all * MIN_COVERED && largest <= covered * MAX_LARGEST;
  };
  const lengthOf = (c: number): number => lengths[c] as number;
  const { firsts } = (paths ?? findPaths(page)).containers;
  const ofContainers = (keyOf: (c: number) => number | string | undefined): readonly number[][] =>
    dropOnlyChildren(
      groupFilled(lengths, keyOf).filter((group) => covers(group, lengthOf)),
      parents,
      lengths,
    );
  const byPath = ofContainers(
    (c) => (firsts[parents[c] as number] as number) * ELEMENT_ID_LIMIT + (elements[c] as number),
  );
  const byClass = ofContainers((c) => classKey(page, c)).filter(
    (group) => !byPath.some((other) => isSame(group, other)),
  );
  const rows = cells ? rowGroups(page, lengths, ends, cells) : [];
  const entries = cells === 'all' ? termGroups(page, itemLengths) : [];
  const items = groupFilled(itemLengths, (item) => page.items.containers[item] as number);
  // An index has a list for each letter or section.
  const lists =
    cells === 'text' ? groupFilled(itemLengths, (item) => firsts[page.items.containers[item] as number]) : [];
  const ofLists = lists.filter((group) => !items.some((other) => isSame(group, other)));
  return [
    ...byPath.slice(0, MAX_GROUPS).map((members) => ({ members, areItems: false })),
    ...byClass
      .slice(0, MAX_CLASS_GROUPS)
      .map((members) => ({ members, areItems: false, key: classKey(page, members[0] as number) })),
    ...rows.filter(({ members, lengthOf }) => covers(members, lengthOf)).slice(0, MAX_ROW_GROUPS),
    ...items
      .filter((group) => covers(group, (item) => itemLengths[item] as number))
      .map((members) => ({ members, areItems: true })),
    ...ofLists
      .filter((group) => covers(group, (item) => itemLengths[item] as number))
      .slice(0, MAX_LIST_GROUPS)
      .map((members) => ({ members, areItems: true })),
    ...entries.filter(({ members, lengthOf }) => covers(members, lengthOf)).slice(0, MAX_ROW_GROUPS),
  ].slice(0, MAX_GROUPS + MAX_CLASS_GROUPS + MAX_ROW_GROUPS);
}

/** Maximum number of tables whose rows are read, and of definition lists. */
const MAX_ROW_GROUPS = 4;

/** Maximum number of groups of lists of one path. */
const MAX_LIST_GROUPS = 2;

/** Returns whether two groups have the same members, as far as their ends tell. */
const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a[0] === b[0] && a.at(-1) === b.at(-1);

/** Finds the repeated paths of a page. */
export const findPaths = (page: ParsedPage): RepeatedPaths =>
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
