/** Writes data tables as the tables of GitHub. A line break in a cell is `<br>`, because a row is one line. */
import { type DataTables, tableMarkdown } from '../html/data-tables.ts';
import { elementId, PREFORMATTED } from '../html/elements.ts';
import { FORMULA, readInlines } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { codeSpan, escapeLineStart, escapeText } from './escape.ts';
import { type InlineContext, inlineMarkdown } from './inline.ts';
import type { Leaf } from './write-markdown.ts';

const CELLS = new Set(['td', 'th'].map(elementId));
const LINE_BREAK = '<br>';

/**
 * Yields the table. Text outside its cells (captions) comes first.
 *
 * @param table its container, and the chosen blocks in it
 * @param maxLength maximum length of the Markdown, in UTF-16 units
 */
export function* tableLeaves(
  page: ParsedPage,
  { rowsOf, tableOf }: DataTables,
  { container: table, group }: { container: number; group: readonly Block[] },
  context: InlineContext,
  maxLength: number,
): Generator<Omit<Leaf, 'nesting'>> {
  const { parents, elements } = page.containers;
  const inCell = { ...context, inCell: true };
  const cells = new Map<number, string>();
  const add = (cell: number, written: string, separator: string) => {
    const before = cells.get(cell);
    if (written !== '') cells.set(cell, before === undefined ? written : before + separator + written);
  };
  for (const block of group) {
    const own = cellAround(block.container);
    if (own !== 0 && (block.roles & PREFORMATTED) !== 0) {
      add(own, codeInCell(block.text), LINE_BREAK);
      continue;
    }
    const inlines = readInlines(page, block, FORMULA).filter(
      ({ place }) => place === undefined || isInside(place.container),
    );
    // Images without text beside them are kept with the next text, which may be that of another cell.
    const images = own === 0 ? [] : inlines.filter(({ ownLine }) => ownLine);
    for (const image of images) {
      const cell = cellAround(image.place?.container ?? own);
      add(cell === 0 ? own : cell, inlineMarkdown([image], inCell), cell === own ? LINE_BREAK : ' ');
    }
    const here = images.length === 0 ? inlines : inlines.filter(({ ownLine }) => !ownLine);
    const line = inlineMarkdown(here, own === 0 ? context : inCell);
    if (own !== 0) add(own, line, LINE_BREAK);
    else if (line !== '') yield { kind: 'text', lines: [escapeLineStart(line)] };
  }
  const lines = tableMarkdown(rowsOf.get(table) ?? [], page, cells, maxLength);
  if (lines.length > 0) yield { kind: 'other', lines };

  /** Returns whether a container is in the table. Images before the table are kept with its first text. */
  function isInside(container: number): boolean {
    return tableOf[container] === table;
  }

  /** Returns the cell of the table that a container is or is in; 0 if it is in none. */
  function cellAround(container: number): number {
    let cell = container;
    while (cell !== 0 && cell !== table && parents[cell] !== table) cell = parents[cell] as number;
    return cell !== table && CELLS.has(elements[cell] as number) ? cell : 0;
  }
}

/** Returns the lines of a code block as code spans. A line that could break a bar's escape is text. */
function codeInCell(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines
    .map((line) =>
      line.includes('\\|') ? escapeText(line, { inCell: true, isBeforeSpace: true }) : codeSpan(line, true),
    )
    .join(LINE_BREAK);
}
