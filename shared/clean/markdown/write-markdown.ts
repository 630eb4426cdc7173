/** Pieces of Markdown with the lists and quotations around them, as one text. */
import type { Nesting } from './nesting.ts';

/** `text`: lines of a paragraph. `other`: whatever has to stand between empty lines (heading, example, table). */
export type Leaf = { kind: 'text' | 'other'; nesting: Nesting[]; lines: string[] };

/** An open quotation or item, and what stands before its lines from the second on. */
type OpenNesting = Nesting & { marker: string; indent: string };

export function writeLeaves(leaves: Iterable<Leaf>, maxLength: number): string {
  let text = '';
  let open: OpenNesting[] = [];
  let before: Leaf | undefined;
  for (const leaf of leaves) {
    const shared = sharedNesting(open, leaf.nesting);
    const opened = open.slice(0, shared);
    for (const step of leaf.nesting.slice(shared))
      opened.push(openNesting(step, chooseMarker(step, open[opened.length], before)));
    const gap = before === undefined ? '' : separator(open, opened, shared, before, leaf);
    const added = gap + indentLines(leaf.lines, opened, shared);
    if (text.length + added.length > maxLength) break;
    text += added;
    open = opened;
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

/** A list goes on with its own sign; another one that follows it at once has the other sign, or both would be one. */
function chooseMarker(
  { list, marker: mark }: Nesting,
  open: OpenNesting | undefined,
  before: Leaf | undefined,
): string {
  if (!mark) return '>';
  const signs = mark.ordinal === null ? BULLETS : DELIMITERS;
  const used = before && open?.marker ? (open.marker.at(-1) as string) : undefined;
  const isUsed = used !== undefined && signs.includes(used);
  const sign = !isUsed ? signs[0] : open?.list === list ? used : signs[1 - signs.indexOf(used)];
  return mark.ordinal === null ? (sign as string) : `${mark.ordinal}${sign}`;
}

function openNesting(step: Nesting, sign: string): OpenNesting {
  return { ...step, marker: sign, indent: step.marker ? ' '.repeat(sign.length + 1) : '> ' };
}

/** Items follow each other closely; all else is parted by an empty line of what both lie in. */
function separator(
  open: readonly OpenNesting[],
  opened: readonly OpenNesting[],
  shared: number,
  before: Leaf,
  leaf: Leaf,
): string {
  const next = opened[shared];
  const isSibling = next?.marker !== undefined && open[shared]?.list === next.list;
  // In the middle of a paragraph only a list that begins with 1 is read as one.
  const isNested =
    next?.marker && shared === open.length && open[shared - 1]?.marker && (next.marker.ordinal ?? 1) === 1;
  const isClose = before.kind === 'text' && leaf.kind === 'text' && (isSibling || isNested);
  if (isClose) return '\n';
  const prefix = opened
    .slice(0, shared)
    .map(({ indent: rest }) => rest)
    .join('')
    .trimEnd();
  return `\n${prefix}\n`;
}

function indentLines(lines: readonly string[], opened: readonly OpenNesting[], shared: number): string {
  const rest = opened.map((step) => step.indent).join('');
  const first = opened
    .map((step, i) => (i < shared ? step.indent : step.marker ? `${step.marker} ` : step.indent))
    .join('');
  return lines.map((line, i) => `${i === 0 ? first : rest}${line}`.trimEnd()).join('\n');
}
