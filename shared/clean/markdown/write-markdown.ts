/** Pieces of Markdown with the lists and quotations around them, as one text. */
import type { Step } from './paths.ts';

/** `text`: lines of a paragraph. `other`: whatever has to stand between empty lines (heading, example, table). */
export type Leaf = { kind: 'text' | 'other'; path: Step[]; lines: string[] };

/** An open quotation or item, and what stands before its lines from the second on. */
type Open = Step & { sign: string; rest: string };

export function writeLeaves(leaves: Iterable<Leaf>, maxLength: number): string {
  let text = '';
  let open: Open[] = [];
  let before: Leaf | undefined;
  for (const leaf of leaves) {
    const shared = sharedSteps(open, leaf.path);
    const opened = open.slice(0, shared);
    for (const step of leaf.path.slice(shared)) opened.push(openStep(step, signOf(step, open[opened.length], before)));
    const gap = before === undefined ? '' : gapOf(open, opened, shared, before, leaf);
    const added = gap + linesOf(leaf.lines, opened, shared);
    if (text.length + added.length > maxLength) break;
    text += added;
    open = opened;
    before = leaf;
  }
  return text;
}

function sharedSteps(open: readonly Open[], path: readonly Step[]): number {
  let shared = 0;
  while (shared < open.length && shared < path.length) {
    const one = open[shared] as Open;
    const other = path[shared] as Step;
    if (one.id !== other.id || one.list !== other.list) break;
    shared++;
  }
  return shared;
}

const BULLETS = ['-', '*'];
const DELIMITERS = ['.', ')'];

/** A list goes on with its own sign; another one that follows it at once has the other sign, or both would be one. */
function signOf({ list, mark }: Step, open: Open | undefined, before: Leaf | undefined): string {
  if (!mark) return '>';
  const signs = mark.ordinal === null ? BULLETS : DELIMITERS;
  const used = before && open?.mark ? (open.sign.at(-1) as string) : undefined;
  const isUsed = used !== undefined && signs.includes(used);
  const sign = !isUsed ? signs[0] : open?.list === list ? used : signs[1 - signs.indexOf(used)];
  return mark.ordinal === null ? (sign as string) : `${mark.ordinal}${sign}`;
}

function openStep(step: Step, sign: string): Open {
  return { ...step, sign, rest: step.mark ? ' '.repeat(sign.length + 1) : '> ' };
}

/** Items follow each other closely; all else is parted by an empty line of what both lie in. */
function gapOf(open: readonly Open[], opened: readonly Open[], shared: number, before: Leaf, leaf: Leaf): string {
  const next = opened[shared];
  const isSibling = next?.mark !== undefined && open[shared]?.list === next.list;
  // In the middle of a paragraph only a list that begins with 1 is read as one.
  const isNested = next?.mark && shared === open.length && open[shared - 1]?.mark && (next.mark.ordinal ?? 1) === 1;
  const isClose = before.kind === 'text' && leaf.kind === 'text' && (isSibling || isNested);
  if (isClose) return '\n';
  const prefix = opened
    .slice(0, shared)
    .map(({ rest }) => rest)
    .join('')
    .trimEnd();
  return `\n${prefix}\n`;
}

function linesOf(lines: readonly string[], opened: readonly Open[], shared: number): string {
  const rest = opened.map((step) => step.rest).join('');
  const first = opened.map((step, i) => (i < shared ? step.rest : step.mark ? `${step.sign} ` : step.rest)).join('');
  return lines.map((line, i) => `${i === 0 ? first : rest}${line}`.trimEnd()).join('\n');
}
