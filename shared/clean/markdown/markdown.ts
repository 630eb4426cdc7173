/**
 * Converts the main text of a page to Markdown: headings, numbered lists, data tables, code blocks with their language,
 * quotations, absolute links, images with their alternative text, and inline formatting. The input is the blocks of the
 * main text and the runs that the parser recorded for them (`inline-runs.ts`). There is no second parse; the time is linear.
 */

import { type DataTables, findDataTables } from '../html/data-tables.ts';
import { elementId, PREFORMATTED } from '../html/elements.ts';
import { FORMULA, type Inline, isImageBefore, readInlines, STRONG } from '../html/inline-runs.ts';
import { areSiblings } from '../html/lines/empty-lines.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { parseUrl, type QueryEncoder } from '../links/query-encoder.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import { beforeLineBreak, codeBlock, escapeHeadingEnd, escapeLineStart, escapeText } from './escape.ts';
import { exampleOf, withoutInner } from './examples.ts';
import { type Footnote, type Footnotes, findFootnotes, withoutNotes } from './footnotes.ts';
import { type InlineContext, inlineMarkdown } from './inline.ts';
import { withoutOrdinal } from './item-numbers.ts';
import { isDefinitionTerm, type Nesting, NOTES, newNestingLookup } from './nesting.ts';
import { isOnlyMark } from './note-extent.ts';
import { noteInlines } from './note-text.ts';
import { tableLeaves } from './table.ts';
import { newBoxLookup, withBox } from './tasks.ts';
import { type Leaf, writeLeaves } from './write-markdown.ts';

/**
 * Converts blocks of a page to Markdown.
 *
 * @param blocks the blocks of the main text, in the order of the page
 * @param base URL that relative links are resolved against
 * @param maxLength maximum length of the Markdown, in UTF-16 units; text beyond it is dropped in whole pieces
 * @param encodeQuery encodes queries in the encoding of the page; absent if that is UTF-8
 */
export function pageToMarkdown(
  page: ParsedPage,
  blocks: readonly Block[],
  base: string,
  maxLength: number,
  encodeQuery?: QueryEncoder,
): string {
  const resolve = newResolver(base, encodeQuery);
  const tables = findDataTables(page);
  const write = (notes: Footnotes | undefined): string =>
    writeLeaves(pageLeaves(page, blocks, { resolve, tables, notes, maxLength }), maxLength);
  const notes = findFootnotes(page, blocks, tables, resolve);
  let text = write(notes);
  // The links that replace marks are longer, so more notes may be beyond the limit.
  for (let pass = 0, known = 0; notes !== undefined && pass < MAX_PASSES; pass++) {
    const lost = lostNotes(text, notes);
    if (lost.length === known) break;
    known = lost.length;
    text = write(withoutNotes(notes, lost));
  }
  return text;
}

/** Maximum number of times that the Markdown is written again without marks of notes that it lacks. */
const MAX_PASSES = 3;

const labelsOf = ({ noteOf }: Footnotes): string[] => [...new Set(Array.from(noteOf.values(), ({ label }) => label))];

/** Returns the labels of the notes that a text lacks, because they are beyond its end. */
const lostNotes = (text: string, notes: Footnotes): string[] =>
  labelsOf(notes).filter((label) => !text.includes(`[^${label}]:`));

type Source = {
  page: ParsedPage;
  blocks: readonly Block[];
  tables: DataTables;
  context: InlineContext;
  notes: Footnotes | undefined;
  boxOf: (block: Block) => string;
  maxLength: number;
};

function* pageLeaves(
  page: ParsedPage,
  blocks: readonly Block[],
  {
    resolve,
    tables,
    notes,
    maxLength,
  }: Pick<Source, 'tables' | 'notes' | 'maxLength'> & Pick<InlineContext, 'resolve'>,
): Generator<Leaf> {
  const paths = newNestingLookup(page);
  const source: Source = {
    page,
    blocks,
    tables,
    context: notes ? { resolve, inCell: false, markOf: notes.markOf } : { resolve, inCell: false },
    notes,
    boxOf: newBoxLookup(page),
    maxLength,
  };
  let lastItem: number | undefined;
  for (let i = 0; i < blocks.length; ) {
    const block = blocks[i] as Block;
    const example = exampleOf(page, block);
    // An image before the text of a note is in the note.
    const isApart = !notes?.noteOf.has(i);
    for (const images of isApart ? imagesBefore(source, block, example) : [])
      yield {
        kind: 'text',
        lines: [inlineMarkdown(images, source.context)],
        nesting: paths(images[0]?.place ?? block),
      };
    const outer = example === 0 ? paths(block) : withoutInner(paths(block), example);
    const path = notes === undefined ? outer : notePath(outer, notes.noteOf.get(i));
    const end = endOfGroup(source, i, example);
    // Look up every block: the lookup tracks which items have started.
    for (let k = i + 1; k < end; k++) paths(blocks[k] as Block);
    let isFirst = path.at(-1)?.id !== lastItem;
    lastItem = path.at(-1)?.id;
    for (const { kind, lines } of groupLeaves(source, i, end, isApart)) {
      yield { kind, lines: isFirst ? withoutOrdinal(lines, path) : lines, nesting: path };
      isFirst = false;
    }
    i = end;
  }
}

