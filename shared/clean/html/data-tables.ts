/**
 * Tells data tables from layout tables and finds the cells of each row. Text in a layout table is written as if the table were
 * not there. A cell that spans rows or columns is the first of its places, and the others are empty.
 */

import { elementId } from './elements.ts';
import { int32Array } from './page-arrays.ts';
import type { Block, CellSpan, Containers, ParsedPage } from './parsed-page.ts';

const TABLE = elementId('table');
const TD = elementId('td');
const TH = elementId('th');
/** Elements that no cell of a data table contains. */
const NOT_IN_DATA = new Set(['listing', 'xmp', 'plaintext', 'article', 'main', 'section', 'form', 'h1'].map(elementId));
/** A table without header cells that has such an element shows code beside the numbers of its lines. */
const PRE = elementId('pre');
/** Maximum text of a cell without links, in UTF-16 units. A longer text makes a table without header cells a layout table. */
const MAX_CELL_LENGTH = 400;
/** Minimum share of rows that are as long as the longest row, in a data table without header cells. */
const MIN_EVEN_ROWS = 0.8;
const MAX_COLUMNS = 100;
/** Maximum number of rows whose length counts for the columns. */
const MAX_MEASURED_ROWS = 10_000;

/** A place without a cell of its own, because another cell spans it. */
export const NO_CELL = -1;

/**
 * `tableOf`: by container, the data table that it is or is in; 0 if none. `rowsOf`: by table, the cell of each column of each row, or `NO_CELL`.
 * Rows do not end with `NO_CELL`.
 */
export type DataTables = { tableOf: Int32Array; rowsOf: ReadonlyMap<number, readonly number[][]> };

const NO_TABLES: DataTables = { tableOf: new Int32Array(0), rowsOf: new Map() };

type TableSurvey = { rows: number[][]; headerCells: number; hasCode: boolean; isData: boolean };

/** Returns the data tables of a page. */
export function findDataTables(page: ParsedPage): DataTables {
  if (last?.page !== page) last = { page, tables: surveyTables(page) };
  return last.tables;
}

/** The tables of the last page, which are needed several times for each page. No `WeakMap`, for the reason in `dated-lines.ts`. */
let last: { page: ParsedPage; tables: DataTables } | undefined;

function surveyTables(page: ParsedPage): DataTables {
  const { parents, elements, ordinals } = page.containers;
  if (!elements.includes(TABLE)) return NO_TABLES;
  const surveys = new Map<number, TableSurvey>();
  /** By container: the innermost table that it is or is in. */
  const around = int32Array(parents.length);
  for (let c = 1; c < parents.length; c++) {
    const parent = parents[c] as number;
    const element = elements[c] as number;
    const table = around[parent] as number;
    const survey = surveys.get(table);
    if (survey && (element === TABLE || NOT_IN_DATA.has(element))) survey.isData = false;
    if (survey && element === PRE) survey.hasCode = true;
    if (element === TABLE) surveys.set(c, { rows: [], headerCells: 0, hasCode: false, isData: true });
    else if (survey && parent === table && (element === TD || element === TH)) {
      const row = Math.max(0, (ordinals[c] as number) - 1);
      const cells = survey.rows[row];
      if (cells) cells.push(c);
      else survey.rows[row] = [c];
      if (element === TH) survey.headerCells++;
    }
    around[c] = element === TABLE ? c : table;
  }
  for (const block of page.blocks) rejectLayoutTable(surveys.get(around[block.container] as number), block);
  return selectDataTables(surveys, around, page.containers.spans);
}

/** Marks the table as a layout table if the block is a heading or a long text. */
function rejectLayoutTable(survey: TableSurvey | undefined, { text, linked, element }: Block): void {
  if (!survey?.isData) return;
  if (HEADINGS.has(element) || (survey.headerCells === 0 && text.length - linked > MAX_CELL_LENGTH))
    survey.isData = false;
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(elementId));

