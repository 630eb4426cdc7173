/**
 * Where the cells of tables of data stand in plain text: a row is a line, and a tab goes from one column to the next. A table that
 * holds several paragraphs or a list in a cell has none of that: a line has no room for them.
 */
import { findDataTables } from '../html/data-tables.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/** Of a cell: its table, and numbers of row and column. */
type CellPosition = { table: number; row: number; column: number };
type CellLookup = (block: Block) => CellPosition | undefined;

/**
 * What parts two strings of the main text where the second is in a table. @returns undefined where the page has none.
 *
 * @param blocks the main text.
 */
export function tableSeparators(
  page: ParsedPage,
  blocks: readonly Block[],
): ((before: Block | undefined, after: Block) => string | undefined) | undefined {
  const { rowsOf } = findDataTables(page);
  if (rowsOf.size === 0) return undefined;
  const placeOf = newCellLookup(page, rowsOf);
  const parted = tablesWithParagraphs(blocks, placeOf);
  return (before, after) => {
    const to = placeOf(after);
    if (!to || parted.has(to.table)) return undefined;
    const from = before && placeOf(before);
    const isNew = from?.table !== to.table;
    if (isNew || from.row !== to.row) return (isNew && after.paragraph ? '\n\n' : '\n') + '\t'.repeat(to.column);
    // Lines within a cell would end the row.
    return from.column === to.column ? ' ' : '\t'.repeat(Math.max(1, to.column - from.column));
  };
}

/** @returns the cell that a string is in. A table of data has none within. */
function newCellLookup(page: ParsedPage, rowsOf: ReadonlyMap<number, readonly (readonly number[])[]>): CellLookup {
  const { parents } = page.containers;
  const places: CellPosition[] = [];
  /** By container: which of the places it is, or is in, from 1. */
  const numbers = new Int32Array(parents.length);
  for (const [table, rows] of rowsOf)
    for (const [row, cells] of rows.entries())
      for (const [column, cell] of cells.entries()) numbers[cell] = places.push({ table, row, column });
  // The outer one comes before what is in it.
  for (let c = 1; c < numbers.length; c++) numbers[c] ||= numbers[parents[c] as number] as number;
  return ({ container }) => places[(numbers[container] as number) - 1];
}

/** Tables with a cell of several paragraphs or of a list. */
function tablesWithParagraphs(blocks: readonly Block[], placeOf: CellLookup): ReadonlySet<number> {
  const parted = new Set<number>();
  let before: Block | undefined;
  let from: CellPosition | undefined;
  for (const block of blocks) {
    const place = placeOf(block);
    if (place && place === from && (block.paragraph || block.item !== before?.item)) parted.add(place.table);
    before = block;
    from = place;
  }
  return parted;
}
