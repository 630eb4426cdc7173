/** Where the cells of tables of data stand in plain text: a row is a line, and a tab goes from one column to the next. */
import { dataTables } from './markdown-tables.ts';
import type { Block, ParsedPage } from './parse-html.ts';

/** Of a cell: its table, and numbers of row and column. */
type Place = { table: number; row: number; column: number };
/** By container. */
type Places = ReadonlyMap<number, Place>;

/** What parts two strings of the main text where the second is in a table. @returns undefined where the page has none. */
export function tableGaps(
  page: ParsedPage,
): ((before: Block | undefined, after: Block) => string | undefined) | undefined {
  const { rowsOf } = dataTables(page);
  if (rowsOf.size === 0) return undefined;
  const places = placesOf(rowsOf);
  const placeOf = (block: Block | undefined) => block && placeAround(page, places, block.container);
  return (before, after) => {
    const to = placeOf(after);
    if (!to) return undefined;
    const from = placeOf(before);
    const isNew = from?.table !== to.table;
    if (isNew || from.row !== to.row) return (isNew && after.paragraph ? '\n\n' : '\n') + '\t'.repeat(to.column);
    // Lines within a cell would end the row.
    return from.column === to.column ? ' ' : '\t'.repeat(Math.max(1, to.column - from.column));
  };
}

function placesOf(rowsOf: ReadonlyMap<number, readonly (readonly number[])[]>): Places {
  const places = new Map<number, Place>();
  for (const [table, rows] of rowsOf)
    for (const [row, cells] of rows.entries())
      for (const [column, cell] of cells.entries()) places.set(cell, { table, row, column });
  return places;
}

/** The cell that a container is, or is in. A table of data has none within. */
function placeAround(page: ParsedPage, places: Places, container: number): Place | undefined {
  const { parents } = page.containers;
  for (let c = container; c !== 0; c = parents[c] as number) {
    const found = places.get(c);
    if (found) return found;
  }
  return undefined;
}