function selectDataTables(
  surveys: ReadonlyMap<number, TableSurvey>,
  around: Int32Array,
  spans: Containers['spans'],
): DataTables {
  const rowsOf = new Map<number, number[][]>();
  for (const [table, { rows, headerCells, hasCode, isData }] of surveys) {
    if (!isData || (hasCode && headerCells === 0)) continue;
    const filled = rows.filter((row) => row !== undefined);
    const columns = Math.max(0, ...filled.map((row) => row.length).slice(0, MAX_MEASURED_ROWS));
    if (columns < 2 || columns > MAX_COLUMNS || filled.length < (headerCells > 0 ? 1 : 2)) continue;
    const even = filled.filter((row) => row.length === columns).length;
    if (headerCells > 0 || even >= filled.length * MIN_EVEN_ROWS) rowsOf.set(table, placeCells(rows, filled, spans));
  }
  // A data table contains no table, so only the innermost can be one.
  return { tableOf: around.map((table) => (rowsOf.has(table) ? table : 0)), rowsOf };
}

/** Maximum number of empty places, as a multiple of the cells. A table with more is hostile, and its spans do not count. */
const MAX_EMPTY_PER_CELL = 10;

/** Returns the rows that have cells, with each cell in its column. @param filled these rows as they are without spans */
function placeCells(
  rows: readonly (readonly number[] | undefined)[],
  filled: number[][],
  spans: Containers['spans'],
): number[][] {
  const maxPlaces = filled.reduce((sum, row) => sum + row.length, 0) * (1 + MAX_EMPTY_PER_CELL);
  const placed: number[][] = [];
  let places = 0;
  /** By column: the first row in which no cell from above is there. */
  const freeFrom: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const cells: number[] = [];
    for (const cell of rows[row] ?? []) {
      while ((freeFrom[cells.length] ?? 0) > row) cells.push(NO_CELL);
      const { rows: height, columns } = spans.get(cell) ?? SINGLE;
      const end = Math.min(cells.length + columns, MAX_COLUMNS);
      if (height > 1) for (let column = cells.length; column < end; column++) freeFrom[column] = row + height;
      cells.push(cell);
      while (cells.length < end) cells.push(NO_CELL);
    }
    while (cells.at(-1) === NO_CELL) cells.pop();
    if (cells.length > 0) placed.push(cells);
    places += cells.length;
    if (places > maxPlaces) return filled;
  }
  return placed;
}

const SINGLE: CellSpan = { rows: 1, columns: 1 };

/** Length of an empty cell in Markdown, in UTF-16 units. */
const MIN_CELL = 3;

/**
 * Returns the table as lines of Markdown; none if all cells are empty.
 *
 * @param cells Markdown of each cell that is not empty, by container
 * @param maxLength maximum length in UTF-16 units; a longer table, as of empty places for a few long rows, is left out
 */
export function tableMarkdown(
  rows: readonly (readonly number[])[],
  page: ParsedPage,
  cells: ReadonlyMap<number, string>,
  maxLength: number,
): string[] {
  const shown = rows.filter((row) => row.some((cell) => cells.has(cell)));
  if (shown.length === 0) return [];
  const { elements } = page.containers;
  const columns = shown.reduce((most, row) => Math.max(most, row.length), 0);
  if (shown.length * columns * MIN_CELL > maxLength) return [];
  const line = (row: readonly number[]) =>
    `|${Array.from({ length: columns }, (_, i) => ` ${cells.get(row[i] ?? -1) ?? ''} |`).join('')}`;
  const [first] = shown as [readonly number[]];
  const hasHead =
    first.some((cell) => elements[cell] === TH) &&
    first.every((cell, i) => cell === NO_CELL || elements[cell] === TH || (i === 0 && !cells.has(cell)));
  const body = hasHead ? shown.slice(1) : shown;
  return [line(hasHead ? first : []), `|${' --- |'.repeat(columns)}`, ...body.map(line)];
}
