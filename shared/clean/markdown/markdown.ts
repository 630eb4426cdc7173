/**
 * The main text of a page as Markdown: headings, lists with their numbers, tables of data, examples with their language,
 * quotations, links (whole addresses), images by their alternative text, and marks within lines. It is written from the
 * strings that were chosen as the main text and from what the pass over the page noted beside them (`inline-runs.ts`); no
 * second parse, and linear in the page. `writeMarkdown` is given pieces (`Leaf`) with the lists and quotations around them.
 */

import { type DataTables, findDataTables, tableMarkdown } from '../html/data-tables.ts';
import { elementId, PREFORMATTED } from '../html/elements.ts';
import { type Inline, readInlines, STRONG } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { codeBlock, escapeHeadingEnd, escapeLineStart, escapeText } from './escape.ts';
import { type InlineContext, inlineMarkdown } from './inline.ts';
import { isDefinitionTerm, newNestingLookup } from './nesting.ts';
import { type Leaf, writeLeaves } from './write-markdown.ts';

/**
 * @param blocks strings of the page that are its main text, in their order.
 * @param base what addresses are resolved against. @param maxLength of the Markdown; what comes further is left out whole.
 */
export function pageToMarkdown(page: ParsedPage, blocks: readonly Block[], base: string, maxLength: number): string {
  return writeLeaves(pageLeaves(page, blocks, base), maxLength);
}

type Source = { page: ParsedPage; blocks: readonly Block[]; tables: DataTables; place: InlineContext };

function* pageLeaves(page: ParsedPage, blocks: readonly Block[], base: string): Generator<Leaf> {
  const paths = newNestingLookup(page);
  const work: Source = {
    page,
    blocks,
    tables: findDataTables(page),
    place: { resolve: newResolver(base), inCell: false },
  };
  for (let i = 0; i < blocks.length; ) {
    const block = blocks[i] as Block;
    const path = paths(block);
    const end = endOfGroup(work, i);
    // Every string is asked for its path: items that it begins are noted with it.
    for (let k = i + 1; k < end; k++) paths(blocks[k] as Block);
    for (const leaf of groupLeaves(work, i, end)) yield { ...leaf, nesting: path };
    i = end;
  }
}

/** Which strings are written as one: those of a table, of an example, the lines of a paragraph. */
function endOfGroup({ blocks, tables }: Source, from: number): number {
  const first = blocks[from] as Block;
  const table = tables.tableOf[first.container] ?? 0;
  const isExample = (first.roles & PREFORMATTED) !== 0;
  let end = from + 1;
  for (; end < blocks.length; end++) {
    const next = blocks[end] as Block;
    if (table !== 0) {
      if (tables.tableOf[next.container] !== table) break;
      continue;
    }
    if (next.container !== first.container || next.item !== first.item) break;
    if (isExample) continue;
    if (next.paragraph || next.element !== first.element) break;
  }
  return end;
}

const HEADING_LEVELS = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, i) => [elementId(name), i + 1]));

type UnplacedLeaf = Omit<Leaf, 'path'>;

function* groupLeaves(work: Source, from: number, end: number): Generator<UnplacedLeaf> {
  const { page, blocks, tables, place } = work;
  const first = blocks[from] as Block;
  const table = tables.tableOf[first.container] ?? 0;
  const piece = blocks.slice(from, end);
  if (table !== 0) return yield* tableLeaves(work, table, piece);
  if ((first.roles & PREFORMATTED) !== 0)
    return yield { kind: 'other', lines: codeBlock(piece.map(({ text }) => text).join('\n'), first.code) };
  const level = HEADING_LEVELS.get(first.element);
  const lines: string[] = [];
  for (const block of piece) {
    const inlines = readInlines(page, block);
    const line = inlineMarkdown(
      isDefinitionTerm(page, block) ? strong(inlines) : inlines.filter(({ ownLine: apart }) => !apart),
      place,
    );
    const image = inlineMarkdown(
      inlines.filter(({ ownLine: apart }) => apart),
      place,
    );
    if (image !== '') yield { kind: 'text', lines: [image] };
    if (line !== '') lines.push(level ? line : escapeLineStart(line));
  }
  if (lines.length === 0) return;
  if (level) yield { kind: 'other', lines: [`${'#'.repeat(level)} ${escapeHeadingEnd(lines.join(' '))}`] };
  else yield { kind: 'text', lines: lines.map((line, i) => (i < lines.length - 1 ? `${line}\\` : line)) };
}

const strong = (inlines: readonly Inline[]): Inline[] => inlines.map((one) => ({ ...one, marks: one.marks | STRONG }));

/** What stands in no cell (captions) comes before the table. */
function* tableLeaves(work: Source, table: number, piece: readonly Block[]): Generator<UnplacedLeaf> {
  const { page, tables, place } = work;
  const { parents } = page.containers;
  const cells = new Map<number, string>();
  for (const block of piece) {
    let cell = block.container;
    while (cell !== table && parents[cell] !== table) cell = parents[cell] as number;
    const isCell = cell !== table && CELLS.has(page.containers.elements[cell] as number);
    const line = inlineMarkdown(readInlines(page, block), { ...place, inCell: isCell });
    if (line === '') continue;
    if (isCell) cells.set(cell, cells.has(cell) ? `${cells.get(cell)} ${line}` : line);
    else yield { kind: 'text', lines: [escapeLineStart(line)] };
  }
  const lines = tableMarkdown(tables.rowsOf.get(table) ?? [], page, cells);
  if (lines.length > 0) yield { kind: 'other', lines };
}

const CELLS = new Set(['td', 'th'].map(elementId));

/** Addresses of pages, mail and files; what is none (`javascript:`, `data:`) is nothing to follow. */
function newResolver(base: string): InlineContext['resolve'] {
  const known = new Map<string, string | null>();
  return (href) => {
    let found = known.get(href);
    if (found === undefined) {
      const url = URL.parse(href, base);
      found = url && LINK_PROTOCOLS.has(url.protocol) ? url.href : null;
      known.set(href, found);
    }
    return found;
  };
}

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'file:']);

/** Of a text without structure: its paragraphs and lines. */
export function textToMarkdown(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) =>
    paragraph
      .split('\n')
      .map((line) => escapeLineStart(escapeText(line.trim(), false)))
      .filter((line) => line !== '')
      .join('\\\n'),
  );
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}