/** Returns the index after the blocks that are written together: a table, a code block or the lines of a paragraph. */
function endOfGroup({ page, blocks, tables, notes }: Source, from: number, example: number): number {
  const first = blocks[from] as Block;
  const table = tables.tableOf[first.container] ?? 0;
  let end = from + 1;
  for (; end < blocks.length; end++) {
    const next = blocks[end] as Block;
    if (table !== 0) {
      if (tables.tableOf[next.container] !== table) break;
      continue;
    }
    if (example !== 0) {
      if (exampleOf(page, next) !== example) break;
      continue;
    }
    if (next.item !== first.item) break;
    if (next.container !== first.container && !areSiblings(page, first, next)) break;
    if (next.paragraph || next.element !== first.element) break;
    if (notes?.noteOf.get(end) !== notes?.noteOf.get(from)) break;
  }
  return end;
}

const HEADING_LEVELS = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, i) => [elementId(name), i + 1]));

type UnplacedLeaf = Omit<Leaf, 'nesting'>;

/**
 * Yields the images on lines of their own before a block: one list for each line. They may be in another list item. Those in the code block (`example`)
 * or data table of the block are left out.
 */
function* imagesBefore({ page, tables, context }: Source, block: Block, example: number): Generator<Inline[]> {
  if (!isImageBefore(page, block.firstRun)) return;
  const table = tables.tableOf[block.container] ?? 0;
  const isInside = (container: number): boolean =>
    example === 0 ? table !== 0 && tables.tableOf[container] === table : container >= example;
  let line: Inline[] = [];
  for (const inline of readInlines(page, block, FORMULA)) {
    if (!inline.ownLine || isInside(inline.place?.container ?? 0)) continue;
    if (inlineMarkdown([inline], context) === '') continue;
    const { container, item } = line[0]?.place ?? {};
    if (line.length > 0 && (inline.place?.item !== item || inline.place?.container !== container)) {
      yield line;
      line = [];
    }
    line.push(inline);
  }
  if (line.length > 0) yield line;
}

/** @param isApart whether the images before the first block are written already */
function* groupLeaves(source: Source, from: number, end: number, isApart: boolean): Generator<UnplacedLeaf> {
  const { page, blocks, tables, context, boxOf, maxLength } = source;
  const first = blocks[from] as Block;
  const table = tables.tableOf[first.container] ?? 0;
  const group = blocks.slice(from, end);
  if (table !== 0) return yield* tableLeaves(page, tables, { container: table, group }, context, maxLength);
  if ((first.roles & PREFORMATTED) !== 0)
    return yield { kind: 'other', lines: codeBlock(joinBlocks(group, Number.POSITIVE_INFINITY), first.code) };
  const level = HEADING_LEVELS.get(first.element);
  const lines: string[] = [];
  for (const [k, block] of group.entries()) {
    const inlines = readLine(source, block, from + k);
    const hasImages = inlines.some(({ ownLine }) => ownLine);
    const ofLine = hasImages ? inlines.filter(({ ownLine }) => !ownLine) : inlines;
    const line = inlineMarkdown(isDefinitionTerm(page, block) ? strong(ofLine) : ofLine, context);
    const image =
      hasImages && !(isApart && k === 0)
        ? inlineMarkdown(
            inlines.filter(({ ownLine }) => ownLine),
            context,
          )
        : '';
    if (image !== '') yield { kind: 'text', lines: [image] };
    if (line !== '') lines.push(level ? line : withBox(boxOf(block), line));
  }
  if (lines.length === 0) return;
  if (level) yield { kind: 'other', lines: [`${'#'.repeat(level)} ${escapeHeadingEnd(lines.join(' '))}`] };
  else yield { kind: 'text', lines: lines.map((line, i) => (i < lines.length - 1 ? beforeLineBreak(line) : line)) };
}

function readLine({ page, blocks, notes }: Source, block: Block, index: number): Inline[] {
  const inlines = readInlines(page, block, FORMULA);
  const note = notes?.noteOf.get(index);
  if (notes === undefined || note === undefined) return inlines;
  const isBack = (href: string) => notes.isOfPage(href) && notes.markOf(href, '[1]') === undefined;
  const { first, mark } = note;
  const isFirst = index === first || (index === first + 1 && isOnlyMark((blocks[first] as Block).text));
  return noteInlines(inlines, mark, isFirst, isBack);
}

/** Replaces the list items around a note by the note. */
function notePath(path: readonly Nesting[], note: Footnote | undefined): Nesting[] {
  if (note === undefined) return [...path];
  return [{ id: note.first, list: NOTES, note: note.label }, ...path.slice(note.path.length)];
}

const strong = (inlines: readonly Inline[]): Inline[] => inlines.map((one) => ({ ...one, marks: one.marks | STRONG }));

/** Returns a function that resolves links to pages, mail and files. Other links (`javascript:`, `data:`) resolve to null. */
function newResolver(base: string, encodeQuery: QueryEncoder | undefined): InlineContext['resolve'] {
  const known = new Map<string, string | null>();
  return (href) => {
    let found = known.get(href);
    if (found === undefined) {
      const url = parseUrl(href, base, encodeQuery);
      found = url && LINK_PROTOCOLS.has(url.protocol) ? url.href : null;
      known.set(href, found);
    }
    return found;
  };
}

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'file:']);

/** Converts plain text to Markdown and keeps its paragraphs and line breaks. */
export function textToMarkdown(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) =>
    paragraph
      .split('\n')
      .map((line) => escapeLineStart(escapeText(line.trim(), { isBeforeSpace: true })))
      .filter((line) => line !== '')
      .map((line, i, lines) => (i < lines.length - 1 ? beforeLineBreak(line) : line))
      .join('\n'),
  );
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}
