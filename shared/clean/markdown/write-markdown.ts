/** Joins pieces of Markdown into one text and writes the list markers and quotation prefixes around them. */
import type { Nesting } from './nesting.ts';

/**
 * A piece of Markdown. `text`: lines of a paragraph. `other`: a block between empty lines (heading, code block, table).
 * `nesting`: the lists and quotations around it, outermost first.
 */
export type Leaf = { kind: 'text' | 'other'; nesting: Nesting[]; lines: string[] };

/** An open quotation or list item. `sign`: its marker without the space. `indent`: prefix of its lines after the first. */
type OpenNesting = Nesting & { sign: string; indent: string };

/**
 * Joins the leaves in their order.
 *
 * @param maxLength maximum length of the text, in UTF-16 units: the first leaf that would exceed it ends the text
 */
export function writeLeaves(leaves: Iterable<Leaf>, maxLength: number): string {
  let text = '';
  let open: OpenNesting[] = [];
  let before: Leaf | undefined;
  for (const leaf of leaves) {
    const shared = sharedNesting(open, leaf.nesting);
    const nextOpen = open.slice(0, shared);
    for (const nesting of leaf.nesting.slice(shared))
      nextOpen.push(openNesting(nesting, chooseSign(nesting, open[nextOpen.length], before)));
    const gap = before === undefined ? '' : separator(open, nextOpen, shared, before, leaf);
    const added = gap + indentLines(leaf.lines, nextOpen, shared);
    if (text.length + added.length > maxLength) break;
    text += added;
    open = nextOpen;
    before = leaf;
  }
  return text;
}

function sharedNesting(open: readonly OpenNesting[], path: readonly Nesting[]): number {
  let shared = 0;
  while (shared < open.length && shared < path.length) {
    const one = open[shared] as OpenNesting;
    const other = path[shared] as Nesting;
    if (one.id !== other.id || one.list !== other.list) break;
    shared++;
  }
  return shared;
}

const BULLETS = ['-', '*'];
const DELIMITERS = ['.', ')'];

/** Returns the sign of a new item or quotation. Adjacent lists alternate between two signs, or CommonMark would merge them. */
function chooseSign({ list, marker, note }: Nesting, open: OpenNesting | undefined, before: Leaf | undefined): string {
  if (note !== undefined) return `[^${note}]:`;
  if (!marker) return '>';
  const signs = marker.ordinal === null ? BULLETS : DELIMITERS;
  const used = before && open?.marker ? (open.sign.at(-1) as string) : undefined;
  const isUsed = used !== undefined && signs.includes(used);
  const sign = !isUsed ? signs[0] : open?.list === list ? used : signs[1 - signs.indexOf(used)];
  return marker.ordinal === null ? (sign as string) : `${marker.ordinal}${sign}`;
}

/** Indentation of the lines of a footnote after the first. */
const NOTE_INDENT = ' '.repeat(4);

function openNesting(nesting: Nesting, sign: string): OpenNesting {
  const indent = nesting.note !== undefined ? NOTE_INDENT : nesting.marker ? ' '.repeat(sign.length + 1) : '> ';
  return { ...nesting, sign, indent };
}

/** Returns a line break between items of a tight list, otherwise an empty line with the prefix of the shared nesting. */
function separator(
  open: readonly OpenNesting[],
  nextOpen: readonly OpenNesting[],
  shared: number,
  before: Leaf,
  leaf: Leaf,
): string {
  const next = nextOpen[shared];
  const isSibling = next?.marker !== undefined && open[shared]?.list === next.list;
  // CommonMark lets a list interrupt a paragraph only if it starts with 1.
  const isNested =
    next?.marker && shared === open.length && open[shared - 1]?.marker && (next.marker.ordinal ?? 1) === 1;
  const isClose = before.kind === 'text' && leaf.kind === 'text' && (isSibling || isNested);
  if (isClose) return '\n';
  const prefix = nextOpen
    .slice(0, shared)
    .map(({ indent }) => indent)
    .join('')
    .trimEnd();
  return `\n${prefix}\n`;
}

function indentLines(lines: readonly string[], nextOpen: readonly OpenNesting[], shared: number): string {
  const rest = nextOpen.map((nesting) => nesting.indent).join('');
  const first = nextOpen
    .map(({ sign, indent, marker, note }, i) => (i >= shared && (marker || note !== undefined) ? `${sign} ` : indent))
    .join('');
  return lines.map((line, i) => `${i === 0 ? first : rest}${line}`.trimEnd()).join('\n');
}
