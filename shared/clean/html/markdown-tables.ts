/**
 * Which tables of a page are tables of data, and where each cell stands. Most old tables only place things on a page: what
 * is in them is written as if they were not there. How many rows and columns a cell spans is not known.
 */
import { kind } from './elements.ts';
import type { Block, ParsedPage } from './parsed-page.ts';

const TABLE = kind('table');
const TD = kind('td');
const TH = kind('th');
/** No cell of data holds one of these. */
const NOT_IN_DATA = new Set(
  ['pre', 'listing', 'xmp', 'plaintext', 'article', 'main', 'section', 'form', 'h1'].map(kind),
);
/** A longer text in a cell is an article in a frame, unless the table has heads. Characters. */
const LONG_CELL = 400;
/** Of rows with as many cells as the longest: a table without heads is data from here on. */
const EVEN_ROWS = 0.8;
const MOST_COLUMNS = 100;

/** By container of the page: the table of data that it is in, or is; 0: none. */
export type DataTables = { tableOf: Int32Array; rowsOf: ReadonlyMap<number, readonly number[][]> };

const NO_TABLES: DataTables = { tableOf: new Int32Array(0), rowsOf: new Map() };

type Survey = { rows: number[][]; heads: number; fit: boolean };

export function dataTables(page: ParsedPage): DataTables {
  const { parents, elements, ordinals } = page.containers;
  if (!elements.includes(TABLE)) return NO_TABLES;
  const surveys = new Map<number, Survey>();
  /** The innermost table around each container. */
  const around = new Int32Array(parents.length);
  for (let c = 1; c < parents.length; c++) {
    const parent = parents[c] as number;
    const element = elements[c] as number;
    const table = around[parent] as number;
    const survey = surveys.get(table);
    if (survey && (element === TABLE || NOT_IN_DATA.has(element))) survey.fit = false;
    if (element === TABLE) surveys.set(c, { rows: [], heads: 0, fit: true });
    else if (survey && parent === table && (element === TD || element === TH)) {
      const row = Math.max(0, (ordinals[c] as number) - 1);
      const cells = survey.rows[row];
      if (cells) cells.push(c);
      else survey.rows[row] = [c];
      if (element === TH) survey.heads++;
    }
    around[c] = element === TABLE ? c : table;
  }
  for (const block of page.blocks) spoil(surveys.get(around[block.container] as number), block);
  return chosen(surveys, around);
}

/** A table of long texts or headings holds no data. */
function spoil(survey: Survey | undefined, { text, linked, element }: Block): void {
  if (!survey?.fit) return;
  if (HEADINGS.has(element) || (survey.heads === 0 && text.length - linked > LONG_CELL)) survey.fit = false;
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(kind));

function chosen(surveys: ReadonlyMap<number, Survey>, around: Int32Array): DataTables {
  const rowsOf = new Map<number, number[][]>();
  for (const [table, { rows, heads, fit }] of surveys) {
    const filled = rows.filter((row) => row !== undefined);
    const columns = Math.max(0, ...filled.map((row) => row.length).slice(0, 10_000));
    if (!fit || columns < 2 || columns > MOST_COLUMNS || filled.length < (heads > 0 ? 1 : 2)) continue;
    const even = filled.filter((row) => row.length === columns).length;
    if (heads > 0 || even >= filled.length * EVEN_ROWS) rowsOf.set(table, filled);
  }
  // A table of data has none within, so the innermost is the only one that can be it.
  return { tableOf: around.map((table) => (rowsOf.has(table) ? table : 0)), rowsOf };
}

/** @param cells what each cell says, by its container. @returns the lines of the table; none where no cell says anything. */
export function tableLines(
  rows: readonly (readonly number[])[],
  page: ParsedPage,
  cells: ReadonlyMap<number, string>,
): string[] {
  const shown = rows.filter((row) => row.some((cell) => cells.has(cell)));
  if (shown.length === 0) return [];
  const { elements } = page.containers;
  const columns = Math.max(...shown.map((row) => row.length));
  const line = (row: readonly number[]) =>
    `|${Array.from({ length: columns }, (_, i) => ` ${cells.get(row[i] ?? -1) ?? ''} |`).join('')}`;
  const hasHead = (shown[0] as number[]).every((cell) => elements[cell] === TH);
  const body = hasHead ? shown.slice(1) : shown;
  return [line(hasHead ? (shown[0] as number[]) : []), `|${' --- |'.repeat(columns)}`, ...body.map(line)];
}
