/**
 * Separators of data tables in plain text: a row is a line, and a tab separates columns. A table with a cell of several
 * paragraphs, a list or lines of code is written as ordinary blocks, because a line has no room for them.
 */

import { findDataTables, NO_CELL } from '../html/data-tables.ts';
import { int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/** Position of a cell: its table, row and column, from 0. */
type CellPosition = { table: number; row: number; column: number };
type CellLookup = (block: Block) => CellPosition | undefined;

/**
 * Returns a function for the separator before a block in a data table, or undefined if the page has no data table.
 *
 * @param blocks the blocks of the main text
 */
export function tableSeparators(
  page: ParsedPage,
  blocks: readonly Block[],
): ((before: Block | undefined, after: Block) => string | undefined) | undefined {
  const { rowsOf } = findDataTables(page);
  if (rowsOf.size === 0) return undefined;
  const cellOf = newCellLookup(page, rowsOf);
  const excluded = tablesWithParagraphs(blocks, cellOf);
  return (before, after) => {
    const to = cellOf(after);
    if (!to || excluded.has(to.table)) return undefined;
    const from = before && cellOf(before);
    const isNew = from?.table !== to.table;
    if (isNew || from.row !== to.row) return (isNew && after.paragraph ? '\n\n' : '\n') + '\t'.repeat(to.column);
    // A line break within a cell would end the row.
    return from.column === to.column ? ' ' : '\t'.repeat(Math.max(1, to.column - from.column));
  };
}

/** Returns a function that finds the cell of a block. Data tables are not nested. */
function newCellLookup(page: ParsedPage, rowsOf: ReadonlyMap<number, readonly (readonly number[])[]>): CellLookup {
  const { parents } = page.containers;
  const positions: CellPosition[] = [];
  /** By container: index plus 1 of the cell that it is or is in. */
  const numbers = int32Array(parents.length);
  for (const [table, rows] of rowsOf)
    for (const [row, cells] of rows.entries())
      for (const [column, cell] of cells.entries())
        if (cell !== NO_CELL) numbers[cell] = positions.push({ table, row, column });
  // Outer containers come first, so inner ones inherit.
  for (let c = 1; c < numbers.length; c++) numbers[c] ||= numbers[parents[c] as number] as number;
  return ({ container }) => positions[(numbers[container] as number) - 1];
}

/** Returns the tables that have a cell with several paragraphs, a list or several lines of code. */
function tablesWithParagraphs(blocks: readonly Block[], cellOf: CellLookup): ReadonlySet<number> {
  const excluded = new Set<number>();
  let before: Block | undefined;
  let from: CellPosition | undefined;
  for (const block of blocks) {
    const position = cellOf(block);
    const isSecond = position === from && (block.paragraph || block.item !== before?.item);
    if (position && (isSecond || block.text.includes('\n'))) excluded.add(position.table);
    before = block;
    from = position;
  }
  return excluded;
}
