/** Finds parts that are several elements: the cells of a row, and an element with the head of the part before it. */
import { elementId } from '../html/elements.ts';
import { int32Array } from '../html/page-arrays.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import { classKey, type Group } from './group.ts';

const TABLE = elementId('table');
const HEADING_CELL = elementId('th');

/** Cells of a row that are a part: all, or those from the first to the last with main text. */
export type RowCells = 'all' | 'text';

/** The rows of a table as a group. `lengthOf`: length of the main text of a row, by its first cell. */
export type RowGroup = Group & { lengthOf: (firstCell: number) => number };

/** A row by the containers of its cells. `end`: index after the last one; `length`: that of its main text. */
type Row = { ordinal: number; first: number; end: number; cells: number; length: number; hasData: boolean };

/**
 * Returns the rows with main text of each table that has several cells in such a row, as phpBB 2 writes the author of a post beside its text.
 * Rows of headings alone are left out.
 *
 * @param lengths length of the main text of each container
 * @param ends index after the last descendant of each container
 * @param chosen cells that belong to a row
 */
export function rowGroups(
  { containers }: ParsedPage,
  lengths: Float64Array,
  ends: Int32Array,
  chosen: RowCells,
): RowGroup[] {
  const { parents, elements, ordinals } = containers;
  const tables = new Map<number, Row[]>();
  for (let c = 1; c < parents.length; c++) {
    const table = parents[c] as number;
    const ordinal = ordinals[c] as number;
    const length = lengths[c] as number;
    if (ordinal === 0 || elements[table] !== TABLE || (chosen === 'text' && length === 0)) continue;
    const rows = tables.get(table) ?? [];
    tables.set(table, rows);
    let row = rows.at(-1);
    if (row?.ordinal !== ordinal) {
      row = { ordinal, first: c, end: 0, cells: 0, length: 0, hasData: false };
      rows.push(row);
    }
    row.end = ends[c] as number;
    row.cells++;
    row.length += length;
    row.hasData ||= elements[c] !== HEADING_CELL;
  }
  return [...tables.values()].flatMap((all) => {
    const rows = all.filter(({ length, hasData }) => length > 0 && hasData);
    if (!rows.some(({ cells }) => cells > 1)) return [];
    const ofRows = new Map(rows.map(({ first, length }) => [first, length]));
    return {
      members: rows.map(({ first }) => first),
      areItems: false,
      ends: rows.map(({ end }) => end),
      lengthOf: (first) => ofRows.get(first) ?? 0,
    };
  });
}

/**
 * Returns a group whose parts begin with the elements directly before those of another group, if these are of one name and class: bbPress
 * writes the date of a post there. Of a row, it is the row before. Elements of the group that are such heads are no parts.
 *
 * @param ends index after the last descendant of each container
 * @param inner members of the group that all have such an element: other members without it are left out
 * @returns undefined if not all of them have such an element
 */
export function headedGroup(page: ParsedPage, group: Group, ends: Int32Array, inner: Group = group): Group | undefined {
  const { members, areItems, ends: own } = group;
  if (areItems) return undefined;
  const keyOf = (head: number): string | undefined => (head === 0 ? undefined : classKey(page, head));
  const key = mostFrequent(
    headsOf(page, inner)
      .map(keyOf)
      .filter((one) => one !== undefined),
  );
  if (key === undefined) return undefined;
  const heads = headsOf(page, group);
  const keys = heads.map(keyOf);
  const parts = members.flatMap((member, k) => (classKey(page, member) === key ? [] : [k]));
  const kept = parts.filter((k) => keys[k] === key);
  if (kept.length === 0 || (inner === group && kept.length < parts.length)) return undefined;
  return {
    members: kept.map((k) => heads[k] as number),
    areItems,
    ends: kept.map((k) => own?.[k] ?? (ends[members[k] as number] as number)),
  };
}

/** Returns the element before each member with the same parent, or 0; of a row, the first cell of the row before. */
function headsOf({ containers: { parents, ordinals } }: ParsedPage, { members, ends }: Group): number[] {
  const previous = previousSiblings(parents);
  return members.map((member) => {
    let head = previous[member] as number;
    while (ends && previous[head] !== 0 && ordinals[previous[head] as number] === ordinals[head])
      head = previous[head] as number;
    return head;
  });
}

function mostFrequent(keys: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].reduce<[string | undefined, number]>(
    (most, one) => (one[1] > most[1] ? one : most),
    [undefined, 0],
  )[0];
}

/** Returns the container before each container with the same parent, or 0. */
function previousSiblings(parents: readonly number[]): Int32Array {
  const previous = int32Array(parents.length);
  const last = int32Array(parents.length);
  for (let c = 1; c < parents.length; c++) {
    const parent = parents[c] as number;
    previous[c] = last[parent] as number;
    last[parent] = c;
  }
  return previous;
}
